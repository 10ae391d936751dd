//! Pictures that were made once, in a folder of a bounded size.
//!
//! They show people as the stored photos do, so the folder is for its owner alone, and whatever is
//! deleted there is forgotten here. What a picture shows to whom is not decided here: whoever asks
//! has asked the tables first.

mod disk;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use moka::future::{Cache, FutureExt as _};
use moka::notification::ListenerFuture;
use moka::policy::EvictionPolicy;
use tokio::task::spawn_blocking;
use tracing::Instrument as _;

pub(crate) use self::disk::RECIPE;
use self::disk::Stored;
use crate::error::{Error, Result};

/// What is asked for again at once comes from memory, and what many ask for at once is made once.
const RECENT: Duration = Duration::from_mins(1);
const MAX_RECENT_BYTES: u64 = 16 * 1024 * 1024;
/// Files take whole blocks of the disk.
const BLOCK_BYTES: u64 = 4096;

/// Which picture: a file, and what was made of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) file_id: String,
    /// In the one way they are written.
    pub(crate) modifiers: String,
}

/// The pictures of one copy of the server.
#[derive(Debug)]
pub(crate) struct PictureCache {
    folder: PathBuf,
    recent: Cache<Key, Bytes>,
    stored: Cache<Key, Stored>,
}

impl PictureCache {
    /// Knows nothing of what the folder holds until it is [`load`](Self::load)ed.
    pub(crate) fn new(folder: &Path, max_bytes: u64) -> Self {
        let place = folder.to_owned();
        let stored = Cache::builder()
            .max_capacity(max_bytes)
            .weigher(|_, stored: &Stored| weight(stored.n_bytes))
            // What was made just now is wanted now, however often the others were.
            .eviction_policy(EvictionPolicy::lru())
            .async_eviction_listener(move |key: Arc<Key>, stored, _| -> ListenerFuture {
                let folder = place.clone();
                async move { off_thread(move || disk::remove(&folder, &key, &stored)).await }
                    .boxed()
            })
            .build();
        let recent = Cache::builder()
            .max_capacity(MAX_RECENT_BYTES)
            .weigher(|_, bytes: &Bytes| weight(bytes.len() as u64))
            .time_to_live(RECENT)
            .build();
        Self {
            folder: folder.to_owned(),
            recent,
            stored,
        }
    }

    /// Takes over what a server before this one left, as far as there is room, and removes what it
    /// left half-written. Without a folder that can be used every picture is made anew.
    pub(crate) async fn load(&self) {
        let folder = self.folder.clone();
        let found = spawn_blocking(move || disk::list(&folder).map_err(|error| error.kind())).await;
        let found = found.unwrap_or(Err(ErrorKind::Other));
        if let Err(kind) = found {
            tracing::warn!(%kind, "IMAGE_CACHE_DIR cannot be used: no made picture is kept");
        }
        for (key, stored) in found.unwrap_or_default() {
            self.stored.insert(key, stored).await;
        }
        self.stored.run_pending_tasks().await;
    }

    /// A picture that was made before.
    pub(crate) async fn find(&self, key: &Key) -> Option<Bytes> {
        if let Some(bytes) = self.recent.get(key).await {
            return Some(bytes);
        }
        let bytes = self.read(key).await?;
        self.recent.insert(key.clone(), bytes.clone()).await;
        Some(bytes)
    }

    /// Makes a picture and keeps it. All who want it at the same time wait for the same work, which
    /// goes on when they have gone away.
    pub(crate) async fn make_once(
        self: &Arc<Self>,
        key: Key,
        make: impl Future<Output = Result<Vec<u8>>> + Send + 'static,
    ) -> Result<Bytes> {
        let this = self.clone();
        let work = async move {
            let making = async {
                let bytes = Bytes::from(make.await?);
                this.write(&key, bytes.clone()).await;
                Ok(bytes)
            };
            this.recent.try_get_with_by_ref(&key, making).await
        };
        let bytes = tokio::spawn(work.in_current_span()).await;
        bytes
            .map_err(Error::internal)?
            .map_err(|error| Error::shared(&error))
    }

    /// Removes everything that was made of a file.
    pub(crate) async fn forget(&self, file_id: &str) {
        for (key, _) in &self.recent {
            if key.file_id == file_id {
                self.recent.invalidate(&*key).await;
            }
        }
        for (key, _) in &self.stored {
            if key.file_id == file_id {
                self.stored.invalidate(&*key).await;
            }
        }
        // Also what another process of this machine left there.
        let folder = self.folder.join(file_id);
        off_thread(move || disk::remove_folder(&folder)).await;
    }

    /// The files of which there are pictures.
    pub(crate) fn file_ids(&self) -> Vec<String> {
        let mut ids: Vec<_> = self
            .stored
            .iter()
            .map(|(key, _)| key.file_id.clone())
            .collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    async fn read(&self, key: &Key) -> Option<Bytes> {
        let stored = self.stored.get(key).await?;
        if let Ok(bytes) = tokio::fs::read(stored.path(&self.folder, key)).await {
            return Some(Bytes::from(bytes));
        }
        // Somebody emptied the folder.
        self.stored.invalidate(key).await;
        None
    }

    /// A picture that cannot be kept is shown all the same.
    async fn write(&self, key: &Key, bytes: Bytes) {
        let (folder, of) = (self.folder.clone(), key.clone());
        let written = spawn_blocking(move || disk::write(&folder, &of, &bytes)).await;
        match written {
            Ok(Ok(stored)) => {
                self.stored.insert(key.clone(), stored).await;
                // What has no room any more goes now and not some time.
                self.stored.run_pending_tasks().await;
            }
            Ok(Err(error)) => tracing::warn!(kind = %error.kind(), "a picture cannot be kept"),
            Err(error) => tracing::error!(%error, "a picture cannot be kept"),
        }
    }
}

fn weight(n_bytes: u64) -> u32 {
    let blocks = n_bytes.div_ceil(BLOCK_BYTES).max(1);
    u32::try_from(blocks * BLOCK_BYTES).unwrap_or(u32::MAX)
}

async fn off_thread(work: impl FnOnce() + Send + 'static) {
    if let Err(error) = spawn_blocking(work).await {
        tracing::error!(%error, "a picture cannot be removed");
    }
}

#[cfg(test)]
mod tests;
