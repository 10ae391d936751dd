//! The manifest of a backup.

use std::fs;
use std::path::Path;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::files::FileEntry;
use super::{BackupError, MANIFEST, Result, files};
use crate::store::OtherVersion;

/// The version of the layout that this program writes.
const FORMAT: u32 = 1;

/// The content of `manifest.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Manifest {
    pub(super) format: u32,
    pub(super) created_at: DateTime<Utc>,
    /// The newest migration that ran on the tables.
    pub(super) schema: String,
    pub(super) database: FileEntry,
    /// The files in `blobs`.
    pub(super) files: Vec<FileEntry>,
    /// The names of files that profiles showed but the file store did not have.
    pub(super) lost: Vec<String>,
}

/// The version of a manifest, read before the rest because a newer version may differ in everything else.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

impl Manifest {
    pub(super) fn new(
        created_at: DateTime<Utc>,
        schema: String,
        database: FileEntry,
        files: Vec<FileEntry>,
        lost: Vec<String>,
    ) -> Self {
        Self {
            format: FORMAT,
            created_at,
            schema,
            database,
            files,
            lost,
        }
    }

    pub(super) fn to_json(&self) -> Vec<u8> {
        let mut json = serde_json::to_vec_pretty(self)
            .unwrap_or_else(|error| unreachable!("a manifest is plain text: {error}"));
        json.push(b'\n');
        json
    }

    /// Reads the manifest of the backup in this folder, and refuses names that lead out of the folder.
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let damaged = |why: &str| BackupError::Damaged(format!("{MANIFEST} {why}"));
        if fs::metadata(folder).is_ok_and(|it| !it.is_dir()) {
            let why = format!("{} is not a folder", folder.display());
            return Err(BackupError::Damaged(why));
        }
        // The restore could even delete this folder, because it deletes abandoned temporary folders.
        if files::is_unfinished(folder) {
            let why = format!("{} was never finished", folder.display());
            return Err(BackupError::Damaged(why));
        }
        let path = folder.join(MANIFEST);
        if !files::is_file(&path)? {
            return Err(damaged("cannot be read (it is missing, or not a file)"));
        }
        let json = fs::read(path).map_err(|error| damaged(&format!("cannot be read ({error})")))?;
        let unreadable = |_| damaged("is not a whole manifest");
        let Format { format } = serde_json::from_slice(&json).map_err(unreadable)?;
        if format > FORMAT {
            let newer = OtherVersion::Newer(format!("format {format}"));
            return Err(BackupError::OtherVersion(newer));
        }
        let manifest: Self = serde_json::from_slice(&json).map_err(unreadable)?;
        let names = manifest.files.iter().map(|entry| entry.name.as_str());
        for name in names.chain([manifest.database.name.as_str()]) {
            if !is_plain(name) {
                return Err(damaged(&format!(
                    "names {name:?}, which is no file of ours"
                )));
            }
        }
        Ok(manifest)
    }
}

/// Returns true if the name has only characters of stored names, so that it leads to no other folder.
pub(super) fn is_plain(name: &str) -> bool {
    let is_ours = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-';
    !name.is_empty() && !name.starts_with('.') && name.bytes().all(is_ours)
}
