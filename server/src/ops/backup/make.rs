//! Makes a backup while the server runs.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use tokio_util::sync::CancellationToken;

use super::files::{FileEntry, TemporaryFolder, UNFINISHED};
use super::manifest::{Manifest, is_plain};
use super::{
    BLOBS, BackupError, DATABASE, DataPaths, MANIFEST, Report, Result, claim, files, parent_of,
};
use crate::clock::Clock;
use crate::disk;
use crate::ops::config::Config;
use crate::store::file::snapshot::{self, NamedFile};
use crate::store::{self, Database};

/// The number of attempts. An attempt fails if a file is deleted between the snapshot and its copy.
const MAX_ROUNDS: usize = 10;

/// Writes the tables and files to a new folder, which gets its name only when it is complete. Dropping
/// the future removes the unfinished folder.
///
/// The report counts the files that profiles show but the file store does not have. The caller decides
/// with [`Report::require_all_files`] if that is an error. The function fails if the folder of the file
/// store is missing.
pub async fn make(config: &Config, clock: &Clock, to: &Path) -> Result<Report> {
    let paths = DataPaths::of(config)?;
    let name = to.file_name().and_then(OsStr::to_str);
    if name.is_some_and(|name| name.starts_with(UNFINISHED)) {
        return Err(BackupError::Reserved(to.to_owned()));
    }
    if fs::symlink_metadata(to).is_ok() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    if !paths.database.is_file() {
        return Err(BackupError::NoDatabase(paths.database));
    }
    let parent = parent_of(to);
    files::create_folder(parent)?;
    // The folder is private, and dropping it after an error deletes it.
    let unfinished = TemporaryFolder::create_in(parent)?;
    files::create_folder(&unfinished.path().join(BLOBS))?;

    let database = match Database::open(&config.database_url).await {
        Ok(database) => database,
        // Look at the file only now. Closing a file that this process has open as a database would
        // release SQLite's locks.
        Err(_) if claim::names_in(&paths.database)?.is_some() => {
            return Err(BackupError::Restoring(paths.database));
        }
        Err(error) => return Err(error.into()),
    };
    let written = write(&database, &paths, clock, unfinished).await;
    database.close().await?;
    let (unfinished, report) = written?;

    unfinished.finish(to)?;
    files::sync_folder(parent)?;
    Ok(report)
}

/// Fills the folder, which this function owns and lends to the threads that write to it.
pub(super) async fn write(
    database: &Database,
    paths: &DataPaths,
    clock: &Clock,
    mut unfinished: TemporaryFolder,
) -> Result<(TemporaryFolder, Report)> {
    let store = disk::PinnedPath::of(&paths.blobs).ok();
    let mut copies = Copies {
        from: paths.blobs.clone(),
        to: unfinished.path().join(BLOBS),
        done: BTreeMap::new(),
    };
    let snapshot = unfinished.path().join(DATABASE);
    for _ in 0..MAX_ROUNDS {
        let created_at = clock.now();
        if snapshot.exists() {
            fs::remove_file(&snapshot).map_err(files::at(&snapshot))?;
        }
        snapshot::write(database, &snapshot).await?;
        fs::set_permissions(&snapshot, Permissions::from_mode(0o600))
            .map_err(files::at(&snapshot))?;
        let (schema, named) = look_into(&snapshot).await?;
        let lost;
        (unfinished, copies, lost) = files::in_thread(move |stop| {
            let lost = copies.bring(&named, stop)?;
            Ok((unfinished, copies, lost))
        })
        .await?;
        if was_one_deleted(database, &lost).await? {
            continue;
        }
        let is_there = store.as_ref().is_some_and(|it| it.require().is_ok());
        if !lost.is_empty() && !is_there {
            return Err(BackupError::StoreMissing {
                folder: paths.blobs.clone(),
                n_lost: lost.len(),
            });
        }
        return files::in_thread(move |stop| {
            let contents = Contents {
                created_at,
                schema,
                files: copies.done.into_values().collect(),
                lost,
            };
            let report = contents.complete(unfinished.path(), stop)?;
            Ok((unfinished, report))
        })
        .await;
    }
    Err(BackupError::FilesChanging)
}

/// The parts of the manifest that do not describe the database.
struct Contents {
    created_at: DateTime<Utc>,
    schema: String,
    files: Vec<FileEntry>,
    lost: Vec<String>,
}

impl Contents {
    /// Writes the manifest, which completes the backup.
    fn complete(self, to: &Path, stop: &CancellationToken) -> Result<Report> {
        let tables = files::measure(&to.join(DATABASE), DATABASE, stop)?;
        let file_bytes: u64 = self.files.iter().map(|file| file.size_bytes).sum();
        let report = Report {
            n_files: self.files.len(),
            size_bytes: file_bytes + tables.size_bytes,
            n_lost: self.lost.len(),
        };
        let manifest = Manifest::new(self.created_at, self.schema, tables, self.files, self.lost);
        files::write(&to.join(MANIFEST), &manifest.to_json())?;
        files::sync_folder(&to.join(BLOBS))?;
        files::sync_folder(to)?;
        Ok(report)
    }
}

/// Reads the schema version of a snapshot and the names of its files.
async fn look_into(snapshot: &Path) -> Result<(String, Vec<NamedFile>)> {
    let database = Database::open(&store::url_of(snapshot)).await?;
    let schema = snapshot::schema(&database).await?;
    let named = snapshot::list_files(&database).await?;
    database.close().await?;
    Ok((schema.map_err(BackupError::OtherVersion)?, named))
}

/// Returns true if one of the missing files was deleted after the snapshot, which then is too old. A file
/// that profiles still show was lost for another reason.
async fn was_one_deleted(database: &Database, lost: &[String]) -> Result<bool> {
    for name in lost {
        if !snapshot::is_attached(database, name).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The copied files of an unfinished backup. A stored file never changes, so a second attempt copies only the new
/// files.
struct Copies {
    from: PathBuf,
    to: PathBuf,
    done: BTreeMap<String, FileEntry>,
}

impl Copies {
    /// Copies the named files, deletes copies that are no longer named, and returns the names of missing
    /// files that profiles show.
    fn bring(&mut self, named: &[NamedFile], stop: &CancellationToken) -> Result<Vec<String>> {
        let mut earlier = std::mem::take(&mut self.done);
        let mut lost = Vec::new();
        for NamedFile { name, is_attached } in named.iter().filter(|file| is_plain(&file.name)) {
            let entry = match earlier.remove(name) {
                Some(entry) => Some(entry),
                None => files::copy(&self.from.join(name), &self.to.join(name), name, stop)?,
            };
            if let Some(entry) = entry {
                self.done.insert(name.clone(), entry);
            } else if *is_attached {
                lost.push(name.clone());
            }
        }
        for name in earlier.keys() {
            let path = self.to.join(name);
            fs::remove_file(&path).map_err(files::at(&path))?;
        }
        Ok(lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::World;

    fn named(names: &[&str]) -> Vec<NamedFile> {
        let file = |name: &&str| NamedFile {
            name: (*name).to_owned(),
            is_attached: true,
        };
        names.iter().map(file).collect()
    }

    #[test]
    fn a_file_that_was_deleted_between_two_attempts_is_removed_from_the_copies() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        for path in [&from, &to] {
            fs::create_dir(path).unwrap();
        }
        for name in ["a", "b", "c"] {
            fs::write(from.join(name), name).unwrap();
        }
        let done = BTreeMap::new();
        let mut copies = Copies { from, to, done };
        let stop = CancellationToken::new();
        let lost = copies.bring(&named(&["a", "b", "d"]), &stop).unwrap();
        assert_eq!(lost, ["d"]);
        let lost = copies.bring(&named(&["b", "c"]), &stop).unwrap();
        assert!(lost.is_empty());
        assert_eq!(copies.done.keys().collect::<Vec<_>>(), ["b", "c"]);
        assert!(!copies.to.join("a").exists());
        assert_eq!(fs::read(copies.to.join("c")).unwrap(), b"c");
    }

    #[tokio::test]
    async fn a_missing_file_starts_another_attempt_unless_a_profile_still_shows_it() {
        let world = World::open().await;
        let database = &world.app.database;
        let shown = world.register().await;
        let untaken = world.upload_photo().await;
        for (names, is_deletion) in [
            (vec![], false),
            (vec![shown.clone()], false),
            (vec![shown, untaken], true),
            (vec!["never-heard-of".to_owned()], true),
        ] {
            assert_eq!(
                was_one_deleted(database, &names).await.unwrap(),
                is_deletion
            );
        }
    }
}
