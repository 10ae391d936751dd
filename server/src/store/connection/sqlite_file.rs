//! The file of a SQLite database: its path in a URL, its journals, and the check that it is still the
//! file that the server opened.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use sea_orm::{ConnectOptions, ConnectionTrait as _, DatabaseConnection};
use secrecy::SecretString;

use crate::disk::{self, PinnedPath};
use crate::error::{Error, Result};

/// The file of a SQLite database that is open.
#[derive(Debug)]
pub(super) struct SqliteFile {
    pub(super) pinned: PinnedPath,
    log: OnceLock<WriteAheadLog>,
}

/// SQLite writes changes to this file first, and copies them into the database file later.
#[derive(Debug)]
struct WriteAheadLog {
    pinned: PinnedPath,
    /// The open connection that keeps the log: SQLite deletes the log with its last connection, and a pool closes a
    /// connection that would spoil later statements. If the log is gone, something other than this server deleted it.
    anchor: DatabaseConnection,
}

impl SqliteFile {
    /// Creates the file and its folder if they are missing. SQLite gives its journals the file's mode.
    pub(super) fn open(path: &Path) -> io::Result<Arc<Self>> {
        if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
            disk::create_folder(folder)?;
        }
        match disk::create_file(path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        Ok(Arc::new(Self {
            pinned: PinnedPath::of(path)?,
            log: OnceLock::new(),
        }))
    }

    /// Fails if the file or its write-ahead log was deleted, moved or replaced. A connection keeps
    /// writing to the files that it has open, and those changes would be lost when the process ends.
    pub(super) fn require(&self) -> io::Result<()> {
        self.pinned.require()?;
        self.log.get().map_or(Ok(()), |log| log.pinned.require())
    }

    /// Opens the anchor, as a pool of one connection, and remembers which file is the write-ahead log.
    pub(super) async fn watch_log(&self, options: ConnectOptions) -> Result<()> {
        let anchor = sea_orm::Database::connect(options).await?;
        // SQLite opens the log with the first statement that reads.
        anchor
            .execute_unprepared("SELECT 1 FROM sqlite_schema LIMIT 1")
            .await?;
        let [log, ..] = journals_of(&self.pinned.path);
        let pinned = PinnedPath::of(&log).map_err(Error::internal)?;
        // `Database::open` calls this function once for each file.
        let _ = self.log.set(WriteAheadLog { pinned, anchor });
        Ok(())
    }

    /// Removes the permissions of other users on the file and its journals.
    pub(super) fn make_private(&self) {
        disk::make_private(&self.pinned.path);
        for journal in journals_of(&self.pinned.path) {
            disk::make_private(&journal);
        }
    }

    /// Closes the anchor.
    pub(super) async fn close(&self) -> Result<()> {
        match self.log.get() {
            Some(log) => Ok(log.anchor.close_by_ref().await?),
            None => Ok(()),
        }
    }
}

/// The characters that would end the path in a SQLite URL, and `%`, which begins an escape.
const NOT_IN_PATH: &AsciiSet = &CONTROLS.add(b'%').add(b'?').add(b'#');

/// Returns the file that a URL names, or `None` for another database or one in memory.
pub(crate) fn file_of(url: &str) -> Option<PathBuf> {
    let rest = url.strip_prefix("sqlite:")?;
    let path = rest.strip_prefix("//").unwrap_or(rest).split('?').next()?;
    let is_file = !path.is_empty() && path != ":memory:";
    let path = percent_decode_str(path).decode_utf8().ok()?;
    is_file.then(|| PathBuf::from(path.as_ref()))
}

/// Returns the files that SQLite may keep beside its database: the write-ahead log, the index of that
/// log, and the journal of a database without a write-ahead log.
pub(crate) fn journals_of(file: &Path) -> [PathBuf; 3] {
    ["-wal", "-shm", "-journal"].map(|end| {
        let mut path = file.as_os_str().to_owned();
        path.push(end);
        path.into()
    })
}

/// Returns the URL that names a file.
pub(crate) fn url_of(file: &Path) -> SecretString {
    let path = file.to_string_lossy();
    SecretString::from(format!(
        "sqlite://{}",
        utf8_percent_encode(&path, NOT_IN_PATH)
    ))
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret as _;

    use super::*;

    #[test]
    fn url_of_and_file_of_are_inverse() {
        for path in ["/a/b.db", "a/b.db", "b.db", "/a b/100%?#縁.db"] {
            let url = url_of(Path::new(path));
            assert_eq!(file_of(url.expose_secret()), Some(PathBuf::from(path)));
        }
        for (url, file) in [
            ("sqlite://data/a.db?mode=rwc", Some("data/a.db")),
            ("sqlite:data/a.db", Some("data/a.db")),
            ("sqlite::memory:", None),
            ("sqlite://", None),
            ("postgres://host/a.db", None),
        ] {
            assert_eq!(file_of(url), file.map(PathBuf::from), "{url}");
        }
    }
}
