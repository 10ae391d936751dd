//! The embedded default as a folder, and back: the tables in one SQLite file, users' files beside it,
//! and a manifest with the SHA-256 of each.
//!
//! ```text
//! BACKUP/              0700, as everything in it is personal
//!   manifest.json      what belongs to it, written last
//!   enmusubi.db        the tables at one moment
//!   blobs/NAME         every file that the tables name
//! ```

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

use crate::config::Config;
use crate::store;

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
