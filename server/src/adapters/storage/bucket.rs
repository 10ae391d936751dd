//! A bucket of an S3-compatible store.

use std::sync::Arc;
use std::time::Duration;

use object_store::aws::AmazonS3Builder;
use object_store::prefix::PrefixStore;
use object_store::{BackoffConfig, ClientOptions, ObjectStore, RetryConfig};
use secrecy::ExposeSecret as _;

use crate::ops::config::BucketConfig;

/// A user waits for the answer, and the page retries by itself. The server therefore gives up a store that
/// is out of reach within seconds, while the library would retry for three minutes.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// The longest wait for bytes of the bucket: from the request, whose body has up to 15 MiB, to the start of the answer,
/// and then between two reads.
const READ_TIMEOUT: Duration = Duration::from_secs(6);
const MAX_RETRIES: usize = 2;
/// The time after which no further retry begins.
const RETRY_TIMEOUT: Duration = Duration::from_secs(4);
const MAX_BACKOFF: Duration = Duration::from_secs(1);

/// Opens the bucket without a request to it.
pub(super) fn open(config: &BucketConfig) -> object_store::Result<Arc<dyn ObjectStore>> {
    let options = ClientOptions::new()
        // The configuration has checked the scheme of the endpoint.
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
