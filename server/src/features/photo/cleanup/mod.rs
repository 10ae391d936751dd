//! Deletes files that no profile uses.

use std::fmt;
use std::sync::Arc;

use object_store::ObjectStore;
use tokio::sync::Mutex;
use tracing::Instrument as _;

use super::PictureCache;
use crate::adapters::storage::{self, StorageError};
use crate::clock::{Clock, DAY_MS};
use crate::error::{BUSY, Error, ErrorCode, Result};
use crate::jobs::{FailingRows, ROW_LIMIT, Round, contained};
use crate::ops::metrics::JobName;
use crate::store::{self, Database};

/// The time for which the server keeps an upload that no profile uses. Filling in the form takes less.
pub(crate) const UNATTACHED_LIFETIME_MS: i64 = DAY_MS;
/// The time for which the server keeps a document after the decision: enough for an appeal.
const DECIDED_DOCUMENT_LIFETIME_MS: i64 = 30 * DAY_MS;
/// The files that one round of the cleanup deletes. A backlog takes further rounds, between which other writes run.
const FILES_PER_ROUND: u64 = 200;
/// The bytes of a file's name that the log shows.
const SHOWN_BYTES: usize = 8;

/// Deletes files from the file store, the tables and the picture cache.
#[derive(Debug, Clone)]
pub struct FileCleanup {
    pub(crate) database: Database,
    pub(crate) storage: Arc<dyn ObjectStore>,
    pub(crate) clock: Clock,
    pub(crate) cache: Arc<PictureCache>,
    pub(crate) failing: Arc<Mutex<FailingRows<FileName>>>,
}

/// The name of a file. The log has its beginning, which is enough to find the row and too little to ask for the file.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileName(String);

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0[..self.0.floor_char_boundary(SHOWN_BYTES)])
    }
}

impl FileCleanup {
    /// Deletes uploads that no profile has used within a day, and documents whose review was decided a
    /// month ago. The file store comes last, because it may be away.
    pub async fn run(&self) -> Result<Round> {
        let decided_before_ms = self.clock.now_ms() - DECIDED_DOCUMENT_LIFETIME_MS;
        let database = &self.database;
        let released =
            store::file::document::release_decided_before(database, decided_before_ms).await;
        if let Ok(n_released @ 1..) = released {
            tracing::info!(
                count = n_released,
                "documents were deleted after the decision"
            );
        }
        let round = self.delete_due().await;
        self.cache.free().await;
        released.map(drop).and(round)
    }

    /// Deletes some of the files that are due, and stops if the file store is away.
    async fn delete_due(&self) -> Result<Round> {
        let mut failing = self.failing.lock().await;
        let now_ms = self.clock.now_ms();
        let stored_before_ms = now_ms - UNATTACHED_LIFETIME_MS;
        let limit = failing.limit(FILES_PER_ROUND);
        let reads = &self.database.reads;
        let listed = store::file::upload::list_due(reads, stored_before_ms, limit).await?;
        let is_full = listed.len() as u64 == limit;
        let listed = listed.into_iter().map(FileName).collect();
        let mut n_deleted = 0;
        for name in failing.take_due(listed, limit, now_ms) {
            let deletion = async {
                let is_orphan = self.orphan(&name.0).await?;
                if is_orphan {
                    self.delete_one(&name.0).await?;
                }
                Ok(is_orphan)
            };
            let deleted = contained(ROW_LIMIT, deletion).await;
            let settled = failing.settle(JobName::Files, name, deleted, self.clock.now_ms())?;
            n_deleted += usize::from(settled == Some(true));
        }
        Ok(Round {
            has_more: is_full && n_deleted > 0,
            ..failing.round()
        })
    }

    /// Starts [`delete_unattached`](Self::delete_unattached) in a task of its own, so that no caller waits for the file
    /// store.
    pub(crate) fn delete_unattached_soon(&self, names: Vec<String>) {
        let this = self.clone();
        let deletion = async move { this.delete_unattached(&names).await };
        tokio::spawn(deletion.in_current_span());
    }

    /// Deletes the files of a deleted account in a task of its own, and then the traces of the rows in the database's log.
    pub(crate) fn delete_of_deleted_account_soon(&self, names: Vec<String>) {
        let this = self.clone();
        let deletion = async move {
            this.delete_unattached(&names).await;
            if let Err(error) = store::person::purge_deleted(&this.database).await {
                tracing::warn!(%error, "the database still has what was deleted");
            }
        };
        tokio::spawn(deletion.in_current_span());
    }

    /// Orphans files that no profile uses: no member sees them, and the next cleanup deletes them. Returns their names.
    /// Does not wait for the file store.
    pub(crate) async fn orphan_unattached(&self, names: &[String]) -> Vec<String> {
        let mut orphaned = Vec::new();
        for name in names {
            match self.orphan(name).await {
                Ok(true) => orphaned.push(name.clone()),
                Ok(false) => {}
                Err(error) => warn(&error),
            }
        }
        orphaned
    }

    /// Orphans a file. Returns false if a profile uses it by now.
    async fn orphan(&self, name: &str) -> Result<bool> {
        let is_orphan = store::file::upload::orphan_unattached(&self.database.writes, name).await?;
        if is_orphan {
            self.cache.delete_all_of(&[name.to_owned()]).await;
        }
        Ok(is_orphan)
    }

    /// Deletes files unless a profile uses them by now. The next cleanup deletes the files whose deletion fails, and
    /// all remaining files if the file store is away.
    pub(crate) async fn delete_unattached(&self, names: &[String]) {
        // Orphan all files before waiting for the file store, so that the next cleanup finds all of them.
        for name in &self.orphan_unattached(names).await {
            if let Err(error) = self.delete_one(name).await {
                warn(&error);
                if error.code == ErrorCode::Unavailable {
                    return;
                }
            }
        }
    }

    /// Deletes an orphaned file before its row. If the file store does not answer, the row remains and the next
    /// cleanup finds it. No transaction is open while the file store works.
    async fn delete_one(&self, name: &str) -> Result<()> {
        let deleted = storage::delete(self.storage.as_ref(), name).await;
        deleted.map_err(|error| error_without_name(&error))?;
        store::file::upload::delete_orphaned(&self.database.writes, name).await
    }
}

/// Returns E503 if the file store does not answer, and E500 if it refuses this one file. The error of the file store names
/// the file, which the log must not hold.
fn error_without_name(error: &StorageError) -> Error {
    if error.is_away() {
        Error::unavailable(BUSY, "the file store does not answer")
    } else {
        Error::internal("the file store does not delete the file")
    }
}

fn warn(error: &Error) {
    tracing::warn!(%error, "a file could not be deleted; the cleanup tries again");
}

#[cfg(test)]
mod tests;
