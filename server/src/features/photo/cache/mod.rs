//! Pictures that were made once, in a folder of a bounded size.
//!
//! They show people as the stored photos do, so the folder is for its owner alone, and whatever is
//! deleted there is forgotten here. What a picture shows to whom is not decided here: whoever asks
//! has asked the tables first.

mod disk;
mod in_flight;

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
use self::in_flight::{InFlight, Making};
use crate::error::{Error, Result};

/// A picture that is asked for again within this time comes from memory.
const RECENT: Duration = Duration::from_mins(1);
const MAX_RECENT_BYTES: u64 = 16 * 1024 * 1024;
/// The cache keeps this many pictures of one file. The page asks for about 20 of a photo; without a
/// bound a client could push the pictures of all other photos out with variants of one.
const MAX_OF_ONE_FILE: usize = 64;
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
    in_flight: Arc<InFlight>,
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
            in_flight: Arc::default(),
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

    /// Waits for a picture that is being made for another caller; none where it is not.
    pub(crate) async fn join(&self, key: &Key) -> Option<Result<Bytes>> {
        let making = self.in_flight.join(key)?;
        Some(finished(making).await)
    }

    /// Makes a picture and keeps it. Callers that want it at the same time share the work.
    ///
    /// `start` waits for a decoder and returns the work. If all callers go away before that,
    /// `start` is dropped. Work that has begun runs to its end and its picture is kept, so that its
    /// cost is not wasted.
    pub(crate) async fn make_once<W>(
        self: &Arc<Self>,
        key: Key,
        start: impl Future<Output = Result<W>> + Send + 'static,
    ) -> Result<Bytes>
    where
        W: Future<Output = Result<Vec<u8>>> + Send + 'static,
    {
        let making = self.in_flight.join_or_start(&key, |listed| {
            let (this, key) = (self.clone(), key.clone());
            let work = async move {
                let _listed = listed;
                this.make(key, start).await.map_err(Arc::new)
            };
            work.boxed()
        });
        finished(making).await
    }

    async fn make<W>(
        self: Arc<Self>,
        key: Key,
        start: impl Future<Output = Result<W>>,
    ) -> Result<Bytes>
    where
        W: Future<Output = Result<Vec<u8>>> + Send + 'static,
    {
        // Another caller's work may have ended between this caller's look at the cache and now.
        if let Some(bytes) = self.recent.get(&key).await {
            return Ok(bytes);
        }
        let work = start.await?;
        // A share of its own: a caller that comes after all others have gone away can still join.
        let share = self.in_flight.join(&key);
        let finish = async move {
            let _share = share;
            let bytes = Bytes::from(work.await?);
            self.write(&key, bytes.clone()).await;
            self.recent.insert(key, bytes.clone()).await;
            Ok(bytes)
        };
        let finished = tokio::spawn(finish.in_current_span()).await;
        finished.map_err(Error::internal)?
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
        let written = spawn_blocking(move || {
            let stored = disk::write(&folder, &of, &bytes)?;
            let surplus = disk::remove_surplus(&folder, &of, &stored, MAX_OF_ONE_FILE);
            Ok::<_, std::io::Error>((stored, surplus))
        });
        match written.await {
            Ok(Ok((stored, surplus))) => {
                for removed in surplus {
                    self.stored.invalidate(&removed).await;
                }
                self.stored.insert(key.clone(), stored).await;
                // What has no room any more goes now and not some time.
                self.stored.run_pending_tasks().await;
            }
            Ok(Err(error)) => tracing::warn!(kind = %error.kind(), "a picture cannot be kept"),
            Err(error) => tracing::error!(%error, "a picture cannot be kept"),
        }
    }
}

/// The outcome of shared work for one of its callers.
async fn finished(making: Making) -> Result<Bytes> {
    making.await.map_err(|error| Error::shared(&error))
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
