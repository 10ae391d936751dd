//! Makes a backup of a SQLite database and a file store in a folder, and restores it.
//!
//! ```text
//! BACKUP/              mode 0700, because all of it is personal data
//!   manifest.json      names, sizes and SHA-256 of the files below, written last
//!   enmusubi.db        the tables at one moment
//!   blobs/NAME         every file that the tables name
//! ```

mod claim;
mod files;
mod make;
mod manifest;
mod restore;
#[cfg(test)]
mod tests;

pub use make::make;
pub use restore::restore;

use std::path::{Path, PathBuf};

use secrecy::ExposeSecret as _;
use thiserror::Error;

use crate::ops::config::Config;
use crate::store::{self, OtherVersion};
use files::UNFINISHED;

const DATABASE: &str = "enmusubi.db";
const BLOBS: &str = "blobs";
const MANIFEST: &str = "manifest.json";

/// The size of a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// The number of members' files.
    pub n_files: usize,
    /// The bytes of the tables and the files together.
    pub size_bytes: u64,
    /// The number of files that profiles show but the file store did not have.
    pub n_lost: usize,
}

impl Report {
    /// Fails if the backup at this path lacks files that profiles show. The backup stays, because an
    /// operator whose store has lost a file still needs backups. The error tells a program that deletes
    /// older backups that these may be better.
    pub fn require_all_files(&self, backup: &Path) -> Result<()> {
        if self.n_lost == 0 {
            return Ok(());
        }
        Err(BackupError::Incomplete {
            backup: backup.to_owned(),
            n_files: self.n_files,
            n_lost: self.n_lost,
        })
    }
}

/// The reason why a backup or a restore failed. `Display` gives one sentence for the operator.
#[derive(Debug, Error)]
pub enum BackupError {
    /// The settings name PostgreSQL or a bucket, for which better tools exist.
    #[error(
        "This command keeps sqlite:// beside file:// only. PostgreSQL is kept with pg_dump, and a bucket \
         by its own versioning or a copy."
    )]
    NotEmbedded,
    /// The database does not exist.
    #[error("There is no database at {}.", .0.display())]
    NoDatabase(PathBuf),
    /// The target exists, and a backup overwrites nothing.
    #[error("{} is there already; choose a new name.", .0.display())]
    Exists(PathBuf),
    /// The next backup may delete folders with such a name.
    #[error("{} cannot be the name of a backup, because unfinished ones are called so; choose a name \
             that does not begin with {UNFINISHED}.", .0.display())]
    Reserved(PathBuf),
    /// Another restore is running, or was killed, at the path of the database.
    #[error("A restore is at work at {}, or was interrupted; wait for its end, or run it again.",
            .0.display())]
    Restoring(PathBuf),
    /// The path leads to a file, or through one.
    #[error("{} is a file, or lies below one; name a folder.", .0.display())]
    NoFolder(PathBuf),
    /// The folder of the file store is missing or was replaced, so the files are probably elsewhere.
    #[error("No backup was made, because STORAGE_URL leads to {}, which is missing or was moved \
             meanwhile, and profiles show {n_lost} files that are not there; mount its disk, or \
             correct STORAGE_URL.", folder.display())]
    StoreMissing {
        /// The folder of the file store.
        folder: PathBuf,
        /// The number of files that could not be copied.
        n_lost: usize,
    },
    /// The backup exists, but lacks files that profiles show.
    #[error("The backup at {} was kept but is not complete (files: {n_files}, missing: {n_lost}), \
             because STORAGE_URL does not lead to all files that profiles show; mount its disk, or \
             correct STORAGE_URL, and make another backup, unless the missing ones were lost long ago.",
            backup.display())]
    Incomplete {
        /// The folder of the backup.
        backup: PathBuf,
        /// The number of files in the backup.
        n_files: usize,
        /// The number of files that its manifest lists as lost.
        n_lost: usize,
    },
    /// The target is not empty, and a restore overwrites nothing.
    #[error("{} is not empty, and a restore overwrites nothing: move it away first.", .0.display())]
    NotEmpty(PathBuf),
    /// In each of ten attempts, a file was deleted between the snapshot and its copy.
    #[error("Files are being deleted faster than they can be copied; try again later.")]
    FilesChanging,
    /// The folder is not a complete backup.
    #[error("The backup is damaged, or none: {0}. Nothing was restored.")]
    Damaged(String),
    /// The backup comes from another version, whose tables this program does not know.
    #[error("The backup comes from {0}: restore it with that one.")]
    OtherVersion(OtherVersion),
    /// An operation on a file or folder failed.
    #[error("{}: {source}.", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// An operation on the tables failed.
    #[error(transparent)]
    Tables(#[from] crate::Error),
}

type Result<T, E = BackupError> = std::result::Result<T, E>;

/// The paths of the SQLite database and of the folder of files, from which a backup is made and to which
/// it is restored.
struct DataPaths {
    database: PathBuf,
    blobs: PathBuf,
}

impl DataPaths {
    fn of(config: &Config) -> Result<Self> {
        let database = store::file_of(config.database_url.expose_secret());
        match (database, config.storage.folder()) {
            (Some(database), Some(blobs)) => Ok(Self {
                database,
                blobs: blobs.clone(),
            }),
            _ => Err(BackupError::NotEmbedded),
        }
    }
}

/// Returns true if a restore has reserved the path of a database, and is at work or was interrupted.
pub(crate) fn is_restoring(database: &Path) -> bool {
    claim::names_in(database).is_ok_and(|names| names.is_some())
}

/// Returns the folder that contains the path.
fn parent_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}
