//! Brings registrations into the tables, each before its answer leaves.
//!
//! A commit waits for the disk, and SQLite has one writer: those who come while one is being
//! committed share the next commit. PostgreSQL does the like by itself, between its connections.

use std::sync::Arc;

use enmusubi_core::ErrorCode;
use sea_orm::DbBackend;
use tokio::sync::{mpsc, oneshot};

use super::save::{self, Registration};
use crate::error::{BUSY, Error, Result};
use crate::store::Database;

/// What may wait for a commit; beyond it a client is told to come back.
const MAX_WAITING: usize = 1024;

/// So many share a commit at most: 41 columns each, of the 32,766 parameters a statement may have.
const MAX_BATCH: usize = 256;

/// Where registrations are handed in.
#[derive(Debug)]
pub(crate) struct Writer(Way);

#[derive(Debug)]
enum Way {
    /// Each in a transaction of its own.
    Alone(Database),
    /// By the one task that writes.
    Together(mpsc::Sender<Waiting>),
}

struct Waiting {
    registration: Registration,
    done: oneshot::Sender<Result<()>>,
}

impl Writer {
    /// With `group_commit`, registrations share commits on SQLite. The task that writes them ends
    /// when the writer is dropped.
    pub(crate) fn new(database: &Database, group_commit: bool) -> Self {
        let is_sqlite = database.writes.get_database_backend() == DbBackend::Sqlite;
        if !(is_sqlite && group_commit) {
            return Self(Way::Alone(database.clone()));
        }
        let (sender, receiver) = mpsc::channel(MAX_WAITING);
        tokio::spawn(write_all(database.clone(), receiver));
        Self(Way::Together(sender))
    }

    /// Stores a registration; what was stored outlives a crash. It is stored even when nobody waits
    /// any more.
    pub(super) async fn save(&self, registration: Registration) -> Result<()> {
        match &self.0 {
            Way::Alone(database) => save::save(database, &[registration]).await,
            Way::Together(queue) => {
                let (done, outcome) = oneshot::channel();
                let waiting = Waiting { registration, done };
                queue
                    .try_send(waiting)
                    .map_err(|error| Error::unavailable(BUSY, error.to_string()))?;
                outcome.await.map_err(Error::internal)?
            }
        }
    }
}

async fn write_all(database: Database, mut queue: mpsc::Receiver<Waiting>) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, MAX_BATCH).await > 0 {
        // In a task of its own: one that panics takes no later one with it.
        let written = write(database.clone(), std::mem::take(&mut batch));
        if let Err(error) = tokio::spawn(written).await {
            tracing::error!(%error, "registrations were not written");
        }
    }
}

/// Stores all with one commit. Where that is refused for what one of them holds, each goes alone, so
/// that none keeps another one.
async fn write(database: Database, batch: Vec<Waiting>) {
    let (registrations, waiting): (Vec<_>, Vec<_>) = batch
        .into_iter()
        .map(|waiting| (waiting.registration, waiting.done))
        .unzip();
    let together = save::save(&database, &registrations).await;
    let is_for_all = match &together {
        Ok(()) => true,
        // The database does not answer, whoever asks.
        Err(error) => error.code == ErrorCode::E503,
    };
    if is_for_all || registrations.len() == 1 {
        tell_all(waiting, together);
        return;
    }
    for (registration, done) in std::iter::zip(&registrations, waiting) {
        let alone = save::save(&database, std::slice::from_ref(registration)).await;
        tell(done, alone);
    }
}

fn tell_all(waiting: Vec<oneshot::Sender<Result<()>>>, outcome: Result<()>) {
    let outcome = outcome.map_err(Arc::new);
    for done in waiting {
        tell(done, outcome.as_ref().copied().map_err(Error::shared));
    }
}

fn tell(done: oneshot::Sender<Result<()>>, outcome: Result<()>) {
    // Nobody waits any more when the client has gone away.
    let _ = done.send(outcome);
}
