//! Where files are: a local folder, or a bucket of an S3-compatible store.

mod bucket;
mod check;
mod folder;

pub use check::{StorageTrouble, check};

use std::io;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use object_store::path::Path;
use object_store::{GetResultPayload, ObjectStore, ObjectStoreExt as _};
use tokio_util::io::ReaderStream;

use crate::error::Result;
use crate::ops::config::StorageConfig;
use enmusubi_image::Kind;

use folder::Folder;

/// A slow reader keeps a few chunks in memory. The store's own chunks of a local file have 8 KiB, and
/// each costs a hop to another thread.
const CHUNK_BYTES: usize = 32 * 1024;

/// A file that is read while it is sent.
pub(crate) struct FileStream {
    pub(crate) size_bytes: u64,
    /// An error, or the end before `size_bytes`, means that the store has failed.
    pub(crate) chunks: BoxStream<'static, io::Result<Bytes>>,
}

/// Opens the store; a folder that is missing is made. A bucket is not asked yet: see [`check()`].
pub fn open(config: &StorageConfig) -> Result<Arc<dyn ObjectStore>> {
    match config {
        StorageConfig::Folder(folder) => Ok(Arc::new(Folder::open(folder)?)),
        StorageConfig::Bucket(config) => bucket::open(config),
    }
}

/// Where the file of this name is.
pub(crate) fn path_of(name: &str) -> Path {
    Path::from(name)
}

/// Returns true for a name that the server gives to files: 32 hexadecimal digits and the extension of
/// their kind.
pub(crate) fn is_stored_name(name: &str) -> bool {
    let kinds = [Kind::Jpeg, Kind::Png, Kind::Webp, Kind::Pdf];
    name.split_once('.').is_some_and(|(stem, extension)| {
        is_random_stem(stem) && kinds.iter().any(|kind| kind.extension() == extension)
    })
}

/// Returns true for 128 random bits as the server writes them in names of files.
pub(crate) fn is_random_stem(stem: &str) -> bool {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    stem.len() == 32 && stem.bytes().all(is_digit)
}

/// Begins to read a file; none where there is no such file.
pub(crate) async fn stream(store: &dyn ObjectStore, name: &str) -> Result<Option<FileStream>> {
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
    // The error itself names the file.
    let chunks =
        chunks.inspect_err(|_| tracing::warn!("the file store failed while a file was sent"));
    Ok(Some(FileStream {
        size_bytes,
        chunks: chunks.boxed(),
    }))
}

/// Deletes a file; one that is gone already is no failure.
pub(crate) async fn delete(store: &dyn ObjectStore, name: &str) -> Result<()> {
    match store.delete(&path_of(name)).await {
        Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Whether the store answers, for a file that need not be there.
pub(crate) async fn ping(store: &dyn ObjectStore) -> Result<()> {
    match store.head(&path_of("ping")).await {
        Ok(_) | Err(object_store::Error::NotFound { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
