//! Puts a backup back into an empty place.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tokio::task::spawn_blocking;

use super::files::Unfinished;
use super::manifest::{Entry, Manifest};
use super::{BLOBS, BackupError, DATABASE, Place, Report, Result, files, parent_of};
use crate::config::Config;
use crate::error::Error;
use crate::store::snapshot;
use crate::store::{self, Database};

/// Checks the backup and puts it where the configuration says. The tables come last and at once, so
/// that no server starts on half of it; whatever fails leaves the place empty.
pub async fn restore(config: &Config, from: &Path) -> Result<Report> {
    let place = Place::of(config)?;
    let manifest = Manifest::read(from)?;
    refuse_full(&place)?;
    let folder = parent_of(&place.database).to_owned();
    files::create_folder(&folder)?;
    files::create_folder(&place.blobs)?;
    let waiting = Unfinished::create_in(&folder)?;

    let (blobs, from) = (place.blobs.clone(), from.to_owned());
    let tables = waiting.path().join(DATABASE);
    let to = tables.clone();
    let (manifest, put) = spawn_blocking(move || {
        let put = put_files(&manifest, &from, &to, blobs);
        put.map(|put| (manifest, put))
    })
    .await
    .map_err(Error::internal)??;
    bring_up_to_date(&tables, &manifest).await?;

    fs::rename(&tables, &place.database).map_err(files::at(&place.database))?;
    put.keep();
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

/// A journal that was left beside tables would be played onto ours.
fn refuse_full(place: &Place) -> Result<()> {
    let database = &place.database;
    let beside = ["-wal", "-shm", "-journal"].map(|end| {
        let mut name = database.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    });
    if let Some(left) = beside.into_iter().find(|path| path.exists()) {
        return Err(BackupError::NotEmpty(left));
    }
    if fs::metadata(database).is_ok_and(|it| it.len() > 0) {
        return Err(BackupError::NotEmpty(database.clone()));
    }
    if fs::read_dir(&place.blobs).is_ok_and(|mut files| files.next().is_some()) {
        return Err(BackupError::NotEmpty(place.blobs.clone()));
    }
    Ok(())
}

/// The tables, still in waiting, are whole, ours, and name nothing that is not there.
async fn bring_up_to_date(tables: &Path, manifest: &Manifest) -> Result<()> {
    let damaged = |why: &str| BackupError::Damaged(format!("{DATABASE} {why}"));
    let database = Database::open(&store::url_of(tables)).await?;
    if !snapshot::is_whole(&database).await.unwrap_or(false) {
        return Err(damaged("is not a whole database"));
    }
    if let Err(newer) = snapshot::schema(&database).await? {
        return Err(BackupError::Newer(newer));
    }
    let known: BTreeSet<&str> = manifest
        .files
        .iter()
        .map(|entry| entry.name.as_str())
        .chain(manifest.lost.iter().map(String::as_str))
        .collect();
    let named = snapshot::list_files(&database).await?;
    if named
        .iter()
        .any(|file| file.is_taken && !known.contains(file.name.as_str()))
    {
        return Err(damaged("names files that the manifest does not"));
    }
    database.migrate().await?;
    Ok(database.close().await?)
}

/// Copies all that the manifest names, and compares it on the way.
fn put_files(manifest: &Manifest, from: &Path, tables: &Path, blobs: PathBuf) -> Result<PutFiles> {
    put_one(&manifest.database, &from.join(DATABASE), tables)?;
    let mut put = PutFiles {
        folder: blobs,
        names: Vec::new(),
    };
    for entry in &manifest.files {
        let to = put.folder.join(&entry.name);
        put_one(entry, &from.join(BLOBS).join(&entry.name), &to)?;
        put.names.push(entry.name.clone());
    }
    files::sync_folder(&put.folder)?;
    Ok(put)
}

fn put_one(entry: &Entry, from: &Path, to: &Path) -> Result<()> {
    let name = &entry.name;
    let copied = files::copy(from, to, name)?
        .ok_or_else(|| BackupError::Damaged(format!("{name} is missing")))?;
    if copied.size_bytes != entry.size_bytes || copied.sha256 != entry.sha256 {
        fs::remove_file(to).map_err(files::at(to))?;
        let why = format!("{name} is not what was backed up");
        return Err(BackupError::Damaged(why));
    }
    Ok(())
}

/// Files that are removed again unless the restore comes to its end.
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
            // What cannot be removed is told by the next restore, which wants an empty folder.
            let _ = fs::remove_file(self.folder.join(name));
        }
    }
}
