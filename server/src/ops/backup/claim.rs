//! Holds the place of a database while a backup is restored there.
//!
//! A text file stands where the database will be. SQLite finds no database in it, so that no program
//! starts on half of a backup, and no tables come into being that the restore would replace.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _};
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use super::manifest::is_plain;
use super::{BackupError, Result, files};
use crate::ops::disk::{self, PRIVATE_FILE};
use crate::store;

/// The beginning of the text file. After it, each line is the name of a file that the restore puts in
/// the file store.
const BEGIN: &str = "This is no database yet: `enmusubi-server restore` is at work here, or was broken \
                     off. Wait for its end, or run it again, which removes what it had left: the \
                     files of STORAGE_URL that are named below.\n";

/// The text file, locked by this process. It is removed on drop, unless the database has replaced it.
#[derive(Debug)]
pub(super) struct Claim {
    path: PathBuf,
    file: File,
}

impl Claim {
    /// Writes the text file, or takes over the one that a killed restore has left.
    pub(super) fn take(path: &Path) -> Result<Self> {
        let mut options = OpenOptions::new();
        options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(PRIVATE_FILE);
        let file = options.open(path).map_err(files::at(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(BackupError::Restoring(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(files::at(path)(error)),
        }
        let length = file.metadata().map_err(files::at(path))?.len();
        if length == 0 {
            file.write_all_at(BEGIN.as_bytes(), 0)
                .map_err(files::at(path))?;
        }
        let path = path.to_owned();
        let claim = Self { path, file };
        // Somebody may have put a database there since the caller looked.
        claim.require()?;
        Ok(claim)
    }

    /// Writes down what the restore will put in the file store, in place of what was written down
    /// before. It survives a power cut, so that the next restore can remove the files.
    pub(super) fn write_names<'a>(&self, names: impl Iterator<Item = &'a str>) -> Result<()> {
        let lines: String = names.flat_map(|name| [name, "\n"]).collect();
        let begin = BEGIN.len() as u64;
        self.file
            .set_len(begin)
            .and_then(|()| self.file.write_all_at(lines.as_bytes(), begin))
            .and_then(|()| self.file.sync_all())
            .map_err(files::at(&self.path))?;
        files::sync_folder(super::parent_of(&self.path))
    }

    /// Puts the tables in the place of the text file, at once. Fails where anything else is there: it
    /// would be lost, or it would be played onto the tables.
    pub(super) fn give_way_to(&self, tables: &Path) -> Result<()> {
        // In this order: whoever was told of a journal first might move it away from its database.
        self.require()?;
        refuse_journals(&self.path)?;
        fs::rename(tables, &self.path).map_err(files::at(&self.path))
    }

    fn require(&self) -> Result<()> {
        if self.is_in_place().map_err(files::at(&self.path))? {
            return Ok(());
        }
        Err(BackupError::NotEmpty(self.path.clone()))
    }

    /// Returns true if the path leads to the text file, and nobody has written anything else to it.
    fn is_in_place(&self) -> io::Result<bool> {
        let there = match fs::symlink_metadata(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            found => found?,
        };
        let ours = self.file.metadata()?;
        let is_same = disk::identity_of(&there) == disk::identity_of(&ours);
        Ok(is_same && files::begins_with(&self.file, BEGIN.as_bytes())?)
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if self.is_in_place().unwrap_or(false) {
            // If it cannot be removed, the next restore takes it over.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The files that a restore which was killed may have put in the file store; `None` if no restore
/// stands at this path.
pub(super) fn names_in(path: &Path) -> Result<Option<Vec<String>>> {
    if !files::is_file(path)? {
        return Ok(None);
    }
    let read = || {
        let mut file = File::open(path)?;
        if !files::begins_with(&file, BEGIN.as_bytes())? {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let names = text.lines().skip(1).filter(|name| is_plain(name));
        Ok(Some(names.map(str::to_owned).collect()))
    };
    read().map_err(files::at(path))
}

/// A journal that was left beside tables would be played onto ours.
pub(super) fn refuse_journals(database: &Path) -> Result<()> {
    let mut beside = store::journals_of(database).into_iter();
    let left = beside.find(|path| fs::symlink_metadata(path).is_ok());
    left.map_or(Ok(()), |path| Err(BackupError::NotEmpty(path)))
}
