//! The parts that registration and resubmission share: the form that a user sent, the data that the
//! rules check it against, and the locks that let an account have one such request at a time.

use std::sync::Arc;
use std::time::Duration;

use chrono::NaiveDate;
use enmusubi_core::{CheckContext, JsonDocument, Mailboxes, Uploads};
use moka::future::Cache;
use tokio::sync::{Mutex, OwnedMutexGuard};
use uuid::Uuid;

use crate::error::Result;
use crate::store::BatchedReads;
use crate::store::owned_uploads::OwnedUploads;

/// A whole form, or the fields of it that a reviewer asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Submission<'a> {
    /// The authenticated sender.
    pub(crate) line_user_id: &'a str,
    /// The parsed body.
    pub(crate) document: &'a JsonDocument<'a>,
    /// The body's bytes. Their hash distinguishes a repeated request from a different one.
    pub(crate) bytes: &'a [u8],
    /// The key under which the client repeats the request if it got no response.
    pub(crate) idempotency_key: Option<Uuid>,
}

/// The data that the rules check a form against: the date, and the uploads and confirmed mailboxes
/// that the user may name in it.
#[derive(Debug)]
pub(crate) struct ValidationContext {
    today: NaiveDate,
    owned: OwnedUploads,
}

impl ValidationContext {
    /// Looks up the uploads and mailboxes of a LINE user.
    pub(crate) async fn find(
        batched_reads: &BatchedReads,
        line_user_id: &str,
        today: NaiveDate,
    ) -> Result<Self> {
        Ok(Self {
            today,
            owned: batched_reads.owned_uploads(line_user_id).await?,
        })
    }

    /// Reports whether the user has an account already.
    pub(crate) const fn is_registered(&self) -> bool {
        self.owned.is_registered
    }

    /// Returns the context in the form that the core's rules take.
    pub(crate) const fn for_core(&self) -> CheckContext<'_> {
        CheckContext {
            today: self.today,
            uploads: Uploads::Owned(&self.owned.uploads),
            mailboxes: Mailboxes::Confirmed(&self.owned.employers),
        }
    }
}

/// A lock is dropped after this long without use, which is far longer than a request takes.
const IDLE: Duration = Duration::from_mins(10);

/// The locks of accounts that were busy lately. They hold within this instance of the server;
/// between instances the unique constraints of the tables decide.
#[derive(Debug, Clone)]
pub(crate) struct AccountLocks(Cache<String, Arc<Mutex<()>>>);

impl Default for AccountLocks {
    fn default() -> Self {
        Self(Cache::builder().time_to_idle(IDLE).build())
    }
}

impl AccountLocks {
    /// Waits until no other request holds the account's lock. The lock is free again when the caller
    /// drops the guard.
    pub(crate) async fn lock(&self, line_user_id: &str) -> OwnedMutexGuard<()> {
        let lock = self
            .0
            .get_with_by_ref(line_user_id, async { Arc::default() })
            .await;
        lock.lock_owned().await
    }
}
