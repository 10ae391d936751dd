//! Creates files and folders that only their owner may read, detects files that were replaced, and
//! measures free space.
//!
//! The program also sets its umask for files that libraries write. These functions do not rely on it,
//! because tests use the server as a library, and other programs write to the same folders.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{
    DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
};
use std::path::{Path, PathBuf};

pub(crate) const PRIVATE_FOLDER: u32 = 0o700;
pub(crate) const PRIVATE_FILE: u32 = 0o600;
/// Users may delete only their own files in a folder with this bit.
const STICKY: u32 = 0o1000;
/// The permissions of the owner, the group and all other users.
const EVERYBODY: u32 = 0o777;

/// Creates the folder and its missing parents. Existing folders keep their permissions.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(PRIVATE_FOLDER).create(path)
}

/// Creates a file, and fails if it exists.
pub(crate) fn create_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(PRIVATE_FILE);
    options.open(path)
}

/// Removes the permissions of the group and of other users from a file or folder of the server, which an operator may
/// have created with wider permissions. If the server cannot change them, it logs a warning.
///
/// The function does not change a folder with the sticky bit, such as `/tmp`, which users share on
/// purpose. It logs a warning instead.
pub(crate) fn make_private(path: &Path) {
    let Some(mode) = public_mode_of(path) else {
        return;
    };
    if mode & STICKY != 0 {
        return warn_of_readers(path, "it is a folder that users share");
    }
    let private = Permissions::from_mode(mode & PRIVATE_FOLDER);
    if let Err(error) = fs::set_permissions(path, private) {
        warn_of_readers(path, &error.kind().to_string());
    }
}

/// Makes the folder of a setting private if all its files are the server's. A wrong setting may name a
/// folder that other programs need, such as `/tmp` or a home folder. The function does not change such a
/// folder. It logs a warning if other users have any permission for it.
pub(crate) fn make_private_if_ours(folder: &Path, has_only_our_files: bool) {
    if has_only_our_files {
        make_private(folder);
    } else if public_mode_of(folder).is_some() {
        warn_of_readers(folder, "there are files in it that are not the server's");
    }
}

/// Returns the mode of an existing file or folder if it gives the group or other users any permission.
fn public_mode_of(path: &Path) -> Option<u32> {
    let mode = fs::metadata(path).ok()?.permissions().mode();
    (mode & EVERYBODY & !PRIVATE_FOLDER != 0).then_some(mode)
}

fn warn_of_readers(path: &Path, reason: &str) {
    tracing::warn!(
        path = %path.display(),
        reason,
        "other users of this machine may be able to read personal data, and the server does not \
         change that: take their permissions away (chmod go-rwx)"
    );
}

/// The path and the identity of a file or folder, with which later code checks that the same file or
/// folder is still at the path.
#[derive(Debug, Clone)]
pub(crate) struct PinnedPath {
    pub(crate) path: PathBuf,
    device_and_inode: (u64, u64),
}

impl PinnedPath {
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize()?;
        let device_and_inode = identity_of(&fs::metadata(&path)?);
        Ok(Self {
            path,
            device_and_inode,
        })
    }

    /// Fails if the file or folder was deleted, moved or replaced.
    pub(crate) fn require(&self) -> io::Result<()> {
        if identity_of(&fs::metadata(&self.path)?) == self.device_and_inode {
            Ok(())
        } else {
            Err(io::Error::other("something else is in its place"))
        }
    }
}

/// The server accepts no new registrations or files below this much free space. Running requests and
/// deletions need the rest, and SQLite should never meet a full disk.
const MIN_FREE_BYTES: u64 = 64 * 1024 * 1024;
/// A small disk needs one twentieth of its size as free space.
const MIN_FREE_PART: u64 = 20;

/// Fails if the disk of this file or folder is nearly full.
pub(crate) fn require_room(path: &Path) -> io::Result<()> {
    let disk = rustix::fs::statvfs(path)?;
    let n_free = disk.f_bavail.saturating_mul(disk.f_frsize);
    let n_bytes = disk.f_blocks.saturating_mul(disk.f_frsize);
    if n_free < MIN_FREE_BYTES.min(n_bytes / MIN_FREE_PART) {
        return Err(io::ErrorKind::StorageFull.into());
    }
    Ok(())
}

/// Returns the device and the inode, which identify a file whatever its path is.
pub(crate) fn identity_of(metadata: &Metadata) -> (u64, u64) {
    (metadata.dev(), metadata.ino())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode_of(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn only_the_owner_may_read_new_files_and_folders() {
        let around = tempfile::tempdir().unwrap();
        let folder = around.path().join("a/b");
        create_folder(&folder).unwrap();
        let file = folder.join("c");
        create_file(&file).unwrap();
        assert_eq!(
            create_file(&file).unwrap_err().kind(),
            io::ErrorKind::AlreadyExists
        );
        assert_eq!(mode_of(&around.path().join("a")), 0o700);
        assert_eq!((mode_of(&folder), mode_of(&file)), (0o700, 0o600));
    }

    #[test]
    fn existing_files_and_folders_lose_the_permissions_of_other_users() {
        let around = tempfile::tempdir().unwrap();
        for (before, after) in [
            (0o755, 0o700),
            (0o644, 0o600),
            (0o2770, 0o700),
            (0o500, 0o500),
            (0o1777, 0o777),
        ] {
            fs::set_permissions(around.path(), Permissions::from_mode(before)).unwrap();
            make_private(around.path());
            assert_eq!(mode_of(around.path()), after, "{before:o}");
        }
        // A missing folder only causes a warning in the log.
        make_private(&around.path().join("missing"));
    }
}
