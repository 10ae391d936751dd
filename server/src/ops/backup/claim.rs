//! Reserves the path of a database during a restore.
//!
//! The restore puts a text file at the path. SQLite refuses to open it, so no program starts with half of
//! a backup, and none creates tables that the restore would then replace.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _};
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use super::manifest::is_plain;
use super::{BackupError, Result, files};
use crate::disk::{self, PRIVATE_FILE};
use crate::store;

/// The beginning of the text file. Each line after it is the name of a file that the restore puts in the
/// file store.
const BEGIN: &str = "This is no database yet: `enmusubi-server restore` is at work here, or was broken \
                     off. Wait for its end, or run it again, which removes what it had left: the \
                     files of STORAGE_URL that are named below.\n";

/// The text file, which this process has locked. Dropping the claim removes the file, unless the database
/// has replaced it.
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
        // Another program may have created a database there since the caller looked.
        claim.require()?;
        Ok(claim)
    }

    /// Replaces the list of names in the text file, and syncs it to the disk. If this restore is killed or
    /// the power fails, the next restore removes the listed files.
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

    /// Replaces the text file by the tables in one step. Fails if another file is there, which would be
    /// lost, or a journal, which SQLite would apply to the tables.
    pub(super) fn give_way_to(&self, tables: &Path) -> Result<()> {
        // Check the database first. An operator who learns of its journal first might move the journal
        // away from the database.
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

    /// Returns true if the path leads to the text file, and no other program has overwritten it.
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
            // If this fails, the next restore takes the file over.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Returns the names of the files that a killed restore may have put in the file store, or `None` if the
/// path holds no claim.
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

/// Fails if a journal lies beside the database, because SQLite would apply it to the restored tables.
pub(super) fn refuse_journals(database: &Path) -> Result<()> {
    let mut beside = store::journals_of(database).into_iter();
    let left = beside.find(|path| fs::symlink_metadata(path).is_ok());
    left.map_or(Ok(()), |path| Err(BackupError::NotEmpty(path)))
}
