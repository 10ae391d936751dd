//! Limits how many files one account uploads at the same time.

use std::sync::Arc;
use std::time::Duration;

use super::account_hasher::AccountHasher;
use crate::error::{Error, Result};
use crate::http::concurrency_limit::{ConcurrencyLimit, Permit};

/// The page sends one file at a time, and a person may have two devices.
const MAX_PER_ACCOUNT: usize = 4;
/// The time that the upload of a photo takes.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The current uploads by account. The limit keeps one person from taking all permits for uploads.
///
/// `RATE_LIMIT=off` does not switch this off: a proxy that limits in our place cannot see accounts.
pub(crate) struct AccountUploads {
    limit: Arc<ConcurrencyLimit<u64>>,
    hasher: AccountHasher,
}

impl AccountUploads {
    pub(crate) fn new(max_uploads: usize) -> Self {
        Self {
            limit: ConcurrencyLimit::new(max_uploads, MAX_PER_ACCOUNT),
            hasher: AccountHasher::default(),
        }
    }

    /// Counts an upload until the permit is dropped, or refuses it with E005.
    pub(crate) fn begin(&self, line_user_id: &str) -> Result<Permit<u64>> {
        let key = self.hasher.hash(line_user_id);
        let permit = self.limit.try_acquire(Some(key), 1);
        permit.ok_or_else(|| Error::too_many_requests(RETRY_AFTER))
    }
}
