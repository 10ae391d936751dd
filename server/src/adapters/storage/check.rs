//! Whether files can be kept, found out before the first person brings one.

use object_store::{ObjectStore, ObjectStoreExt as _, PutPayload};
use thiserror::Error;
use uuid::Uuid;

use super::{bucket, path_of};
use crate::ops::config::{BucketConfig, StorageConfig};

/// Why files cannot be kept; one sentence for the operator.
#[derive(Debug, Error)]
pub enum StorageTrouble {
    /// It will not get better by itself.
    #[error("{0}")]
    Refused(String),
    /// It may get better by itself.
    #[error(
        "The file store cannot be used. Until it can, files are neither taken in nor shown: {0}."
    )]
    OutOfReach(object_store::Error),
}

/// Writes, reads and deletes a small file, which is all we ever ask of a bucket. A folder is made,
/// or not, when it is opened.
pub async fn check(config: &StorageConfig) -> Result<(), StorageTrouble> {
    let StorageConfig::Bucket(config) = config else {
        return Ok(());
    };
    let store = bucket::open(config).map_err(|error| StorageTrouble::Refused(error.to_string()))?;
    probe(store.as_ref())
        .await
        .map_err(|error| explain(error, config))
}

async fn probe(store: &dyn ObjectStore) -> object_store::Result<()> {
    // A name of its own, since other copies may check at this moment.
    let path = path_of(&format!("probe-{}", Uuid::new_v4()));
    store.put(&path, PutPayload::from_static(b"1")).await?;
    store.get(&path).await?.bytes().await?;
    store.delete(&path).await
}

fn explain(error: object_store::Error, config: &BucketConfig) -> StorageTrouble {
    let bucket = &config.bucket;
    match error {
        object_store::Error::NotFound { .. } => StorageTrouble::Refused(format!(
            "There is no bucket called {bucket:?} at the file store: STORAGE_URL names it wrongly, \
             it was not made yet, or AWS_ENDPOINT leads elsewhere."
        )),
        object_store::Error::PermissionDenied { .. }
        | object_store::Error::Unauthenticated { .. } => StorageTrouble::Refused(format!(
            "The file store refuses our key: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY should \
             belong together and be allowed to put, get and delete objects in the bucket {bucket:?}."
        )),
        error => StorageTrouble::OutOfReach(error),
    }
}
