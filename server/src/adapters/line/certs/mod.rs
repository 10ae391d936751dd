//! LINE's published keys: when they are fetched, and for how long they are believed.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use jsonwebtoken::DecodingKey;
use reqwest::Client;
use tokio::sync::{Semaphore, watch};
use url::Url;

use super::endpoint;
use super::http::{check_status, new_client, out_of_reach};
use super::keys::KeySet;
use crate::clock::Clock;
use crate::error::{Error, Result};

/// A key counts for this long after the last fetch that brought it. LINE takes a key out of its set
/// when the key must not be believed any more, and says so in no other way.
const TRUST_MS: i64 = 60 * 60_000;
/// Keys of this age are fetched again in the background by the next call. Half of the trusted time
/// leaves LINE half an hour to be out of reach in before a login fails.
const REFRESH_AFTER_MS: i64 = TRUST_MS / 2;
/// The pause after a fetch that succeeded, because attackers can invent key names as fast as they
/// like. A refresh in the background, which is not urgent, pauses this long after a failure too.
const BETWEEN_FETCHES_MS: i64 = 60_000;
/// Pause after a fetch that failed, so that the callers do not overload a LINE in trouble.
const AFTER_FAILURE_MS: i64 = 1_000;
/// The real set is some 2 KiB.
const MAX_BYTES: usize = 64 * 1024;

/// Fetches and remembers LINE's keys.
#[derive(Debug)]
pub(super) struct CertsClient {
    shared: Arc<Shared>,
    waiting: Semaphore,
}

/// The part that a fetch in the background needs, too.
#[derive(Debug)]
struct Shared {
    client: Client,
    url: Url,
    clock: Clock,
    state: RwLock<State>,
}

#[derive(Debug, Default)]
struct State {
    keys: KeySet,
    /// The start of the fetch that brought the keys: LINE may have removed one right after its answer.
    fetched_at_ms: Option<i64>,
    /// The end of the last fetch, where that failed.
    failed_at_ms: Option<i64>,
    fetch: Option<Fetch>,
}

/// A fetch under way, for those who wait for its outcome.
type Fetch = watch::Receiver<Option<Outcome>>;
type Outcome = Result<(), Arc<Error>>;

impl CertsClient {
    /// At most `max_waiting` callers wait for a fetch at once. Anybody can make tokens with unknown
    /// keys, and each caller holds one of the server's permits while it waits.
    pub(super) fn new(api_base: &Url, max_waiting: usize, clock: Clock) -> Result<Self> {
        Ok(Self {
            shared: Arc::new(Shared {
                client: new_client()?,
                url: endpoint(api_base, "/oauth2/v2.1/certs"),
                clock,
                state: RwLock::default(),
            }),
            waiting: Semaphore::new(max_waiting),
        })
    }

    /// The key called `kid`; `None` where LINE does not publish it. Waits for LINE only where the key is
    /// not known, or has not been confirmed for too long.
    pub(super) async fn find(&self, kid: &str) -> Result<Option<DecodingKey>> {
        let now_ms = self.shared.clock.now_ms();
        let (known, needs_refresh) = {
            let state = self.shared.read();
            (state.find(kid, now_ms), state.needs_refresh(now_ms))
        };
        if known.is_some() {
            if needs_refresh {
                self.shared.refresh(now_ms);
            }
            return Ok(known);
        }
        let fetch = {
            let mut state = self.shared.write();
            // Another caller's fetch may have ended since the look above.
            if let Some(key) = state.find(kid, now_ms) {
                return Ok(Some(key));
            }
            match state.fetch_under_way() {
                Some(fetch) => fetch,
                None if is_within(state.failed_at_ms, AFTER_FAILURE_MS, now_ms) => {
                    return Err(out_of_reach("LINE's keys could not be fetched just now"));
                }
                None if is_within(state.fetched_at_ms, BETWEEN_FETCHES_MS, now_ms) => {
                    return Ok(None);
                }
                None => self.shared.start_fetch(&mut state, now_ms),
            }
        };
        let Ok(_permit) = self.waiting.try_acquire() else {
            return Err(out_of_reach("too many callers wait for LINE's keys"));
        };
        wait_for(fetch).await?;
        let now_ms = self.shared.clock.now_ms();
        Ok(self.shared.read().find(kid, now_ms))
    }
}

impl Shared {
    /// Fetches the keys in the background, unless another caller's fetch is under way.
    fn refresh(self: &Arc<Self>, now_ms: i64) {
        let mut state = self.write();
        if state.needs_refresh(now_ms) {
            self.start_fetch(&mut state, now_ms);
        }
    }

    /// The fetch is a task of its own: the caller who began it may go away, and the others still get
    /// its outcome.
    fn start_fetch(self: &Arc<Self>, state: &mut State, now_ms: i64) -> Fetch {
        let (ended, fetch) = watch::channel(None);
        state.fetch = Some(fetch.clone());
        let shared = self.clone();
        tokio::spawn(async move {
            let fetched = shared.fetch().await;
            ended.send_replace(Some(shared.keep(fetched, now_ms)));
        });
        fetch
    }

    /// Takes over the keys that a fetch brought. After a failure the old ones stay.
    fn keep(&self, fetched: Result<KeySet>, started_at_ms: i64) -> Outcome {
        let mut state = self.write();
        state.fetch = None;
        match fetched {
            Ok(keys) => {
                state.keys = keys;
                state.fetched_at_ms = Some(started_at_ms);
                state.failed_at_ms = None;
                Ok(())
            }
            Err(error) => {
                // This is the only report of a failure in the background.
                tracing::warn!(%error, "LINE's keys cannot be fetched");
                state.failed_at_ms = Some(self.clock.now_ms());
                Err(Arc::new(error))
            }
        }
    }

    async fn fetch(&self) -> Result<KeySet> {
        let response = self.client.get(self.url.clone()).send().await;
        let mut response = check_status(response)?;
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(out_of_reach)? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > MAX_BYTES {
                return Err(out_of_reach("LINE's keys are too long"));
            }
        }
        KeySet::parse(&bytes).map_err(out_of_reach)
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn find(&self, kid: &str, now_ms: i64) -> Option<DecodingKey> {
        is_within(self.fetched_at_ms, TRUST_MS, now_ms)
            .then(|| self.keys.find(kid))
            .flatten()
    }

    fn needs_refresh(&self, now_ms: i64) -> bool {
        !is_within(self.fetched_at_ms, REFRESH_AFTER_MS, now_ms)
            && !is_within(self.failed_at_ms, BETWEEN_FETCHES_MS, now_ms)
            && self.fetch_under_way().is_none()
    }

    fn fetch_under_way(&self) -> Option<Fetch> {
        // The other end is gone where the task broke off, as it does when the runtime shuts down.
        let is_under_way = |fetch: &&Fetch| fetch.has_changed().is_ok();
        self.fetch.as_ref().filter(is_under_way).cloned()
    }
}

async fn wait_for(mut fetch: Fetch) -> Result<()> {
    match fetch.wait_for(Option::is_some).await.as_deref() {
        Ok(Some(Ok(()))) => Ok(()),
        Ok(Some(Err(error))) => Err(Error::shared(error)),
        Ok(None) | Err(_) => Err(out_of_reach("the fetch of LINE's keys broke off")),
    }
}

/// A moment in the future is not within: the clock was put back, and nobody knows how long ago it was.
fn is_within(at_ms: Option<i64>, duration_ms: i64, now_ms: i64) -> bool {
    at_ms.is_some_and(|at_ms| (0..duration_ms).contains(&(now_ms - at_ms)))
}

#[cfg(test)]
mod tests;
