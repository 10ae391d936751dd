//! A cache of rendered pictures, in the memory of the process.
//!
//! The pictures show people, as the stored photos do. A deleted photo therefore leaves the cache of the instance that
//! deletes it at once, and the cache of another instance after [`LIFETIME`]. The cache does not check permissions: its
//! callers ask the tables first.

mod in_flight;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt as _;
use moka::future::Cache;
use moka::policy::EvictionPolicy;
use tracing::Instrument as _;

use self::in_flight::{InFlight, SharedWork};
use crate::error::{Error, Result};

/// The longest time for which a picture is cached.
const LIFETIME: Duration = Duration::from_hours(1);
/// The cache stores this many pictures of one file. The page requests about 20 of a photo. Without a
/// limit a client could push the pictures of all other photos out with variants of one.
const MAX_OF_ONE_FILE: usize = 64;
/// The bytes that each picture counts in addition to its own, so that small pictures cannot make a walk through all
/// pictures long.
const ENTRY_BYTES: usize = 4096;

/// The key of a picture: the stored file, and the changes that were made to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) file_id: String,
    /// The modifiers in their canonical form.
    pub(crate) modifiers: String,
}

/// A picture, and its place in the order in which the pictures came.
#[derive(Debug, Clone)]
struct CachedPicture {
    bytes: Bytes,
    number: u64,
}

/// The picture cache of one instance of the server.
#[derive(Debug)]
pub(crate) struct PictureCache {
    pictures: Cache<Key, CachedPicture>,
    n_stored: AtomicU64,
    in_flight: Arc<InFlight>,
}

impl PictureCache {
    pub(crate) fn new(max_bytes: u64) -> Self {
        let pictures = Cache::builder()
            .max_capacity(max_bytes)
            .weigher(|_, entry: &CachedPicture| weight(entry.bytes.len()))
            // A client wants the picture that was rendered just now, even if other pictures were used more often.
            .eviction_policy(EvictionPolicy::lru())
            .time_to_live(LIFETIME)
            .build();
        Self {
            pictures,
            n_stored: AtomicU64::default(),
            in_flight: Arc::default(),
        }
    }

    /// Returns a cached picture.
    pub(crate) async fn find(&self, key: &Key) -> Option<Bytes> {
        self.pictures.get(key).await.map(|entry| entry.bytes)
    }

    /// Waits for a picture that the server renders for another caller. Returns `None` if it renders no
    /// such picture.
    pub(crate) async fn join(&self, key: &Key) -> Option<Result<Bytes>> {
        let making = self.in_flight.join(key)?;
        Some(finished(making).await)
    }

    /// Renders a picture and caches it. Callers that want it at the same time share the work.
    ///
    /// `start` waits for a decoder and returns the work. If all callers go away before the work starts, `start` is
    /// dropped. Work that has begun runs to its end and its picture is cached, so that its cost is not wasted.
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
        if let Some(bytes) = self.find(&key).await {
            return Ok(bytes);
        }
        let work = start.await?;
        // The task holds a share too. A caller that comes after all others have gone away can still
        // join.
        let share = self.in_flight.join(&key);
        let finish = async move {
            let _share = share;
            let mut made = work.await?;
            // The limit counts bytes, and not what an encoder has reserved.
            made.shrink_to_fit();
            let bytes = Bytes::from(made);
            self.store(&key, bytes.clone()).await;
            // A deletion during the work found no picture, and took the work out of the table.
            if self.in_flight.join(&key).is_none() {
                self.pictures.invalidate(&key).await;
            }
            Ok(bytes)
        };
        let finished = tokio::spawn(finish.in_current_span()).await;
        finished.map_err(Error::internal)?
    }

    /// Stores a picture, and removes the oldest ones of its file beyond [`MAX_OF_ONE_FILE`].
    async fn store(&self, key: &Key, bytes: Bytes) {
        let of_file = self
            .pictures
            .iter()
            .filter(|(it, _)| it.file_id == key.file_id);
        let mut of_file: Vec<_> = of_file.map(|(it, entry)| (entry.number, it)).collect();
        of_file.sort_unstable_by_key(|(number, _)| *number);
        let n_surplus = (of_file.len() + 1).saturating_sub(MAX_OF_ONE_FILE);
        for (_, surplus) in of_file.drain(..n_surplus) {
            self.pictures.invalidate(&*surplus).await;
        }
        let number = self.n_stored.fetch_add(1, Ordering::Relaxed);
        self.pictures
            .insert(key.clone(), CachedPicture { bytes, number })
            .await;
    }

    /// Removes every picture of these files, also pictures that are being rendered. The cache does not find the
    /// pictures of a file by itself, so one walk looks for all files.
    pub(crate) async fn delete_all_of(&self, file_ids: &[String]) {
        let of_files: HashSet<&str> = file_ids.iter().map(String::as_str).collect();
        self.in_flight.forget(&of_files);
        for (key, _) in &self.pictures {
            if of_files.contains(key.file_id.as_str()) {
                self.pictures.invalidate(&*key).await;
            }
        }
        self.free().await;
    }

    /// Frees the memory of pictures that are too old or were removed. The cache itself frees it only when the next
    /// pictures come.
    pub(crate) async fn free(&self) {
        self.pictures.run_pending_tasks().await;
    }

    /// Returns the number of pictures.
    pub(crate) async fn len(&self) -> u64 {
        self.free().await;
        self.pictures.entry_count()
    }
}

/// Waits for shared work on behalf of one of its callers.
async fn finished(making: SharedWork) -> Result<Bytes> {
    making.await.map_err(|error| Error::shared(&error))
}

fn weight(n_bytes: usize) -> u32 {
    u32::try_from(n_bytes + ENTRY_BYTES).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
