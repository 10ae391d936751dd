//! A bucket of an S3-compatible store.

use std::sync::Arc;
use std::time::Duration;

use object_store::aws::AmazonS3Builder;
use object_store::prefix::PrefixStore;
use object_store::{BackoffConfig, ClientOptions, ObjectStore, RetryConfig};
use secrecy::ExposeSecret as _;

use crate::error::Result;
use crate::ops::config::BucketConfig;

/// A person waits for the answer, and the page tries again by itself: a store that is out of reach
/// is given up within seconds, where the library would try for three minutes.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// From the request, with the 15 MiB that it may carry, to the first bytes of its answer, and then
/// from each to the next.
const READ_TIMEOUT: Duration = Duration::from_secs(6);
const MAX_RETRIES: usize = 2;
/// After so long no further try is begun.
const RETRY_TIMEOUT: Duration = Duration::from_secs(4);
const MAX_BACKOFF: Duration = Duration::from_secs(1);

pub(super) fn open(config: &BucketConfig) -> Result<Arc<dyn ObjectStore>> {
    let options = ClientOptions::new()
        // The configuration has looked at the endpoint.
        .with_allow_http(true)
        .with_connect_timeout(CONNECT_TIMEOUT)
        .with_read_timeout(READ_TIMEOUT);
    let retry = RetryConfig {
        backoff: BackoffConfig {
            max_backoff: MAX_BACKOFF,
            ..BackoffConfig::default()
        },
        max_retries: MAX_RETRIES,
        retry_timeout: RETRY_TIMEOUT,
    };
    let mut builder = AmazonS3Builder::from_env()
        .with_client_options(options)
        .with_retry(retry)
        .with_bucket_name(&config.bucket);
    if let Some(endpoint) = &config.endpoint {
        builder = builder.with_endpoint(endpoint.as_str().trim_end_matches('/'));
    }
    if let Some(region) = &config.region {
        builder = builder.with_region(region);
    }
    if let Some(key) = &config.access_key {
        builder = builder
            .with_access_key_id(&key.id)
            .with_secret_access_key(key.secret.expose_secret());
    }
    Ok(Arc::new(PrefixStore::new(
        builder.build()?,
        config.prefix.as_str(),
    )))
}
