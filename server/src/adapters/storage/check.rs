//! Checks that the file store works before the first user uploads a file.

use object_store::{ObjectStore, ObjectStoreExt as _, PutPayload};
use thiserror::Error;
use uuid::Uuid;

use super::{bucket, path_of};
use crate::ops::config::{BucketConfig, StorageConfig};

/// The reason why the server cannot store files, in one sentence for the operator.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The operator has to correct something.
    #[error("{0}")]
    Refused(String),
    /// The problem may pass by itself.
    #[error(
        "The file store cannot be used. Until it works, the server neither accepts nor shows files: {0}."
    )]
    OutOfReach(object_store::Error),
}

/// Writes, reads and deletes a small file, which is all that the server ever does with a bucket. Does
/// nothing for a folder, which [`open`](super::open) creates and checks.
pub async fn check(config: &StorageConfig) -> Result<(), CheckError> {
    let StorageConfig::Bucket(config) = config else {
        return Ok(());
    };
    let store = bucket::open(config).map_err(|error| CheckError::Refused(error.to_string()))?;
    probe(store.as_ref())
        .await
        .map_err(|error| explain(error, config))
}

async fn probe(store: &dyn ObjectStore) -> object_store::Result<()> {
    // The name is unique, because other instances may check at the same time.
    let path = path_of(&format!("probe-{}", Uuid::new_v4()));
    store.put(&path, PutPayload::from_static(b"1")).await?;
    store.get(&path).await?.bytes().await?;
    store.delete(&path).await
}

fn explain(error: object_store::Error, config: &BucketConfig) -> CheckError {
    let bucket = &config.bucket;
    match error {
        object_store::Error::NotFound { .. } => CheckError::Refused(format!(
            "There is no bucket called {bucket:?} at the file store: STORAGE_URL names it wrongly, \
             it was not made yet, or AWS_ENDPOINT leads elsewhere."
        )),
        object_store::Error::PermissionDenied { .. }
        | object_store::Error::Unauthenticated { .. } => CheckError::Refused(format!(
            "The file store refuses our key: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY should \
             belong together and be allowed to put, get and delete objects in the bucket {bucket:?}."
        )),
        error => CheckError::OutOfReach(error),
    }
}
