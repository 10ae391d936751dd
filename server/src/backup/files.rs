//! Files that only their owner may read, and what tells two files apart.

use std::fmt::Write as _;
use std::fs::{self, File, Permissions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use aws_lc_rs::digest;
use tempfile::TempDir;

use super::manifest::Entry;
use super::{BackupError, Result};
use crate::disk::{self, PRIVATE_FOLDER, create_file};

const BUFFER_BYTES: usize = 64 * 1024;

/// Says which file it was.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    move |source| BackupError::Io { path, source }
}

/// The beginning of the names of folders that are gone at the end.
const UNFINISHED: &str = ".enmusubi-backup-";

/// A temporary folder that is deleted on drop. The process holds a lock on it, so that other
/// processes can tell it from an abandoned one.
#[derive(Debug)]
pub(super) struct Unfinished {
    folder: TempDir,
    _lock: File,
}

impl Unfinished {
    /// Creates a folder in `parent` that only its owner may enter. First deletes the folders that
    /// killed processes left there: they hold personal data, and nothing else deletes them.
    pub(super) fn create_in(parent: &Path) -> Result<Self> {
        remove_abandoned(parent).map_err(at(parent))?;
        let folder = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .permissions(Permissions::from_mode(PRIVATE_FOLDER))
            .tempdir_in(parent)
            .map_err(at(parent))?;
        let lock = File::open(folder.path()).and_then(|file| file.lock().map(|()| file));
        let lock = lock.map_err(at(folder.path()))?;
        Ok(Self {
            folder,
            _lock: lock,
        })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Removes nothing: the folder has another name by now.
    pub(super) fn keep(self) {
        let _ = self.folder.keep();
    }
}

/// Removes the folders whose lock nobody holds.
fn remove_abandoned(parent: &Path) -> io::Result<()> {
    for entry in fs::read_dir(parent)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_ours = name.to_str().is_some_and(|it| it.starts_with(UNFINISHED));
        if !is_ours || !entry.file_type()?.is_dir() {
            continue;
        }
        // Another process may be done with it just now.
        let Ok(folder) = File::open(entry.path()) else {
            continue;
        };
        if folder.try_lock().is_ok() {
            match fs::remove_dir_all(entry.path()) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

pub(super) fn create_folder(path: &Path) -> Result<()> {
    disk::create_folder(path).map_err(at(path))
}

pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = create_file(path).map_err(at(path))?;
    file.write_all(bytes)
        .and_then(|()| file.sync_all())
        .map_err(at(path))
}

/// Returns true for a regular file and false for a link, a FIFO or nothing. Opening a FIFO would block.
pub(super) fn is_file(path: &Path) -> Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(metadata) => Ok(metadata.is_file()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(at(path)(error)),
    }
}

/// Copies a file and says what was copied; `None` where there is no such file, or what is there is
/// not a file. Nothing is left at `to` unless it is whole.
pub(super) fn copy(from: &Path, to: &Path, name: &str) -> Result<Option<Entry>> {
    if !is_file(from)? {
        return Ok(None);
    }
    let source = match File::open(from) {
        Ok(source) => source,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(at(from)(error)),
    };
    let mut target = create_file(to).map_err(at(to))?;
    let copied = read_through(source, |bytes| target.write_all(bytes))
        .and_then(|read| target.sync_all().map(|()| read));
    match copied {
        Ok((size_bytes, sha256)) => Ok(Some(Entry {
            name: name.to_owned(),
            size_bytes,
            sha256,
        })),
        Err(error) => {
            // The first error is the one to tell.
            let _ = fs::remove_file(to);
            Err(at(to)(error))
        }
    }
}

/// What a file is now.
pub(super) fn measure(path: &Path, name: &str) -> Result<Entry> {
    let read = File::open(path).and_then(|file| read_through(file, |_| Ok(())));
    let (size_bytes, sha256) = read.map_err(at(path))?;
    Ok(Entry {
        name: name.to_owned(),
        size_bytes,
        sha256,
    })
}

/// Makes a rename in this folder survive a power cut.
pub(super) fn sync_folder(path: &Path) -> Result<()> {
    File::open(path)
        .and_then(|folder| folder.sync_all())
        .map_err(at(path))
}

/// Gives the size and the SHA-256 of all that was read.
fn read_through(
    mut file: File,
    mut pass_on: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<(u64, String)> {
    let mut hash = digest::Context::new(&digest::SHA256);
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut size_bytes = 0;
    loop {
        let n_read = file.read(&mut buffer)?;
        if n_read == 0 {
            break;
        }
        hash.update(&buffer[..n_read]);
        pass_on(&buffer[..n_read])?;
        size_bytes += n_read as u64;
    }
    let mut digits = String::new();
    for byte in hash.finish().as_ref() {
        // Writing to a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
    }
    Ok((size_bytes, digits))
}
