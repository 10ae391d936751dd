//! Restores a backup to an empty database path and an empty file store.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tokio_util::sync::CancellationToken;

use super::claim::{self, Claim};
use super::files::{FileEntry, TemporaryFolder, in_thread};
use super::manifest::Manifest;
use super::{BLOBS, BackupError, DATABASE, DataPaths, Report, Result, files, parent_of};
use crate::ops::config::Config;
use crate::store::file::snapshot;
use crate::store::{self, Database, ForeignDatabase};

/// Checks the backup and restores it to the paths of the settings. The tables come last, with one rename.
/// Until then a locked text file reserves their path, so that no server starts with half of the backup.
/// After an error, or if the future is dropped, the paths are empty again. The next restore removes the
/// files of a killed one.
pub async fn restore(config: &Config, from: &Path) -> Result<Report> {
    let paths = DataPaths::of(config)?;
    let manifest = Manifest::read(from)?;
    refuse_full(&paths)?;
    let folder = parent_of(&paths.database).to_owned();
    files::create_folder(&folder)?;
    files::create_folder(&paths.blobs)?;
    let restored = RestoredFiles::begin(&paths, &folder, &manifest)?;

    let tables = restored.tables();
    let from = from.to_owned();
    let (restored, manifest) = in_thread(move |stop| {
        let mut restored = restored;
        restored.put_files(&manifest, &from, stop)?;
        Ok((restored, manifest))
    })
    .await?;
    bring_up_to_date(&tables, &manifest).await?;

    restored.claim.give_way_to(&tables)?;
    restored.put.keep();
    files::sync_folder(&folder)?;
    Ok(Report {
        n_files: manifest.files.len(),
        size_bytes: manifest
            .files
            .iter()
            .map(|file| file.size_bytes)
            .sum::<u64>()
            + manifest.database.size_bytes,
        n_lost: manifest.lost.len(),
    })
}

/// Refuses paths that are not empty, except for the files of a killed restore.
fn refuse_full(paths: &DataPaths) -> Result<()> {
    let database = &paths.database;
    let left = claim::names_in(database)?;
    // Refuse a link too, because the rename would replace the link and not its target.
    let is_empty = |it: &fs::Metadata| it.is_file() && it.len() == 0;
    let is_free = match fs::symlink_metadata(database) {
        Ok(found) => left.is_some() || is_empty(&found),
        Err(_) => true,
    };
    if !is_free {
        return Err(BackupError::NotEmpty(database.clone()));
    }
    claim::refuse_journals(database)?;
    let left: BTreeSet<String> = left.into_iter().flatten().collect();
    let is_left = |entry: io::Result<fs::DirEntry>| {
        entry.is_ok_and(|it| it.file_name().to_str().is_some_and(|it| left.contains(it)))
    };
    if fs::read_dir(&paths.blobs).is_ok_and(|mut files| !files.all(is_left)) {
        return Err(BackupError::NotEmpty(paths.blobs.clone()));
    }
    Ok(())
}

/// Checks the tables in the temporary folder, and runs new migrations. The tables must be a
/// complete database of this program, and every file that they name must be in the manifest.
async fn bring_up_to_date(tables: &Path, manifest: &Manifest) -> Result<()> {
    let damaged = |why: &str| BackupError::Damaged(format!("{DATABASE} {why}"));
    // SQLite would turn an empty file into a database.
    let begins = fs::File::open(tables).and_then(|file| files::begins_with(&file, SQLITE));
    if !begins.map_err(files::at(tables))? {
        return Err(damaged("is no SQLite database"));
    }
    let opened = Database::open(&store::url_of(tables)).await;
    let database = opened.map_err(|error| match error.detail() {
        Some(cause) if cause.downcast_ref::<ForeignDatabase>().is_some() => damaged(FOREIGN),
        Some(cause) => damaged(&format!("cannot be opened ({cause})")),
        None => damaged(&format!("cannot be opened ({error})")),
    })?;
    if !snapshot::is_whole(&database).await.unwrap_or(false) {
        return Err(damaged("is not a whole database"));
    }
    let foreign = |_| damaged(FOREIGN);
    let schema = snapshot::schema(&database).await.map_err(foreign)?;
    schema.map_err(BackupError::OtherVersion)?;
    let known: BTreeSet<&str> = manifest
        .files
        .iter()
        .map(|entry| entry.name.as_str())
        .chain(manifest.lost.iter().map(String::as_str))
        .collect();
    let named = snapshot::list_files(&database).await.map_err(foreign)?;
    if named
        .iter()
        .any(|file| file.is_attached && !known.contains(file.name.as_str()))
    {
        return Err(damaged("names files that the manifest does not"));
    }
    database.migrate().await?;
    Ok(database.close().await?)
}

const FOREIGN: &str = "does not hold the tables of Enmusubi";

/// The first bytes of a SQLite database. Only an empty database lacks them.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// The files that a restore has created. Drop removes them, and the claim last, so that no server starts before the
/// other files are gone.
struct RestoredFiles {
    put: PutFiles,
    waiting: TemporaryFolder,
    claim: Claim,
}

impl RestoredFiles {
    fn begin(paths: &DataPaths, folder: &Path, manifest: &Manifest) -> Result<Self> {
        let claim = Claim::take(&paths.database)?;
        let left = PutFiles {
            folder: paths.blobs.clone(),
            names: claim::names_in(&paths.database)?.unwrap_or_default(),
        };
        drop(left);
        claim.write_names(manifest.files.iter().map(|entry| entry.name.as_str()))?;
        let waiting = TemporaryFolder::create_in(folder)?;
        let put = PutFiles {
            folder: paths.blobs.clone(),
            names: Vec::new(),
        };
        Ok(Self {
            put,
            waiting,
            claim,
        })
    }

    fn tables(&self) -> PathBuf {
        self.waiting.path().join(DATABASE)
    }

    /// Copies all files of the manifest, and compares their sizes and hashes.
    fn put_files(
        &mut self,
        manifest: &Manifest,
        from: &Path,
        stop: &CancellationToken,
    ) -> Result<()> {
        let tables = self.tables();
        put_one(&manifest.database, &from.join(DATABASE), &tables, stop)?;
        for entry in &manifest.files {
            let to = self.put.folder.join(&entry.name);
            put_one(entry, &from.join(BLOBS).join(&entry.name), &to, stop)?;
            self.put.names.push(entry.name.clone());
        }
        files::sync_folder(&self.put.folder)
    }
}

fn put_one(entry: &FileEntry, from: &Path, to: &Path, stop: &CancellationToken) -> Result<()> {
    let name = &entry.name;
    let copied = files::copy(from, to, name, stop)?
        .ok_or_else(|| BackupError::Damaged(format!("{name} is missing")))?;
    if copied.size_bytes != entry.size_bytes || copied.sha256 != entry.sha256 {
        fs::remove_file(to).map_err(files::at(to))?;
        let why = format!("{name} is not what was backed up");
        return Err(BackupError::Damaged(why));
    }
    Ok(())
}

/// The restored files of members. Drop removes them unless the restore succeeds.
struct PutFiles {
    folder: PathBuf,
    names: Vec<String>,
}

impl PutFiles {
    fn keep(mut self) {
        self.names.clear();
    }
}

impl Drop for PutFiles {
    fn drop(&mut self) {
        for name in &self.names {
            // If this fails, the next restore reports that the folder is not empty.
            let _ = fs::remove_file(self.folder.join(name));
        }
    }
}
