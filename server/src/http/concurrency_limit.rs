//! A semaphore with a limit for all permits and one for each key, such as an IP prefix or an account.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number of shares of all permits, of which one IP prefix may hold one. A client that wants to block all other
/// clients therefore has to come from several networks. The thousands of people behind the address of a mobile network
/// have only a few requests at the same time.
const SHARES: usize = 4;

/// A semaphore that gives each key only a part of its permits.
#[derive(Debug)]
pub(crate) struct ConcurrencyLimit<K: Copy + Eq + Hash> {
    state: Mutex<State<K>>,
    max_per_key: usize,
}

#[derive(Debug)]
struct State<K> {
    n_free: usize,
    /// A key without permits has no entry.
    held: HashMap<K, usize>,
}

impl<K: Copy + Eq + Hash> ConcurrencyLimit<K> {
    pub(crate) fn new(n_permits: usize, max_per_key: usize) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                n_free: n_permits,
                held: HashMap::new(),
            }),
            max_per_key,
        })
    }

    /// Creates a limit of which each key gets a quarter, or everything if `is_shared` is false.
    pub(crate) fn in_shares(n_permits: usize, is_shared: bool) -> Arc<Self> {
        let share = n_permits.div_ceil(SHARES);
        Self::new(n_permits, if is_shared { share } else { n_permits })
    }

    /// Takes `n` permits for this key, or none if too few are left. Without a key, only the number of all
    /// permits counts.
    pub(crate) fn try_acquire(self: &Arc<Self>, key: Option<K>, n: usize) -> Option<Permit<K>> {
        let mut state = self.lock();
        let n_free = state.n_free.checked_sub(n)?;
        if let Some(key) = key {
            let n_held = state.held.get(&key).map_or(n, |n_held| n_held + n);
            if n_held > self.max_per_key {
                return None;
            }
            state.held.insert(key, n_held);
        }
        state.n_free = n_free;
        Some(Permit {
            limit: self.clone(),
            key,
            n,
        })
    }

    fn lock(&self) -> MutexGuard<'_, State<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Permits that return to the limit when this is dropped.
#[derive(Debug)]
pub(crate) struct Permit<K: Copy + Eq + Hash> {
    limit: Arc<ConcurrencyLimit<K>>,
    key: Option<K>,
    n: usize,
}

impl<K: Copy + Eq + Hash> Drop for Permit<K> {
    fn drop(&mut self) {
        let mut state = self.limit.lock();
        state.n_free += self.n;
        let Some(key) = self.key else { return };
        match state.held.get_mut(&key) {
            Some(n_held) if *n_held > self.n => *n_held -= self.n,
            _ => drop(state.held.remove(&key)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_permit_is_free_again_and_a_key_without_permits_has_no_entry() {
        let limit = ConcurrencyLimit::new(3, 2);
        let first = limit.try_acquire(Some('a'), 1).unwrap();
        let second = limit.try_acquire(Some('a'), 1).unwrap();
        assert!(
            limit.try_acquire(Some('a'), 1).is_none(),
            "the share is used up"
        );
        let third = limit.try_acquire(Some('b'), 1).unwrap();
        assert!(
            limit.try_acquire(Some('b'), 1).is_none(),
            "all permits are used up"
        );
        drop(first);
        assert!(limit.try_acquire(Some('a'), 1).is_some());
        drop((second, third));
        assert_eq!(limit.lock().held.len(), 0);
        assert_eq!(limit.lock().n_free, 3);
    }

    #[test]
    fn several_permits_are_taken_together_or_none_of_them() {
        let limit = ConcurrencyLimit::new(100, 60);
        let most = limit.try_acquire(Some('a'), 50).unwrap();
        assert!(limit.try_acquire(Some('a'), 11).is_none());
        let rest = limit.try_acquire(Some('a'), 10).unwrap();
        assert!(limit.try_acquire(Some('b'), 41).is_none());
        drop(most);
        assert!(limit.try_acquire(Some('b'), 60).is_some());
        drop(rest);
        assert_eq!(limit.lock().n_free, 100);
        assert_eq!(limit.lock().held.len(), 0);
    }

    #[test]
    fn without_a_key_only_the_number_of_all_permits_counts() {
        let limit = ConcurrencyLimit::new(3, 1);
        let permits: Vec<_> = (0..3)
            .map_while(|_| limit.try_acquire(None::<u8>, 1))
            .collect();
        assert_eq!(permits.len(), 3);
        assert!(limit.try_acquire(Some(1), 1).is_none());
        drop(permits);
        assert_eq!(limit.lock().n_free, 3);
    }

    #[test]
    fn one_key_gets_a_quarter_or_everything_if_the_limit_is_not_shared() {
        for (n_permits, is_shared, n_expected) in [(8, true, 2), (9, true, 3), (8, false, 8)] {
            let limit = ConcurrencyLimit::in_shares(n_permits, is_shared);
            let permits: Vec<_> = (0..20)
                .map_while(|_| limit.try_acquire(Some('a'), 1))
                .collect();
            assert_eq!(permits.len(), n_expected);
        }
    }
}
