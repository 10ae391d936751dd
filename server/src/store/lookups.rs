//! What nearly every call asks of the tables, asked in one statement for all who ask at the same
//! moment: with many users at once most of a statement's cost is that it is one.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::DatabaseConnection;
use tokio::time;

use super::holdings::{self, Held};
use super::idempotency::{self, Answer};
use super::session;
use crate::batcher::Batcher;
use crate::clock::Clock;
use crate::error::{BUSY, Error, Result};
use crate::session::Session;

/// So many share a statement at most.
const MAX_BATCH: usize = 256;
/// One connection that never answers again must not hold up everybody: as long as one may wait for a
/// connection.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The questions that are asked together. Each answer is of a moment after it was asked for.
#[derive(Debug)]
pub(crate) struct Lookups {
    sessions: Batcher<String, Option<Session>>,
    kept_answers: Batcher<String, Vec<Answer>>,
    holdings: Batcher<String, Held>,
}

impl Lookups {
    pub(crate) fn new(reads: &DatabaseConnection, clock: &Clock) -> Self {
        let of_sessions = reads.clone();
        let of_answers = reads.clone();
        let of_holdings = (reads.clone(), clock.clone());
        Self {
            sessions: Batcher::new(MAX_BATCH, move |hashes: Vec<String>| {
                let reads = of_sessions.clone();
                for_each(hashes, async move |hashes| {
                    session::find_all(&reads, hashes).await
                })
            }),
            kept_answers: Batcher::new(MAX_BATCH, move |users: Vec<String>| {
                let reads = of_answers.clone();
                for_each(users, async move |users| {
                    idempotency::find_all(&reads, users).await
                })
            }),
            holdings: Batcher::new(MAX_BATCH, move |users: Vec<String>| {
                let (reads, clock) = of_holdings.clone();
                for_each(users, async move |users| {
                    holdings::find_all(&reads, users, clock.now_ms()).await
                })
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
}

/// What `find_all` finds for each of the keys, or why it finds nothing.
async fn for_each<Key: Clone + Eq + Hash, Found: Clone + Default>(
    keys: Vec<Key>,
    find_all: impl AsyncFnOnce(Vec<Key>) -> Result<HashMap<Key, Found>>,
) -> Vec<Result<Found>> {
    // The database prepares a statement of each length it is asked; so there are only a few.
    let last = keys.last().into_iter().cycle();
    let few_lengths = keys.iter().chain(last).take(keys.len().next_power_of_two());
    let found = time::timeout(TIMEOUT, find_all(few_lengths.cloned().collect())).await;
    let late = |_| Err(Error::unavailable(BUSY, "a lookup took too long"));
    let found = found.unwrap_or_else(late).map_err(Arc::new);
    let of_key = |key| match &found {
        Ok(found) => Ok(found.get(key).cloned().unwrap_or_default()),
        Err(error) => Err(Error::shared(error)),
    };
    keys.iter().map(of_key).collect()
}
