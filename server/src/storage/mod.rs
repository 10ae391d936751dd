//! Where files are: a local folder, or a bucket of an S3-compatible store.

use std::sync::Arc;

use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ObjectStore, ObjectStoreExt as _};

use crate::error::{Error, Result};

/// Opens the store that a URL names: `file://folder`, relative to where the server runs or
/// absolute (`file:///folder`), or `s3://bucket/prefix` with the usual `AWS_…` variables.
pub fn open(url: &str) -> Result<Arc<dyn ObjectStore>> {
    if let Some(folder) = url.strip_prefix("file://") {
        std::fs::create_dir_all(folder).map_err(Error::internal)?;
        return Ok(Arc::new(
            LocalFileSystem::new_with_prefix(folder)?.with_automatic_cleanup(true),
        ));
    }
    if let Some(place) = url.strip_prefix("s3://") {
        let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
        let store = AmazonS3Builder::from_env()
            .with_bucket_name(bucket)
            .build()?;
        return Ok(Arc::new(PrefixStore::new(store, prefix)));
    }
    Err(Error::internal(
        "the storage URL begins neither with file:// nor with s3://",
    ))
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
