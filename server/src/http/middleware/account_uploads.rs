//! Limits how many uploads one account has under way.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;
use std::time::Duration;

use crate::error::{Error, Result};
use crate::http::concurrency_limit::{ConcurrencyLimit, Permit};

/// The page sends one file at a time, and a person may have two devices.
const MAX_PER_ACCOUNT: usize = 4;
/// About as long as a photo takes.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The uploads under way by account, so that one person cannot take the permits of all.
///
/// `RATE_LIMIT=off` does not switch this off: a proxy that limits in our place cannot see accounts.
pub(crate) struct AccountUploads {
    limit: Arc<ConcurrencyLimit<u64>>,
    /// Accounts are told apart by a hash, which takes less room and names no person.
    hasher: RandomState,
}

impl AccountUploads {
    pub(crate) fn new(max_uploads: usize) -> Self {
        Self {
            limit: ConcurrencyLimit::new(max_uploads, MAX_PER_ACCOUNT),
            hasher: RandomState::new(),
        }
    }

    /// Counts an upload until the permit is dropped, or refuses it with E005.
    pub(crate) fn begin(&self, line_user_id: &str) -> Result<Permit<u64>> {
        let key = self.hasher.hash_one(line_user_id);
        let permit = self.limit.try_acquire(Some(key), 1);
        permit.ok_or_else(|| Error::too_many_requests(RETRY_AFTER))
    }
}
