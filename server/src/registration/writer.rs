//! Brings registrations into the tables, each before its answer leaves.
//!
//! A commit waits for the disk, and SQLite has one writer: those who come while one is being
//! committed share the next commit. PostgreSQL does the like by itself, between its connections.

use std::sync::Arc;

use enmusubi_core::ErrorCode;
use sea_orm::DbBackend;

use super::save::{self, Registration};
use crate::batcher::Batcher;
use crate::error::{Error, Result};
use crate::store::Database;

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
    Together(Batcher<Registration, ()>),
}

impl Writer {
    /// With `group_commit`, registrations share commits on SQLite.
    pub(crate) fn new(database: &Database, group_commit: bool) -> Self {
        let database = database.clone();
        let is_sqlite = database.writes.get_database_backend() == DbBackend::Sqlite;
        Self(if is_sqlite && group_commit {
            let write = move |batch| write(database.clone(), batch);
            Way::Together(Batcher::new(MAX_BATCH, write))
        } else {
            Way::Alone(database)
        })
    }

    /// Stores a registration; what was stored outlives a crash. On SQLite it is stored even when
    /// nobody waits any more.
    pub(super) async fn save(&self, registration: Registration) -> Result<()> {
        match &self.0 {
            Way::Alone(database) => save::save(database, &[registration]).await,
            Way::Together(batcher) => batcher.ask(registration).await,
        }
    }
}

/// Stores all with one commit. Where that is refused for what one of them holds, each goes alone, so
/// that none keeps another one.
async fn write(database: Database, batch: Vec<Registration>) -> Vec<Result<()>> {
    let together = save::save(&database, &batch).await;
    let is_for_all = match &together {
        Ok(()) => true,
        // The database does not answer, whoever asks.
        Err(error) => error.code == ErrorCode::E503,
    };
    if is_for_all || batch.len() == 1 {
        let together = together.map_err(Arc::new);
        let told = |_| together.as_ref().copied().map_err(Error::shared);
        return batch.iter().map(told).collect();
    }
    let mut told = Vec::new();
    for registration in &batch {
        told.push(save::save(&database, std::slice::from_ref(registration)).await);
    }
    told
}
