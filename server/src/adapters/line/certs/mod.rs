//! LINE's published keys: fetches them when needed, and trusts them for a limited time.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use jsonwebtoken::DecodingKey;
use reqwest::Client;
use tokio::sync::{Semaphore, watch};
use url::Url;

use super::error::LineError;
use super::http::{check_status, endpoint};
use super::key_set::KeySet;
use crate::clock::{Clock, HOUR_MS, MINUTE_MS, Millis};

/// A key is valid for this long after the last fetch that contained it. LINE revokes a key by removing it
/// from its set, and announces that in no other way.
const TRUST_MS: i64 = HOUR_MS;
/// The age from which the next call fetches the keys again in the background. LINE may then be out of reach for half an
/// hour before a login fails.
const REFRESH_AFTER_MS: i64 = TRUST_MS / 2;
/// The pause after a fetch that succeeded. Without it an attacker could cause a fetch with each invented
/// key name. A refresh in the background is not urgent and pauses this long after a failure too.
const BETWEEN_FETCHES_MS: i64 = MINUTE_MS;
/// The pause after a fetch that failed, so that the callers do not overload LINE while it has problems.
const AFTER_FAILURE_MS: i64 = 1_000;
/// The largest accepted key set. The real set has about 2 KiB.
const MAX_BYTES: usize = 64 * 1024;

/// Fetches and caches LINE's keys.
#[derive(Debug)]
pub(super) struct CertsClient {
    shared: Arc<SharedState>,
    waiting: Semaphore,
}

/// The part that a fetch in the background shares with the callers.
#[derive(Debug)]
struct SharedState {
    client: Client,
    url: Url,
    clock: Clock,
    state: RwLock<State>,
}

#[derive(Debug, Default)]
struct State {
    keys: KeySet,
    /// The start of the fetch that brought the keys. The start counts and not the end, because LINE may
    /// have removed a key right after its answer.
    fetched_at_ms: Option<Millis>,
    /// The end of the last fetch, if that fetch failed.
    failed_at_ms: Option<Millis>,
    fetch: Option<Fetch>,
}

/// A running fetch, for the callers who wait for its outcome.
type Fetch = watch::Receiver<Option<Outcome>>;
type Outcome = Result<(), Arc<LineError>>;

impl CertsClient {
    /// At most `max_waiting` callers wait for a fetch at once. Any client can make tokens with unknown
    /// keys, and each caller holds one of the server's permits while it waits.
    pub(super) fn new(client: Client, api_base: &Url, max_waiting: usize, clock: Clock) -> Self {
        Self {
            shared: Arc::new(SharedState {
                client,
                url: endpoint(api_base, "/oauth2/v2.1/certs"),
                clock,
                state: RwLock::default(),
            }),
            waiting: Semaphore::new(max_waiting),
        }
    }

    /// Returns the key called `kid`, or `None` if LINE does not publish it. Waits for LINE only if the
    /// key is unknown or its trusted time is over.
    pub(super) async fn find(&self, kid: &str) -> Result<Option<DecodingKey>, LineError> {
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
            // The fetch of another caller may have ended since the check above.
            if let Some(key) = state.find(kid, now_ms) {
                return Ok(Some(key));
            }
            match state.fetch_under_way() {
                Some(fetch) => fetch,
                None if is_within(state.failed_at_ms, AFTER_FAILURE_MS, now_ms) => {
                    return Err(LineError::out_of_reach(
                        "LINE's keys could not be fetched just now",
                    ));
                }
                None if is_within(state.fetched_at_ms, BETWEEN_FETCHES_MS, now_ms) => {
                    return Ok(None);
                }
                None => self.shared.start_fetch(&mut state, now_ms),
            }
        };
        let Ok(_permit) = self.waiting.try_acquire() else {
            return Err(LineError::out_of_reach(
                "too many callers wait for LINE's keys",
            ));
        };
        wait_for(fetch).await?;
        let now_ms = self.shared.clock.now_ms();
        Ok(self.shared.read().find(kid, now_ms))
    }
}

impl SharedState {
    /// Fetches the keys in the background, unless another caller's fetch is under way.
    fn refresh(self: &Arc<Self>, now_ms: Millis) {
        let mut state = self.write();
        if state.needs_refresh(now_ms) {
            self.start_fetch(&mut state, now_ms);
        }
    }

    /// Starts a fetch in a task of its own. If the caller goes away, the other callers still get the
    /// outcome.
    fn start_fetch(self: &Arc<Self>, state: &mut State, now_ms: Millis) -> Fetch {
        let (ended, fetch) = watch::channel(None);
        state.fetch = Some(fetch.clone());
        let shared = self.clone();
        tokio::spawn(async move {
            let fetched = shared.fetch().await;
            ended.send_replace(Some(shared.store(fetched, now_ms)));
        });
        fetch
    }

    /// Stores the keys that a fetch brought. After a failure the old keys stay.
    fn store(&self, fetched: Result<KeySet, LineError>, started_at_ms: Millis) -> Outcome {
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
                // Nothing else reports a failure in the background.
                tracing::warn!(%error, "LINE's keys cannot be fetched");
                state.failed_at_ms = Some(self.clock.now_ms());
                Err(Arc::new(error))
            }
        }
    }

    async fn fetch(&self) -> Result<KeySet, LineError> {
        let response = self.client.get(self.url.clone()).send().await;
        let mut response = check_status(response)?;
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(LineError::out_of_reach)? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > MAX_BYTES {
                return Err(LineError::out_of_reach("LINE's keys are too long"));
            }
        }
        KeySet::parse(&bytes).map_err(LineError::out_of_reach)
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn find(&self, kid: &str, now_ms: Millis) -> Option<DecodingKey> {
        is_within(self.fetched_at_ms, TRUST_MS, now_ms)
            .then(|| self.keys.find(kid))
            .flatten()
    }

    fn needs_refresh(&self, now_ms: Millis) -> bool {
        !is_within(self.fetched_at_ms, REFRESH_AFTER_MS, now_ms)
            && !is_within(self.failed_at_ms, BETWEEN_FETCHES_MS, now_ms)
            && self.fetch_under_way().is_none()
    }

    fn fetch_under_way(&self) -> Option<Fetch> {
        // The sender is gone if the task was cancelled, for example by the end of the runtime.
        let is_under_way = |fetch: &&Fetch| fetch.has_changed().is_ok();
        self.fetch.as_ref().filter(is_under_way).cloned()
    }
}

async fn wait_for(mut fetch: Fetch) -> Result<(), LineError> {
    match fetch.wait_for(Option::is_some).await.as_deref() {
        Ok(Some(Ok(()))) => Ok(()),
        Ok(Some(Err(error))) => Err(LineError::Shared(error.clone())),
        Ok(None) | Err(_) => Err(LineError::out_of_reach(
            "the fetch of LINE's keys broke off",
        )),
    }
}

/// Returns true if the moment lies within the last `duration_ms`. Returns false for a moment in the
/// future: the clock was set back, and the true age is unknown.
fn is_within(at_ms: Option<Millis>, duration_ms: i64, now_ms: Millis) -> bool {
    at_ms.is_some_and(|at_ms| (0..duration_ms).contains(&(now_ms - at_ms)))
}

#[cfg(test)]
mod tests;
