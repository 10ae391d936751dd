//! Brings registrations into the tables, each before its answer leaves.
//!
//! A commit waits for the disk, and SQLite has one writer: those who come while one is being
//! committed share the next commit. PostgreSQL does the like by itself, between its connections.

use super::save::{self, Registration};
use crate::error::Result;
use crate::store::Database;
use crate::store::batcher::{Batcher, run_batch_or_each_alone};

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
        let is_sqlite = database.is_sqlite();
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
            Way::Together(batcher) => batcher.submit(registration).await,
        }
    }
}

/// Stores the whole batch with one commit, or each registration alone if one of them is refused.
async fn write(database: Database, batch: Vec<Registration>) -> Vec<Result<()>> {
    let database = &database;
    let save_all = |batch| async move {
        save::save(database, batch).await?;
        Ok(vec![(); batch.len()])
    };
    run_batch_or_each_alone(&batch, save_all).await
}
