//! Files and folders that only their owner may read, and files that must stay in their place.
//!
//! The program also sets its umask, for what libraries write. These functions do not rely on it: the
//! server is a library too, and other programs write beside it.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{
    DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
};
use std::path::{Path, PathBuf};

pub(crate) const PRIVATE_FOLDER: u32 = 0o700;
pub(crate) const PRIVATE_FILE: u32 = 0o600;
/// In a folder with this bit, users may delete only their own files.
const STICKY: u32 = 0o1000;
/// The bits of the owner, the group and the others.
const EVERYBODY: u32 = 0o777;

/// Makes the folder and its parents where they are missing. Folders that are there stay as they are.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(PRIVATE_FOLDER).create(path)
}

/// Makes a new file; one that is there already is an error.
pub(crate) fn create_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(PRIVATE_FILE);
    options.open(path)
}

/// Takes away what the group and others may do with a file or folder of ours. An earlier release, or an
/// operator, may have made it with wider permissions. If that cannot be done, the log says so.
///
/// A folder with the sticky bit, such as `/tmp`, stays as it is: its owner shares it on purpose.
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

/// Warns in the log if the group or others may do anything with a file or folder that is not only ours.
pub(crate) fn warn_if_public(path: &Path) {
    if public_mode_of(path).is_some() {
        warn_of_readers(path, "there are files in it that are not the server's");
    }
}

/// The mode of a file or folder that is there, if it gives the group or others any permission.
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

/// The path of a file or folder that was opened, and its identity. Code that uses the path checks
/// that the same file or folder is still there.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) path: PathBuf,
    /// Device and inode.
    identity: (u64, u64),
}

impl Place {
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize()?;
        let identity = identity_of(&fs::metadata(&path)?);
        Ok(Self { path, identity })
    }

    /// Fails where it was deleted, moved or replaced.
    pub(crate) fn require(&self) -> io::Result<()> {
        if identity_of(&fs::metadata(&self.path)?) == self.identity {
            Ok(())
        } else {
            Err(io::Error::other("something else is in its place"))
        }
    }
}

/// With less free space than this, the server accepts no new registrations or files. Running
/// requests and deletions need some space, and SQLite should not be the first to meet a full disk.
const MIN_FREE_BYTES: u64 = 64 * 1024 * 1024;
/// On a small disk it is enough to keep this part free: one twentieth.
const MIN_FREE_PART: u64 = 20;

/// Fails where the disk of this file or folder is nearly full.
pub(crate) fn require_room(path: &Path) -> io::Result<()> {
    let disk = rustix::fs::statvfs(path)?;
    let n_free = disk.f_bavail.saturating_mul(disk.f_frsize);
    let n_bytes = disk.f_blocks.saturating_mul(disk.f_frsize);
    if n_free < MIN_FREE_BYTES.min(n_bytes / MIN_FREE_PART) {
        return Err(io::ErrorKind::StorageFull.into());
    }
    Ok(())
}

/// The device and the inode: what they name is the same file, whatever its path.
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
    fn new_files_and_folders_are_their_owners() {
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
    fn older_files_and_folders_lose_what_others_may_do() {
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
        // It says so in the log, and goes on.
        make_private(&around.path().join("missing"));
    }
}
