//! LINE's published keys, fetched when a token names one we do not know.

use std::sync::RwLock;
use std::time::Duration;

use jsonwebtoken::DecodingKey;
use reqwest::Client;
use tokio::sync::Mutex;
use url::Url;

use super::endpoint;
use super::keys::KeySet;
use crate::clock::Clock;
use crate::error::{Error, Result};

/// Between two fetches that worked: strangers can make up key names as fast as they like.
const BETWEEN_FETCHES_MS: i64 = 60_000;
/// After a fetch that failed, so that a queue of callers does not hammer a LINE in trouble.
const AFTER_FAILURE_MS: i64 = 1_000;
/// A login waits this long for LINE at most.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The real set is some 2 KiB.
const MAX_BYTES: usize = 64 * 1024;

const OUT_OF_REACH: &str = "LINE does not answer. Try again in a moment.";

/// Fetches and remembers LINE's keys.
#[derive(Debug)]
pub(super) struct CertsClient {
    client: Client,
    url: Url,
    clock: Clock,
    known: RwLock<KeySet>,
    // Held while fetching, so that a crowd of logins fetches once.
    last: Mutex<LastFetch>,
}

#[derive(Debug, Default)]
struct LastFetch {
    succeeded_at_ms: Option<i64>,
    failed_at_ms: Option<i64>,
}

impl CertsClient {
    pub(super) fn new(api_base: &Url, clock: Clock) -> Result<Self> {
        let client = Client::builder()
            .timeout(TIMEOUT)
            .build()
            .map_err(Error::internal)?;
        Ok(Self {
            client,
            url: endpoint(api_base, "/oauth2/v2.1/certs"),
            clock,
            known: RwLock::default(),
            last: Mutex::default(),
        })
    }

    pub(super) async fn find(&self, kid: &str) -> Result<Option<DecodingKey>> {
        if let Some(key) = self.find_known(kid) {
            return Ok(Some(key));
        }
        let mut last = self.last.lock().await;
        // Another caller may have fetched while this one waited.
        if let Some(key) = self.find_known(kid) {
            return Ok(Some(key));
        }
        let now = self.clock.now_ms();
        let within = |at: Option<i64>, ms: i64| at.is_some_and(|at| (0..ms).contains(&(now - at)));
        if within(last.failed_at_ms, AFTER_FAILURE_MS) {
            return Err(Error::unavailable(
                OUT_OF_REACH,
                "LINE's keys could not be fetched just now",
            ));
        }
        if within(last.succeeded_at_ms, BETWEEN_FETCHES_MS) {
            return Ok(None);
        }
        match self.fetch().await {
            Ok(keys) => {
                *last = LastFetch {
                    succeeded_at_ms: Some(now),
                    failed_at_ms: None,
                };
                let key = keys.find(kid);
                *self
                    .known
                    .write()
                    .unwrap_or_else(std::sync::PoisonError::into_inner) = keys;
                Ok(key)
            }
            Err(error) => {
                last.failed_at_ms = Some(now);
                Err(error)
            }
        }
    }

    fn find_known(&self, kid: &str) -> Option<DecodingKey> {
        self.known
            .read()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .find(kid)
    }

    async fn fetch(&self) -> Result<KeySet> {
        let unreachable = |error: reqwest::Error| Error::unavailable(OUT_OF_REACH, error);
        let response = self
            .client
            .get(self.url.clone())
            .send()
            .await
            .map_err(unreachable)?;
        let mut response = response.error_for_status().map_err(unreachable)?;
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > MAX_BYTES {
                return Err(Error::unavailable(OUT_OF_REACH, "LINE's keys are too long"));
            }
        }
        KeySet::parse(&bytes).map_err(|error| Error::unavailable(OUT_OF_REACH, error))
    }
}
