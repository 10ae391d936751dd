//! Where files are: a local folder, or a bucket of an S3-compatible store.

mod bucket;
mod check;
mod folder;

pub use check::{StorageTrouble, check};

use std::sync::Arc;

use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};

use crate::config::StorageConfig;
use crate::error::Result;

use folder::Folder;

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
