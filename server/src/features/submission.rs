//! The parts that registration and resubmission share: the form that a user sent, the data that the
//! rules check it against, the locks that let an account have one such request at a time, and the
//! idempotency keys. A client that got no response sends the request again and gets the response
//! that the server stored the first time.

use std::sync::Arc;
use std::time::Duration;

use aws_lc_rs::digest::{Context, SHA256};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::NaiveDate;
use enmusubi_core::{AgeProof, CheckContext, JsonDocument};
use moka::future::Cache;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::{Mutex, OwnedMutexGuard};
use uuid::Uuid;

use crate::clock::{DAY_MS, Millis};
use crate::error::{Error, ErrorCode, Result};
use crate::store::account::idempotency::StoredResponse;
use crate::store::file::upload::OwnedUploads;
use crate::store::{self, BatchedReads, Database, Transaction};

/// A whole form, or the fields that a reviewer asked for.
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

/// The data against which a form is checked: the date, the user's uploads and confirmed mailboxes, and whether the
/// deployment asks for a proof of age.
#[derive(Debug)]
pub(crate) struct ValidationContext {
    today: NaiveDate,
    owned: OwnedUploads,
    age_proof: AgeProof,
}

impl ValidationContext {
    /// Looks up the uploads and mailboxes of a LINE user.
    pub(crate) async fn find(
        batched_reads: &BatchedReads,
        line_user_id: &str,
        today: NaiveDate,
        age_proof: AgeProof,
    ) -> Result<Self> {
        Ok(Self {
            today,
            age_proof,
            owned: batched_reads.owned_uploads(line_user_id).await?,
        })
    }

    /// Looks up the uploads and mailboxes in a transaction, which may already hold the account's lock.
    pub(crate) async fn find_in(
        transaction: &Transaction,
        line_user_id: &str,
        today: NaiveDate,
        age_proof: AgeProof,
        now_ms: Millis,
    ) -> Result<Self> {
        let users = vec![line_user_id.to_owned()];
        let mut owned = store::file::upload::find_owned(transaction, users, now_ms).await?;
        Ok(Self {
            today,
            age_proof,
            owned: owned.remove(line_user_id).unwrap_or_default(),
        })
    }

    /// Reports whether the user has an account already.
    pub(crate) const fn is_registered(&self) -> bool {
        self.owned.is_registered
    }

    /// Returns the context in the form that the core's rules take.
    pub(crate) const fn for_core(&self) -> CheckContext<'_> {
        CheckContext::for_server(self.today, &self.owned.uploads, &self.owned.employers)
            .with_age_proof(self.age_proof)
    }
}

/// A lock is dropped after this long without use, which is far longer than a request takes.
const IDLE: Duration = Duration::from_mins(10);

/// The locks of accounts that had a request lately. They work within one instance; between instances, the unique
/// constraints of the tables decide.
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

/// The time for which the server stores a response.
pub(crate) const STORED_MS: i64 = 7 * DAY_MS;

/// The calls that take an idempotency key. A key that was used for one call does not match the other call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    Registration,
    Resubmission,
}

/// A request that the client may send again.
pub(crate) struct IdempotentRequest<'a> {
    database: &'a Database,
    batched_reads: &'a BatchedReads,
    call: Call,
    line_user_id: &'a str,
    /// `None` if the client sent no key. Then the server neither stores nor looks up a response.
    key: Option<String>,
    body_hash: String,
    now_ms: Millis,
}

impl Call {
    /// The bytes that are hashed before the body, so that one call's key never matches a request of the other call. A
    /// registration has no such bytes.
    const fn prefix(self) -> &'static [u8] {
        match self {
            Self::Registration => b"",
            Self::Resubmission => b"resubmission\n",
        }
    }

    /// The HTTP status of the stored response.
    const fn status(self) -> i32 {
        match self {
            Self::Registration => 201,
            Self::Resubmission => 200,
        }
    }
}

impl<'a> IdempotentRequest<'a> {
    pub(crate) fn new(
        database: &'a Database,
        batched_reads: &'a BatchedReads,
        call: Call,
        submission: Submission<'a>,
        now_ms: Millis,
    ) -> Self {
        let mut hash = Context::new(&SHA256);
        hash.update(call.prefix());
        hash.update(submission.bytes);
        Self {
            database,
            batched_reads,
            call,
            line_user_id: submission.line_user_id,
            key: submission.idempotency_key.map(|key| key.to_string()),
            body_hash: URL_SAFE_NO_PAD.encode(hash.finish()),
            now_ms,
        }
    }

    /// Returns the stored response. Returns E004 if the key was used with another body, or for another
    /// call.
    pub(crate) async fn find_stored<T: DeserializeOwned>(&self) -> Result<Option<T>> {
        let Some(key) = &self.key else {
            return Ok(None);
        };
        let since_ms = self.now_ms - STORED_MS;
        let all = self
            .batched_reads
            .stored_responses(self.line_user_id)
            .await?;
        let stored = all
            .into_iter()
            .find(|stored| stored.key == *key && stored.created_at_ms >= since_ms);
        match stored {
            None => Ok(None),
            Some(stored) if stored.body_hash == self.body_hash => {
                if !self.is_safe(key).await? {
                    return Ok(None);
                }
                serde_json::from_str(&stored.body)
                    .map(Some)
                    .map_err(Error::internal)
            }
            Some(_) => Err(Error::conflict(
                "This idempotency key was used with another body.",
            )),
        }
    }

    /// Waits until the stored response would survive a failover, and returns false if the response is gone. SQLite has
    /// no standbys.
    async fn is_safe(&self, key: &str) -> Result<bool> {
        if self.database.is_sqlite() {
            return Ok(true);
        }
        store::account::idempotency::confirm(&self.database.writes, self.line_user_id, key).await
    }

    /// Looks for a stored response once more after the server refused the request. Another instance
    /// may have done the work for a concurrent duplicate: then the account exists already (E004), or
    /// its state has changed (E008). Returns the refusal if there is no stored response.
    pub(crate) async fn find_stored_after<T: DeserializeOwned>(&self, refusal: Error) -> Result<T> {
        match refusal.code {
            ErrorCode::Conflict | ErrorCode::Forbidden => self.find_stored().await?.ok_or(refusal),
            _ => Err(refusal),
        }
    }

    /// Returns the row to insert in the transaction that does the work; `None` if the request has no
    /// key.
    pub(crate) fn row_of(&self, response: &impl Serialize) -> Result<Option<StoredResponse>> {
        let Some(key) = &self.key else {
            return Ok(None);
        };
        Ok(Some(StoredResponse {
            line_user_id: self.line_user_id.to_owned(),
            key: key.clone(),
            body_hash: self.body_hash.clone(),
            status: self.call.status(),
            body: serde_json::to_string(response).map_err(Error::internal)?,
            created_at_ms: self.now_ms,
        }))
    }
}
