//! A rate limiter with a quota for each key, in bounded memory.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::RateLimiter;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::state::keyed::{HashMapStateStore, ShrinkableKeyedStateStore};

use crate::clock::Clock;
use crate::error::{Error, Result};

/// The number of calls between two cleanups, which remove the keys whose quota is full again.
const CLEANUP_INTERVAL: u32 = 1024;
/// The number of keys that have a quota of their own; they take some megabytes. All further keys
/// share one quota.
const MAX_KEYS: usize = 64 * 1024;

/// The number of calls that may come at once, and the time after which one more is allowed.
pub(super) type Quota = (u32, Duration);

type Limiter<K> = RateLimiter<K, BoundedStore<K>, Clock, NoOpMiddleware<Duration>>;

/// Limits how often each of many keys may call.
#[derive(Debug)]
pub(super) struct KeyedRateLimiter<K: Copy + Eq + Hash> {
    limiter: Limiter<K>,
    store: BoundedStore<K>,
    n_calls: AtomicU32,
}

impl<K: Copy + Eq + Hash> KeyedRateLimiter<K> {
    /// Returns `None` if the number of calls or the time of the quota is zero.
    pub(super) fn new((burst, period): Quota, overflow: K, clock: &Clock) -> Option<Self> {
        let quota = governor::Quota::with_period(period)?.allow_burst(NonZeroU32::new(burst)?);
        let store = BoundedStore {
            by_key: Arc::default(),
            overflow,
        };
        Some(Self {
            limiter: RateLimiter::new(quota, store.clone(), clock.clone()),
            store,
            n_calls: AtomicU32::new(0),
        })
    }

    /// Returns whether the store holds a quota of this key.
    pub(super) fn has_key(&self, key: K) -> bool {
        self.store.by_key.lock().contains_key(&key)
    }

    /// Counts a call, or refuses it with E005.
    pub(super) fn check(&self, key: K) -> Result<()> {
        let n_calls = self.n_calls.fetch_add(1, Ordering::Relaxed);
        if n_calls % CLEANUP_INTERVAL == CLEANUP_INTERVAL - 1 {
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
        }
        self.limiter.check_key(&key).map_err(|refused| {
            let wait = refused.wait_time_from(self.limiter.clock().since_start());
            Error::too_many_requests(wait)
        })
    }
}

impl governor::clock::Clock for Clock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.since_start()
    }
}

/// The quotas of at most `MAX_KEYS` keys. When the store is full, keys in it keep their quotas and
/// new keys share one.
#[derive(Debug, Clone)]
struct BoundedStore<K: Copy + Eq + Hash> {
    by_key: Arc<HashMapStateStore<K>>,
    /// The key whose quota all further keys share.
    overflow: K,
}

impl<K: Copy + Eq + Hash> StateStore for BoundedStore<K> {
    type Key = K;

    fn measure_and_replace<T, F, E>(&self, key: &K, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let has_own = {
            let by_key = self.by_key.lock();
            by_key.len() < MAX_KEYS || by_key.contains_key(key)
        };
        let key = if has_own { key } else { &self.overflow };
        self.by_key.measure_and_replace(key, decide)
    }
}

impl<K: Copy + Eq + Hash> ShrinkableKeyedStateStore<K> for BoundedStore<K> {
    fn retain_recent(&self, drop_below: Nanos) {
        self.by_key.retain_recent(drop_below);
    }

    fn shrink_to_fit(&self) {
        ShrinkableKeyedStateStore::shrink_to_fit(self.by_key.as_ref());
    }

    fn len(&self) -> usize {
        self.by_key.lock().len()
    }

    fn is_empty(&self) -> bool {
        self.by_key.lock().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::error::ErrorCode;
    use crate::testing::StoppedClock;

    const PERIOD: Duration = Duration::from_secs(3);

    fn twenty(clock: &StoppedClock) -> KeyedRateLimiter<u32> {
        KeyedRateLimiter::new((20, PERIOD), 0, &clock.for_server()).unwrap()
    }

    fn n_allowed(limit: &KeyedRateLimiter<u32>, key: u32, n_calls: usize) -> usize {
        (0..n_calls).filter(|_| limit.check(key).is_ok()).count()
    }

    #[test]
    fn after_the_burst_one_call_is_allowed_in_each_period() {
        let clock = StoppedClock::at_ms(0);
        let limit = twenty(&clock);
        assert_eq!(n_allowed(&limit, 1, 30), 20);
        clock.pass_ms(2_000);
        assert_eq!(n_allowed(&limit, 1, 5), 0);
        clock.pass_ms(1_000);
        assert_eq!(n_allowed(&limit, 1, 5), 1);
        clock.pass_ms(20 * 3_000);
        assert_eq!(n_allowed(&limit, 1, 30), 20);
    }

    #[test]
    fn a_refused_call_carries_the_whole_seconds_to_wait() {
        let clock = StoppedClock::at_ms(0);
        let limit = twenty(&clock);
        n_allowed(&limit, 1, 20);
        for (passed_ms, wait_s) in [(0, 3), (900, 3), (200, 2), (1_899, 1)] {
            clock.pass_ms(passed_ms);
            let error = limit.check(1).unwrap_err();
            assert_eq!(error.code, ErrorCode::TooManyRequests);
            assert_eq!(error.retry_after, Some(Duration::from_secs(wait_s)));
        }
    }

    #[test]
    fn the_store_has_a_bound_and_removes_keys_whose_quota_is_full_again() {
        let clock = StoppedClock::at_ms(0);
        let limit = twenty(&clock);
        for key in 1..=200_000 {
            limit.check(key).ok();
        }
        let limiter = &limit.limiter;
        assert!(limiter.len() <= MAX_KEYS + 1, "{}", limiter.len());
        assert_eq!(
            n_allowed(&limit, 300_000, 1),
            0,
            "all new keys share one quota"
        );
        clock.pass_ms(20 * 3_000);
        n_allowed(&limit, 300_000, CLEANUP_INTERVAL as usize);
        assert!(limiter.len() <= 2, "{}", limiter.len());
    }

    #[test]
    fn a_stored_key_keeps_its_own_quota_when_the_store_is_full() {
        let clock = StoppedClock::at_ms(0);
        let limit = twenty(&clock);
        for key in 1..=100_000 {
            limit.check(key).ok();
        }
        assert_eq!(n_allowed(&limit, 1, 30), 19);
        assert!(limit.has_key(1) && !limit.has_key(100_000));
    }
}
