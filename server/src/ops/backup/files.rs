//! Copies and measures files, and manages temporary folders.

use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{FileExt as _, PermissionsExt as _};
use std::path::Path;

use aws_lc_rs::digest;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

use super::{BackupError, Result};
use crate::disk::{self, PRIVATE_FOLDER, create_file};
use crate::error::Error;

const BUFFER_BYTES: usize = 64 * 1024;

/// Adds the path to an error.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    move |source| BackupError::Io { path, source }
}

/// Runs blocking work on another thread. Dropping the future cancels the token of the work. The work should
/// own everything that must be cleaned up then, so that the cleanup follows its last write.
pub(super) async fn in_thread<T: Send + 'static>(
    work: impl FnOnce(&CancellationToken) -> Result<T> + Send + 'static,
) -> Result<T> {
    let stop = CancellationToken::new();
    let _stop_on_drop = stop.clone().drop_guard();
    spawn_blocking(move || work(&stop))
        .await
        .map_err(Error::internal)?
}

/// The prefix of the names of temporary folders.
pub(super) const UNFINISHED: &str = ".enmusubi-backup-";
/// The number of random letters and digits after the prefix.
const RANDOM_CHARS: usize = 6;
/// The name of a file that a temporary folder holds until it is complete.
pub(super) const MARKER: &str = "unfinished";

/// A temporary folder that is deleted on drop. The process locks it, so that other processes do not
/// mistake it for an abandoned one.
#[derive(Debug)]
pub(super) struct TemporaryFolder {
    folder: TempDir,
    _lock: File,
}

impl TemporaryFolder {
    /// Creates a folder in `parent` that only its owner may enter. Before that it deletes the folders that
    /// killed processes left there, because they hold personal data and no other code deletes them.
    pub(super) fn create_in(parent: &Path) -> Result<Self> {
        remove_abandoned(parent).map_err(at(parent))?;
        let folder = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .rand_bytes(RANDOM_CHARS)
            .permissions(Permissions::from_mode(PRIVATE_FOLDER))
            .tempdir_in(parent)
            .map_err(at(parent))?;
        let lock = File::open(folder.path()).and_then(|file| file.lock().map(|()| file));
        let lock = lock.map_err(at(folder.path()))?;
        // Lock before writing the marker: with the marker, other processes may delete an unlocked folder.
        write(&folder.path().join(MARKER), &[])?;
        Ok(Self {
            folder,
            _lock: lock,
        })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Renames the folder, and then removes its marker. In the reverse order, a kill between the two steps
    /// would leave a folder that no code deletes.
    pub(super) fn finish(self, to: &Path) -> Result<()> {
        fs::rename(self.path(), to).map_err(|error| match error.kind() {
            ErrorKind::DirectoryNotEmpty | ErrorKind::NotADirectory => {
                BackupError::Exists(to.to_owned())
            }
            _ => at(to)(error),
        })?;
        // The folder has left its old name, so drop must not delete it.
        let _ = self.folder.keep();
        let marker = to.join(MARKER);
        fs::remove_file(&marker).map_err(at(&marker))?;
        sync_folder(to)
    }
}

/// Removes the temporary folders that no process has locked.
fn remove_abandoned(parent: &Path) -> io::Result<()> {
    for entry in fs::read_dir(parent)? {
        let entry = entry?;
        let path = entry.path();
        if !entry.file_type()?.is_dir() || !is_unfinished(&path) {
            continue;
        }
        // Another process may have renamed or deleted the folder meanwhile.
        let Ok(folder) = File::open(&path) else {
            continue;
        };
        if folder.try_lock().is_ok() {
            match fs::remove_dir_all(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Returns true if the folder is a temporary folder. A finished backup that an operator has given such a name has no
/// marker.
pub(super) fn is_unfinished(folder: &Path) -> bool {
    // Resolve the path first, because it may end in `..`.
    let Ok(folder) = folder.canonicalize() else {
        return false;
    };
    let name = folder.file_name().and_then(|name| name.to_str());
    let random = name.and_then(|name| name.strip_prefix(UNFINISHED));
    let is_random =
        |it: &str| it.len() == RANDOM_CHARS && it.bytes().all(|byte| byte.is_ascii_alphanumeric());
    random.is_some_and(is_random) && is_file(&folder.join(MARKER)).unwrap_or(false)
}

pub(super) fn create_folder(path: &Path) -> Result<()> {
    disk::create_folder(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
            BackupError::NoFolder(path.to_owned())
        }
        _ => at(path)(error),
    })
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
        Err(error) => match error.kind() {
            // The path may also lead through a file.
            ErrorKind::NotFound | ErrorKind::NotADirectory => Ok(false),
            _ => Err(at(path)(error)),
        },
    }
}

/// Returns true if the file's first bytes are these.
pub(super) fn begins_with(file: &File, bytes: &[u8]) -> io::Result<bool> {
    let mut begin = vec![0; bytes.len()];
    match file.read_exact_at(&mut begin, 0) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        read => read.map(|()| begin == bytes),
    }
}

/// The description of a file in a backup.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileEntry {
    /// The name without a folder.
    pub(super) name: String,
    pub(super) size_bytes: u64,
    /// The hash in hexadecimal digits.
    pub(super) sha256: String,
}

/// Copies a file and returns its entry, or `None` if `from` is not a regular file. After an error, `to` does
/// not exist.
pub(super) fn copy(
    from: &Path,
    to: &Path,
    name: &str,
    stop: &CancellationToken,
) -> Result<Option<FileEntry>> {
    if !is_file(from)? {
        return Ok(None);
    }
    let source = match File::open(from) {
        Ok(source) => source,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(at(from)(error)),
    };
    let mut target = create_file(to).map_err(at(to))?;
    let copied = read_through(source, stop, |bytes| target.write_all(bytes))
        .and_then(|read| target.sync_all().map(|()| read));
    match copied {
        Ok((size_bytes, sha256)) => Ok(Some(FileEntry {
            name: name.to_owned(),
            size_bytes,
            sha256,
        })),
        Err(error) => {
            // Report the first error, even if this fails too.
            let _ = fs::remove_file(to);
            Err(at(to)(error))
        }
    }
}

/// Returns the entry of an existing file.
pub(super) fn measure(path: &Path, name: &str, stop: &CancellationToken) -> Result<FileEntry> {
    let read = File::open(path).and_then(|file| read_through(file, stop, |_| Ok(())));
    let (size_bytes, sha256) = read.map_err(at(path))?;
    Ok(FileEntry {
        name: name.to_owned(),
        size_bytes,
        sha256,
    })
}

/// Syncs a folder, so that a rename in it survives a power cut.
pub(super) fn sync_folder(path: &Path) -> Result<()> {
    File::open(path)
        .and_then(|folder| folder.sync_all())
        .map_err(at(path))
}

/// Reads the file to its end, passes the bytes on, and returns their number and SHA-256.
fn read_through(
    mut file: File,
    stop: &CancellationToken,
    mut pass_on: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<(u64, String)> {
    let mut hash = digest::Context::new(&digest::SHA256);
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut size_bytes = 0;
    loop {
        if stop.is_cancelled() {
            return Err(ErrorKind::Interrupted.into());
        }
        let n_read = file.read(&mut buffer)?;
        if n_read == 0 {
            break;
        }
        hash.update(&buffer[..n_read]);
        pass_on(&buffer[..n_read])?;
        size_bytes += n_read as u64;
    }
    Ok((size_bytes, hex::encode(hash.finish())))
}
