//! A cache of rendered pictures, in a folder of a bounded size.
//!
//! The pictures show people, as the stored photos do. Only the user that runs the server may read the
//! folder, and a deleted photo is deleted here too. The cache does not check permissions: its callers
//! ask the tables first.

mod disk;
mod in_flight;

use std::collections::HashSet;
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

/// A picture stays in memory for this long after it was rendered, or read from the disk.
const RECENT: Duration = Duration::from_mins(1);
const MAX_RECENT_BYTES: u64 = 16 * 1024 * 1024;
/// The cache stores this many pictures of one file. The page requests about 20 of a photo. Without a
/// limit a client could push the pictures of all other photos out with variants of one.
const MAX_OF_ONE_FILE: usize = 64;
/// The unit of disk space: a file takes whole blocks.
const BLOCK_BYTES: u64 = 4096;

/// The key of a picture: the stored file, and the changes that were made to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) file_id: String,
    /// The modifiers in their canonical form.
    pub(crate) modifiers: String,
}

/// The picture cache of one instance of the server.
#[derive(Debug)]
pub(crate) struct PictureCache {
    folder: PathBuf,
    recent: Cache<Key, Bytes>,
    stored: Cache<Key, Stored>,
    in_flight: Arc<InFlight>,
}

impl PictureCache {
    /// Creates a cache. It does not know the pictures in the folder before [`load`](Self::load).
    pub(crate) fn new(folder: &Path, max_bytes: u64) -> Self {
        let place = folder.to_owned();
        let stored = Cache::builder()
            .max_capacity(max_bytes)
            .weigher(|_, stored: &Stored| weight(stored.n_bytes))
            // A client wants the picture that was rendered just now, even if others were used more
            // often.
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

    /// Reads the list of pictures that an earlier server left in the folder, as far as they fit, and
    /// removes unfinished files. If the folder cannot be used, the server renders every picture again.
    pub(crate) async fn load(&self) {
        let folder = self.folder.clone();
        let found = spawn_blocking(move || disk::list(&folder).map_err(|error| error.kind())).await;
        let found = found.unwrap_or(Err(ErrorKind::Other));
        if let Err(kind) = found {
            tracing::warn!(%kind, "IMAGE_CACHE_DIR cannot be used: rendered pictures are not cached");
        }
        for (key, stored) in found.unwrap_or_default() {
            self.stored.insert(key, stored).await;
        }
        self.stored.run_pending_tasks().await;
    }

    /// Returns a cached picture.
    pub(crate) async fn find(&self, key: &Key) -> Option<Bytes> {
        if let Some(bytes) = self.recent.get(key).await {
            return Some(bytes);
        }
        let bytes = self.read(key).await?;
        self.recent.insert(key.clone(), bytes.clone()).await;
        Some(bytes)
    }

    /// Waits for a picture that the server renders for another caller. Returns `None` if it renders no
    /// such picture.
    pub(crate) async fn join(&self, key: &Key) -> Option<Result<Bytes>> {
        let making = self.in_flight.join(key)?;
        Some(finished(making).await)
    }

    /// Renders a picture and caches it. Callers that want it at the same time share the work.
    ///
    /// `start` waits for a decoder and returns the work. If all callers go away before that,
    /// `start` is dropped. Work that has begun runs to its end and its picture is cached, so that its
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
        // The task holds a share too. A caller that comes after all others have gone away can still
        // join.
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

    /// Removes every picture of these files. Neither cache finds the pictures of a file by itself, so one walk through
    /// both looks for all files.
    pub(crate) async fn delete_all_of(&self, file_ids: &[String]) {
        if file_ids.is_empty() {
            return;
        }
        let of_files: HashSet<&str> = file_ids.iter().map(String::as_str).collect();
        for (key, _) in &self.recent {
            if of_files.contains(key.file_id.as_str()) {
                self.recent.invalidate(&*key).await;
            }
        }
        for (key, _) in &self.stored {
            if of_files.contains(key.file_id.as_str()) {
                self.stored.invalidate(&*key).await;
            }
        }
        // Another process of this machine may have left more pictures there.
        let folders: Vec<_> = file_ids.iter().map(|id| self.folder.join(id)).collect();
        off_thread(move || {
            for folder in &folders {
                disk::remove_folder(folder);
            }
        })
        .await;
    }

    /// Returns the ids of the files that have pictures in the cache.
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
        // The file is gone: another program emptied the folder.
        self.stored.invalidate(key).await;
        None
    }

    /// Stores a picture. If this fails, the client gets the picture all the same.
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
                // Evict pictures now; by itself the cache would do so at some later time.
                self.stored.run_pending_tasks().await;
            }
            Ok(Err(error)) => tracing::warn!(kind = %error.kind(), "a picture cannot be cached"),
            Err(error) => tracing::error!(%error, "a picture cannot be cached"),
        }
    }
}

/// Waits for shared work on behalf of one of its callers.
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
