//! What nearly every call asks of the tables, asked in one statement for all who ask at the same
//! moment: with many users at once most of a statement's cost is that it is one.

use std::collections::HashMap;
use std::time::Duration;

use sea_orm::DatabaseConnection;
use tokio::time;

use super::account::{self, Account};
use super::connection::LONGEST_WAIT;
use super::holdings::{self, Held};
use super::idempotency::{self, Answer};
use super::member::{self, StoredMember};
use super::session;
use super::session_token::Session;
use crate::clock::Clock;
use crate::error::{BUSY, Error, Result};
use crate::store::batcher::{Batcher, together_or_each};

/// So many share a statement at most.
const MAX_BATCH: usize = 256;
/// Whole profiles are more to read, and nobody should wait for many of them.
const MAX_MEMBERS: usize = 32;

/// The questions that are asked together. Each answer is of a moment after it was asked for.
#[derive(Debug)]
pub(crate) struct Lookups {
    sessions: Batcher<String, Option<Session>>,
    kept_answers: Batcher<String, Vec<Answer>>,
    holdings: Batcher<String, Held>,
    accounts: Batcher<String, Option<Account>>,
    members: Batcher<String, Option<StoredMember>>,
}

impl Lookups {
    pub(crate) fn new(reads: &DatabaseConnection, clock: &Clock) -> Self {
        let clock = clock.clone();
        Self {
            sessions: lookup(reads, MAX_BATCH, |reads, hashes| async move {
                session::find_all(&reads, hashes).await
            }),
            kept_answers: lookup(reads, MAX_BATCH, |reads, users| async move {
                idempotency::find_all(&reads, users).await
            }),
            holdings: lookup(reads, MAX_BATCH, move |reads, users| {
                let now_ms = clock.now_ms();
                async move { holdings::find_all(&reads, users, now_ms).await }
            }),
            accounts: lookup(reads, MAX_BATCH, |reads, users| async move {
                account::find_all(&reads, users).await
            }),
            members: lookup(reads, MAX_MEMBERS, |reads, users| async move {
                member::find_all(&reads, users).await
            }),
        }
    }

    /// The session or ticket of a token's hash.
    pub(crate) async fn session(&self, token_hash: String) -> Result<Option<Session>> {
        self.sessions.ask(token_hash).await
    }

    /// Every answer that is still kept for a LINE user.
    pub(crate) async fn kept_answers(&self, line_user_id: &str) -> Result<Vec<Answer>> {
        self.kept_answers.ask(line_user_id.to_owned()).await
    }

    /// What a LINE user holds.
    pub(crate) async fn held(&self, line_user_id: &str) -> Result<Held> {
        self.holdings.ask(line_user_id.to_owned()).await
    }

    /// The account of a LINE user.
    pub(crate) async fn account(&self, line_user_id: &str) -> Result<Option<Account>> {
        self.accounts.ask(line_user_id.to_owned()).await
    }

    /// The account of a LINE user with all that they see of it.
    pub(crate) async fn member(&self, line_user_id: &str) -> Result<Option<StoredMember>> {
        self.members.ask(line_user_id.to_owned()).await
    }
}

/// The keys, and the last one again up to one of few lengths: a database prepares a statement for
/// each length it is asked.
pub(super) fn padded<Key: Clone>(mut keys: Vec<Key>) -> Vec<Key> {
    if let Some(last) = keys.last().cloned() {
        keys.resize(keys.len().next_power_of_two(), last);
    }
    keys
}

/// Questions that are asked together; `find_all` tells what was found by its key.
fn lookup<Found, Finding>(
    reads: &DatabaseConnection,
    max_batch: usize,
    find_all: impl Fn(DatabaseConnection, Vec<String>) -> Finding + Clone + Send + Sync + 'static,
) -> Batcher<String, Found>
where
    Found: Clone + Default + Send + Sync + 'static,
    Finding: Future<Output = Result<HashMap<String, Found>>> + Send + 'static,
{
    let reads = reads.clone();
    Batcher::new(max_batch, move |keys: Vec<String>| {
        let (reads, find_all) = (reads.clone(), find_all.clone());
        answer(keys, LONGEST_WAIT, move |keys| {
            find_all(reads.clone(), keys)
        })
    })
}

/// Returns one result for each key: the row that was found, or the error of its lookup.
async fn answer<Found: Clone + Default, Finding>(
    keys: Vec<String>,
    timeout: Duration,
    find_all: impl Fn(Vec<String>) -> Finding,
) -> Vec<Result<Found>>
where
    Finding: Future<Output = Result<HashMap<String, Found>>>,
{
    together_or_each(&keys, |keys| {
        // Without a timeout a connection that never answers would hold up every later lookup.
        let finding = time::timeout(timeout, find_all(keys.to_vec()));
        async move {
            let late = |_| Err(Error::unavailable(BUSY, "a lookup took too long"));
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

    #[test]
    fn the_database_sees_few_lengths() {
        let lengths = (0..=9).map(|n| padded((0..n).collect()).len());
        assert_eq!(lengths.collect::<Vec<_>>(), [0, 1, 2, 4, 4, 8, 8, 8, 8, 16]);
        assert_eq!(padded(vec![1, 2, 3]), [1, 2, 3, 3]);
    }

    #[tokio::test]
    async fn one_that_cannot_be_read_keeps_none_that_was_asked_for_with_it() {
        let keys = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        let answers = answer(keys, LONGEST_WAIT, async |keys: Vec<String>| {
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
    async fn a_connection_that_never_answers_is_given_up() {
        let keys = vec!["a".to_owned(), "b".to_owned()];
        let never = |_| std::future::pending::<Result<HashMap<String, Option<String>>>>();
        let answers = answer(keys, Duration::from_millis(1), never).await;
        let codes: Vec<_> = answers.into_iter().map(|it| it.unwrap_err().code).collect();
        assert_eq!(codes, [ErrorCode::Unavailable; 2]);
    }
}
