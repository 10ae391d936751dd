//! The cache folder: it has a folder for each stored file, and in it a file for each picture, with the
//! name `recipe~modifiers~nonce`. Each write uses a new nonce, so that the removal of an old picture
//! cannot remove a newer one. A file gets its name only after all of its bytes are written.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use enmusubi_core::profile::is_upload_name;
use uuid::Uuid;

use super::Key;
use crate::disk::{create_file, create_folder, make_private, make_private_if_ours};

/// The version of the encoders' settings. Increase it when they change, so that the server shows no
/// picture that was rendered with the old ones.
pub(crate) const RECIPE: &str = "1";
/// The extension of an unfinished file.
const PART: &str = "part";

/// A picture in the folder.
#[derive(Debug, Clone)]
pub(super) struct Stored {
    nonce: String,
    pub(super) n_bytes: u64,
}

impl Stored {
    pub(super) fn path(&self, folder: &Path, key: &Key) -> PathBuf {
        let name = format!("{RECIPE}~{}~{}", key.modifiers, self.nonce);
        folder.join(&key.file_id).join(name)
    }
}

/// Lists the pictures in the folder, oldest first. Removes unfinished files, and pictures that an
/// earlier release encoded with other settings.
///
/// A wrong `IMAGE_CACHE_DIR` may name a folder with other files, such as a home folder. The server
/// leaves those files unchanged, and also the permissions of a folder that holds any.
pub(super) fn list(folder: &Path) -> io::Result<Vec<(Key, Stored)>> {
    create_folder(folder)?;
    let mut found = Vec::new();
    let mut has_only_our_files = true;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        match kind_of(&entry)? {
            Entry::PicturesOfOneFile => match take_over(&path) {
                Ok(pictures) => found.extend(pictures),
                // The pictures of all other files can still be used.
                Err(error) => report(Err(error)),
            },
            Entry::Part => remove_file(&path),
            Entry::Foreign => has_only_our_files = false,
        }
    }
    make_private_if_ours(folder, has_only_our_files);
    Ok(oldest_first(found))
}

/// An entry of the folder.
enum Entry {
    PicturesOfOneFile,
    /// An unfinished file of a server that was killed.
    Part,
    /// An entry that the cache did not create.
    Foreign,
}

/// Determines the kind of an entry by its name: the id of a stored file, or a nonce and [`PART`].
fn kind_of(entry: &fs::DirEntry) -> io::Result<Entry> {
    let kind = entry.file_type()?;
    let name = entry.file_name();
    let name = name.to_str().unwrap_or_default();
    Ok(if kind.is_dir() && is_upload_name(name) {
        Entry::PicturesOfOneFile
    } else if kind.is_file() && is_part_name(name) {
        Entry::Part
    } else {
        Entry::Foreign
    })
}

fn is_part_name(name: &str) -> bool {
    let nonce = name.strip_suffix(PART).and_then(|it| it.strip_suffix('.'));
    nonce.is_some_and(|nonce| {
        Uuid::try_parse(nonce).is_ok_and(|uuid| uuid.simple().to_string() == nonce)
    })
}

/// Lists the pictures in the folder of one file, and removes everything else in it.
fn take_over(path: &Path) -> io::Result<Found> {
    make_private(path);
    let (pictures, others) = list_one(path)?;
    for other in &others {
        remove_file(other);
    }
    remove_empty(path);
    Ok(pictures)
}

type Found = Vec<(SystemTime, Key, Stored)>;

/// Lists the cached pictures in the folder of one file, and the paths of everything else in it.
fn list_one(path: &Path) -> io::Result<(Found, Vec<PathBuf>)> {
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        match read_name(path, &entry.file_name()) {
            Some((key, nonce)) => {
                // Another thread may have removed it just now.
                let Ok(metadata) = entry.metadata() else {
                    continue;
                };
                let written_at = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                let n_bytes = metadata.len();
                found.push((written_at, key, Stored { nonce, n_bytes }));
            }
            None => others.push(entry.path()),
        }
    }
    Ok((found, others))
}

fn oldest_first(mut found: Found) -> Vec<(Key, Stored)> {
    found.sort_by_key(|(written_at, ..)| *written_at);
    let found = found.into_iter();
    found.map(|(_, key, stored)| (key, stored)).collect()
}

/// Removes the oldest pictures of a file beyond `max_pictures`, but not the one that was just `written`.
/// Returns the keys of the removed pictures.
pub(super) fn remove_surplus(
    folder: &Path,
    key: &Key,
    written: &Stored,
    max_pictures: usize,
) -> Vec<Key> {
    // The folder is gone if the photo was deleted just now.
    let (mut found, _) = list_one(&folder.join(&key.file_id)).unwrap_or_default();
    found.retain(|(.., stored)| stored.nonce != written.nonce);
    let mut surplus = oldest_first(found);
    surplus.truncate((surplus.len() + 1).saturating_sub(max_pictures));
    for (key, stored) in &surplus {
        remove(folder, key, stored);
    }
    surplus.into_iter().map(|(key, _)| key).collect()
}

/// Writes a picture under another name first and flushes it to the disk.
pub(super) fn write(folder: &Path, key: &Key, bytes: &[u8]) -> io::Result<Stored> {
    create_folder(folder)?;
    let stored = Stored {
        nonce: Uuid::new_v4().simple().to_string(),
        n_bytes: bytes.len() as u64,
    };
    let part = folder.join(format!("{}.{PART}", stored.nonce));
    let path = stored.path(folder, key);
    let written = write_whole(&part, bytes)
        .and_then(|()| create_folder(&folder.join(&key.file_id)))
        .and_then(|()| fs::rename(&part, &path));
    if let Err(error) = written {
        remove_file(&part);
        return Err(error);
    }
    Ok(stored)
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = create_file(path)?;
    file.write_all(bytes)?;
    file.sync_data()
}

pub(super) fn remove(folder: &Path, key: &Key, stored: &Stored) {
    let path = stored.path(folder, key);
    remove_file(&path);
    if let Some(folder) = path.parent() {
        remove_empty(folder);
    }
}

pub(super) fn remove_folder(folder: &Path) {
    report(fs::remove_dir_all(folder));
}

fn read_name(folder: &Path, name: &OsStr) -> Option<(Key, String)> {
    let mut parts = name.to_str()?.split('~');
    let (recipe, modifiers, nonce) = (parts.next()?, parts.next()?, parts.next()?);
    let file_id = folder.file_name()?.to_str()?.to_owned();
    let key = Key {
        file_id,
        modifiers: modifiers.to_owned(),
    };
    (recipe == RECIPE && parts.next().is_none()).then(|| (key, nonce.to_owned()))
}

fn remove_file(path: &Path) {
    report(fs::remove_file(path));
}

/// Removes a folder if it is empty. If it is not, `remove_dir` fails, and the folder stays.
fn remove_empty(folder: &Path) {
    let _ = fs::remove_dir(folder);
}

/// Logs a failed removal, without the name, which is a photo's. A missing file is no failure.
fn report(result: io::Result<()>) {
    if let Err(error) = result
        && error.kind() != ErrorKind::NotFound
    {
        tracing::warn!(kind = %error.kind(), "a picture cannot be removed");
    }
}
