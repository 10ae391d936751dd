//! Reads that nearly every call needs, with one statement for all calls that need them at the same time.
//! With many users at once, the number of statements costs more than their size.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time;

use super::account::{self, Account};
use super::batcher::{Batcher, run_batch_or_each_alone};
use super::connection::ReadPool;
use super::idempotency::{self, StoredResponse};
use super::member::{self, StoredMember};
use super::owned_uploads::{self, OwnedUploads};
use super::pool::MAX_WAIT;
use super::session::{self, Session};
use crate::clock::Clock;
use crate::error::{BUSY, Error, Result};

/// The most reads that share a statement.
const MAX_BATCH: usize = 256;
/// The most whole profiles that share a statement. A profile is much to read, and a caller should not
/// wait for many of them.
const MAX_MEMBERS: usize = 32;

/// Reads in batches, with one batcher for each kind of row. A read begins after its callers have
/// submitted their keys, so no caller gets an older row.
#[derive(Debug)]
pub(crate) struct BatchedReads {
    sessions: Batcher<String, Option<Session>>,
    stored_responses: Batcher<String, Vec<StoredResponse>>,
    owned_uploads: Batcher<String, OwnedUploads>,
    accounts: Batcher<String, Option<Account>>,
    members: Batcher<String, Option<StoredMember>>,
}

impl BatchedReads {
    pub(crate) fn new(reads: &ReadPool, clock: &Clock) -> Self {
        let clock = clock.clone();
        Self {
            sessions: batcher(reads, MAX_BATCH, |reads, hashes| async move {
                session::find_all(&reads, hashes).await
            }),
            stored_responses: batcher(reads, MAX_BATCH, |reads, users| async move {
                idempotency::find_all(&reads, users).await
            }),
            owned_uploads: batcher(reads, MAX_BATCH, move |reads, users| {
                let now_ms = clock.now_ms();
                async move { owned_uploads::find_all(&reads, users, now_ms).await }
            }),
            accounts: batcher(reads, MAX_BATCH, |reads, users| async move {
                account::find_all(&reads, users).await
            }),
            members: batcher(reads, MAX_MEMBERS, |reads, users| async move {
                member::find_all(&reads, users).await
            }),
        }
    }

    /// Returns the session or registration token with this hash.
    pub(crate) async fn session(&self, token_hash: String) -> Result<Option<Session>> {
        self.sessions.submit(token_hash).await
    }

    /// Returns all stored responses of a LINE user.
    pub(crate) async fn stored_responses(&self, line_user_id: &str) -> Result<Vec<StoredResponse>> {
        self.stored_responses.submit(line_user_id.to_owned()).await
    }

    /// Returns the uploads and confirmed employers of a LINE user.
    pub(crate) async fn owned_uploads(&self, line_user_id: &str) -> Result<OwnedUploads> {
        self.owned_uploads.submit(line_user_id.to_owned()).await
    }

    /// Returns the account of a LINE user.
    pub(crate) async fn account(&self, line_user_id: &str) -> Result<Option<Account>> {
        self.accounts.submit(line_user_id.to_owned()).await
    }

    /// Returns the account of a LINE user with everything that the user sees of it.
    pub(crate) async fn member(&self, line_user_id: &str) -> Result<Option<StoredMember>> {
        self.members.submit(line_user_id.to_owned()).await
    }
}

/// Starts a batcher of keys. `find_all` returns the found rows by their keys.
fn batcher<Found, Finding>(
    reads: &ReadPool,
    max_batch: usize,
    find_all: impl Fn(ReadPool, Vec<String>) -> Finding + Clone + Send + Sync + 'static,
) -> Batcher<String, Found>
where
    Found: Clone + Default + Send + Sync + 'static,
    Finding: Future<Output = Result<HashMap<String, Found>>> + Send + 'static,
{
    let reads = reads.clone();
    Batcher::new(max_batch, move |keys: Vec<String>| {
        let (reads, find_all) = (reads.clone(), find_all.clone());
        answer(keys, MAX_WAIT, move |keys| find_all(reads.clone(), keys))
    })
}

/// Returns one result for each key: the row that was found, or the error of the read.
async fn answer<Found: Clone + Default, Finding>(
    keys: Vec<String>,
    timeout: Duration,
    find_all: impl Fn(Vec<String>) -> Finding,
) -> Vec<Result<Found>>
where
    Finding: Future<Output = Result<HashMap<String, Found>>>,
{
    run_batch_or_each_alone(&keys, |keys| {
        // Without a timeout a connection that never answers would hold up every later read.
        let finding = time::timeout(timeout, find_all(keys.to_vec()));
        async move {
            let late = |_| Err(Error::unavailable(BUSY, "a batched read took too long"));
            let found = finding.await.unwrap_or_else(late)?;
            let of_key = |key| found.get(key).cloned().unwrap_or_default();
            Ok(keys.iter().map(of_key).collect())
        }
    })
    .await
}

#[cfg(test)]
mod tests {
    use enmusubi_core::ErrorCode;

    use super::*;

    #[tokio::test]
    async fn a_row_that_cannot_be_read_does_not_fail_the_other_keys() {
        let keys = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        let answers = answer(keys, MAX_WAIT, async |keys: Vec<String>| {
            if keys.iter().any(|key| key == "c") {
                return Err(Error::internal("an unknown word"));
            }
            let known = keys.into_iter().filter(|key| key != "d");
            Ok(known.map(|key| (key.clone(), Some(key))).collect())
        });
        let answers: Vec<_> = answers
            .await
            .into_iter()
            .map(|it| it.map_err(|error| error.code))
            .collect();
        let found = |key: &str| Ok(Some(key.to_owned()));
        assert_eq!(
            answers,
            [found("a"), found("b"), Err(ErrorCode::Internal), Ok(None)]
        );
    }

    #[tokio::test]
    async fn the_server_gives_up_a_connection_that_never_answers() {
        let keys = vec!["a".to_owned(), "b".to_owned()];
        let never = |_| std::future::pending::<Result<HashMap<String, Option<String>>>>();
        let answers = answer(keys, Duration::from_millis(1), never).await;
        let codes: Vec<_> = answers.into_iter().map(|it| it.unwrap_err().code).collect();
        assert_eq!(codes, [ErrorCode::Unavailable; 2]);
    }
}
