//! Lets the requests of one account go one after the other within this copy of the server.
//!
//! Across copies the unique constraints of the tables decide; this only makes a twin wait.

use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;
use tokio::sync::{Mutex, OwnedMutexGuard};

/// Far longer than a request takes. A lock is forgotten only while nobody has used it for so long.
const IDLE: Duration = Duration::from_mins(10);

/// One lock for each account that was busy lately.
#[derive(Debug)]
pub struct AccountLocks(Cache<String, Arc<Mutex<()>>>);

impl Default for AccountLocks {
    fn default() -> Self {
        Self(Cache::builder().time_to_idle(IDLE).build())
    }
}

impl AccountLocks {
    /// Waits for the account's other requests; the next one waits for the guard.
    pub(crate) async fn lock(&self, line_user_id: &str) -> OwnedMutexGuard<()> {
        let lock = self
            .0
            .get_with_by_ref(line_user_id, async { Arc::default() })
            .await;
        lock.lock_owned().await
    }
}
