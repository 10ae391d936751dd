//! The id of the web app's build. The server notices a new build without a restart.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use serde::Deserialize;

/// The id if the manifest is missing or unreadable. The web build falls back to the same version.
const UNKNOWN: &str = env!("CARGO_PKG_VERSION");
const MAX_ID_BYTES: usize = 64;

/// Reads the id from `builds/latest.json`, and reads it again when the file has changed.
pub(super) struct Build {
    manifest: PathBuf,
    last_read: Mutex<Option<LastRead>>,
}

/// The id from the manifest, and the state of the file at that time.
struct LastRead {
    modified: SystemTime,
    n_bytes: u64,
    id: String,
}

#[derive(Deserialize)]
struct Manifest {
    id: String,
}

impl Build {
    pub(super) fn new(web_root: &Path) -> Self {
        Self {
            manifest: web_root.join("builds/latest.json"),
            last_read: Mutex::new(None),
        }
    }

    /// Returns the id of the build, or the server's version if the build has no valid id.
    pub(super) async fn id(&self) -> String {
        let metadata = tokio::fs::metadata(&self.manifest).await;
        let Ok((modified, n_bytes)) = metadata.and_then(|it| Ok((it.modified()?, it.len()))) else {
            return UNKNOWN.to_owned();
        };
        let known = self.with_last_read(|last| {
            let last = last.as_ref()?;
            let is_same = last.modified == modified && last.n_bytes == n_bytes;
            Some((last.id.clone(), is_same))
        });
        if let Some((id, true)) = known {
            return id;
        }
        match read(&self.manifest).await {
            Some(id) => {
                let read = LastRead {
                    modified,
                    n_bytes,
                    id: id.clone(),
                };
                self.with_last_read(|last| *last = Some(read));
                id
            }
            // A deployment may be writing the file. Pages must not take an unfinished file for another build.
            None => known.map_or_else(|| UNKNOWN.to_owned(), |(id, _)| id),
        }
    }

    fn with_last_read<T>(&self, access: impl FnOnce(&mut Option<LastRead>) -> T) -> T {
        access(
            &mut self
                .last_read
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }
}

async fn read(manifest: &Path) -> Option<String> {
    let bytes = tokio::fs::read(manifest).await.ok()?;
    let Manifest { id } = serde_json::from_slice(&bytes).ok()?;
    let is_plain = id
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    (!id.is_empty() && id.len() <= MAX_ID_BYTES && is_plain).then_some(id)
}
