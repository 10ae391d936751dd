//! The embedded default as a folder, and back: the tables in one SQLite file, users' files beside it,
//! and a manifest with the SHA-256 of each.
//!
//! ```text
//! BACKUP/              0700, as everything in it is personal
//!   manifest.json      what belongs to it, written last
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
use crate::store;
use files::UNFINISHED;

const DATABASE: &str = "enmusubi.db";
const BLOBS: &str = "blobs";
const MANIFEST: &str = "manifest.json";

/// What was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// Users' files.
    pub n_files: usize,
    /// Of the tables and the files together.
    pub size_bytes: u64,
    /// Files that profiles show but the file store does not have: lost before the backup.
    pub n_lost: usize,
}

impl Report {
    /// Fails if the backup at this path lacks files that profiles show. It is kept, because a store
    /// that lost a file must not keep its operator from making backups. But a program that then
    /// deletes older backups has to learn that these may be the better ones.
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

/// Why there is no backup, or why it was not put back; one sentence for the operator.
#[derive(Debug, Error)]
pub enum BackupError {
    /// Others make backups of these better.
    #[error(
        "This command keeps sqlite:// beside file:// only. PostgreSQL is kept with pg_dump, and a bucket \
         by its own versioning or a copy."
    )]
    NotEmbedded,
    /// There is nothing to keep.
    #[error("There is no database at {}.", .0.display())]
    NoDatabase(PathBuf),
    /// Overwriting is nobody's wish.
    #[error("{} is there already; choose a new name.", .0.display())]
    Exists(PathBuf),
    /// Folders of such names may be deleted by the next backup.
    #[error("{} cannot be the name of a backup, because unfinished ones are called so; choose a name \
             that does not begin with {UNFINISHED}.", .0.display())]
    Reserved(PathBuf),
    /// There is a claim in the place of the database.
    #[error("A restore is at work at {}, or was broken off; wait for its end, or run it again.",
            .0.display())]
    Restoring(PathBuf),
    /// A file is in the way.
    #[error("{} is a file, or lies below one; name a folder.", .0.display())]
    NoFolder(PathBuf),
    /// The file store is away. The missing files are probably still in another place.
    #[error("No backup was made, because STORAGE_URL leads to {}, which is missing or was moved \
             meanwhile, and profiles show {n_lost} files that are not there; mount its disk, or \
             correct STORAGE_URL.", folder.display())]
    StoreAway {
        /// Where the files should be.
        folder: PathBuf,
        /// Those that could not be copied.
        n_lost: usize,
    },
    /// The backup was made, but not all files were to be had.
    #[error("The backup at {} was kept but is not complete (files: {n_files}, missing: {n_lost}), \
             because STORAGE_URL does not lead to all files that profiles show; mount its disk, or \
             correct STORAGE_URL, and make another backup, unless the missing ones were lost long ago.",
            backup.display())]
    Incomplete {
        /// The folder.
        backup: PathBuf,
        /// In the backup.
        n_files: usize,
        /// Named as lost in its manifest.
        n_lost: usize,
    },
    /// Overwriting is nobody's wish here either.
    #[error("{} is not empty, and a restore overwrites nothing: move it away first.", .0.display())]
    NotEmpty(PathBuf),
    /// It took another moment for ten times, and each time a file was deleted before it was copied.
    #[error("Files are being deleted faster than they can be copied; try again later.")]
    Restless,
    /// It is no backup, or not a whole one.
    #[error("The backup is damaged, or none: {0}. Nothing was restored.")]
    Damaged(String),
    /// Its tables may mean what we do not know.
    #[error("The backup comes from a newer Enmusubi ({0}): restore it with that one.")]
    Newer(String),
    /// A file or folder.
    #[error("{}: {source}.", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The tables.
    #[error(transparent)]
    Tables(#[from] crate::Error),
}

type Result<T, E = BackupError> = std::result::Result<T, E>;

/// Where the embedded default keeps things.
struct Place {
    database: PathBuf,
    blobs: PathBuf,
}

impl Place {
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

/// The folder that a path is in.
fn parent_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}
