//! The file store: a local folder, or a bucket of an S3-compatible store.

mod bucket;
mod check;
mod error;
mod folder;

pub use check::{CheckError, check};
pub use error::StorageError;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use object_store::path::Path;
use object_store::{GetResultPayload, ObjectStore, ObjectStoreExt as _};
use tokio::time::timeout;
use tokio_util::io::ReaderStream;

use crate::disk;
use crate::ops::config::StorageConfig;
use folder::Folder;

/// The size of a chunk of a local file. A client that reads slowly keeps a few chunks in memory. The
/// library's own chunks have 8 KiB, and each costs a switch to another thread.
const CHUNK_BYTES: usize = 32 * 1024;

/// The longest time to delete a file. A bucket that is out of reach fails before, after its retries.
const DELETE_TIMEOUT: Duration = Duration::from_secs(15);

/// A file that the server reads while it sends it.
pub(crate) struct FileStream {
    pub(crate) size_bytes: u64,
    /// An error, or the end before `size_bytes`, means that the store has failed.
    pub(crate) chunks: BoxStream<'static, io::Result<Bytes>>,
}

/// Opens the store. Creates a missing folder. Sends no request to a bucket: see [`check()`].
pub fn open(config: &StorageConfig) -> Result<Arc<dyn ObjectStore>, StorageError> {
    match config {
        StorageConfig::Folder(folder) => Ok(Arc::new(Folder::open(folder)?)),
        StorageConfig::Bucket(config) => Ok(bucket::open(config)?),
    }
}

/// Returns the path of the file with this name.
pub(crate) fn path_of(name: &str) -> Path {
    Path::from(name)
}

/// Begins to read a file. Returns `None` if there is no such file.
pub(crate) async fn stream(
    store: &dyn ObjectStore,
    name: &str,
) -> Result<Option<FileStream>, StorageError> {
    let found = match store.get(&path_of(name)).await {
        Ok(found) => found,
        Err(object_store::Error::NotFound { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let size_bytes = found.meta.size;
    let chunks = match found.payload {
        GetResultPayload::File(file, _) => {
            let file = tokio::fs::File::from_std(file);
            ReaderStream::with_capacity(file, CHUNK_BYTES).boxed()
        }
        GetResultPayload::Stream(chunks) => chunks.map_err(io::Error::from).boxed(),
    };
    // Log no detail, because the error names the file.
    let chunks =
        chunks.inspect_err(|_| tracing::warn!("the file store failed while a file was sent"));
    Ok(Some(FileStream {
        size_bytes,
        chunks: chunks.boxed(),
    }))
}

/// Deletes a file. Succeeds if the file is already gone.
pub(crate) async fn delete(store: &dyn ObjectStore, name: &str) -> Result<(), StorageError> {
    let path = path_of(name);
    match timeout(DELETE_TIMEOUT, store.delete(&path)).await {
        Ok(Ok(()) | Err(object_store::Error::NotFound { .. })) => Ok(()),
        Ok(Err(error)) => Err(error.into()),
        Err(_) => Err(StorageError::Late),
    }
}

/// Fails if the store is a folder whose disk is nearly full, so that the store takes no file.
pub(crate) fn require_room(config: &StorageConfig) -> io::Result<()> {
    match config {
        StorageConfig::Folder(folder) => disk::require_room(folder),
        StorageConfig::Bucket(_) => Ok(()),
    }
}

/// Checks that the store answers a request for a file that need not exist.
pub(crate) async fn ping(store: &dyn ObjectStore) -> Result<(), StorageError> {
    match store.head(&path_of("ping")).await {
        Ok(_) | Err(object_store::Error::NotFound { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
