//! Which build of the web app is served, seen as soon as another one is deployed.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use serde::Deserialize;

/// What the web build calls itself where nothing better is known.
const UNKNOWN: &str = env!("CARGO_PKG_VERSION");
const MAX_ID_BYTES: usize = 64;

/// Looks at `builds/latest.json`, and reads it again when it has changed.
pub(crate) struct Build {
    manifest: PathBuf,
    seen: Mutex<Option<Seen>>,
}

/// What stood in the manifest when it looked like this.
struct Seen {
    modified: SystemTime,
    n_bytes: u64,
    id: String,
}

#[derive(Deserialize)]
struct Manifest {
    id: String,
}

impl Build {
    pub(crate) fn new(web_root: &Path) -> Self {
        Self {
            manifest: web_root.join("builds/latest.json"),
            seen: Mutex::new(None),
        }
    }

    /// The id of the build, or our own version where the build tells none.
    pub(crate) async fn id(&self) -> String {
        let look = tokio::fs::metadata(&self.manifest).await;
        let Ok((modified, n_bytes)) = look.and_then(|it| Ok((it.modified()?, it.len()))) else {
            return UNKNOWN.to_owned();
        };
        let known = self.with_seen(|seen| {
            let seen = seen.as_ref()?;
            let is_same = seen.modified == modified && seen.n_bytes == n_bytes;
            Some((seen.id.clone(), is_same))
        });
        if let Some((id, true)) = known {
            return id;
        }
        match read(&self.manifest).await {
            Some(id) => {
                let seen = Seen {
                    modified,
                    n_bytes,
                    id: id.clone(),
                };
                self.with_seen(|last| *last = Some(seen));
                id
            }
            // It is being written, perhaps: pages should not take that for another build.
            None => known.map_or_else(|| UNKNOWN.to_owned(), |(id, _)| id),
        }
    }

    fn with_seen<T>(&self, look: impl FnOnce(&mut Option<Seen>) -> T) -> T {
        look(&mut self.seen.lock().unwrap_or_else(PoisonError::into_inner))
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
