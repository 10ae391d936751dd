//! Deletes files that no profile uses.

use std::sync::Arc;

use object_store::ObjectStore;
use tracing::Instrument as _;

use super::PictureCache;
use crate::adapters::storage;
use crate::clock::{Clock, DAY_MS};
use crate::error::{Error, Result};
use crate::store::{self, Database};

/// The time for which the server keeps an upload that no profile uses. Filling in the form takes less.
pub(crate) const UNATTACHED_LIFETIME_MS: i64 = DAY_MS;
/// The time for which the server keeps a document after the decision: enough for an appeal.
const DECIDED_DOCUMENT_LIFETIME_MS: i64 = 30 * DAY_MS;
/// The number of files that one statement looks up.
const FILES_PER_LOOKUP: usize = 500;

/// Deletes files from the file store, the tables and the picture cache.
#[derive(Debug, Clone)]
pub struct FileCleanup {
    pub(crate) database: Database,
    pub(crate) storage: Arc<dyn ObjectStore>,
    pub(crate) clock: Clock,
    pub(crate) cache: Arc<PictureCache>,
}

impl FileCleanup {
    /// Deletes uploads that no profile has used within a day, documents whose review was decided a
    /// month ago, and cached pictures of files that another instance has deleted.
    pub async fn run(&self) -> Result<()> {
        let now_ms = self.clock.now_ms();
        let database = &self.database;
        let decided_before_ms = now_ms - DECIDED_DOCUMENT_LIFETIME_MS;
        let released = store::document::release_decided_before(database, decided_before_ms).await;
        if let Ok(n_released @ 1..) = released {
            tracing::info!(
                count = n_released,
                "documents were deleted after the decision"
            );
        }
        let stored_before_ms = now_ms - UNATTACHED_LIFETIME_MS;
        let due = store::upload::list_due(&database.reads, stored_before_ms).await?;
        self.delete_unattached(&due).await;
        released
            .map(drop)
            .and(self.delete_pictures_of_deleted_files().await)
    }

    async fn delete_pictures_of_deleted_files(&self) -> Result<()> {
        for file_ids in self.cache.file_ids().chunks(FILES_PER_LOOKUP) {
            let existing = store::upload::list_shown(&self.database.reads, file_ids).await?;
            let deleted = file_ids.iter().filter(|id| !existing.contains(*id));
            let deleted: Vec<String> = deleted.cloned().collect();
            self.cache.delete_all_of(&deleted).await;
        }
        Ok(())
    }

    /// Starts [`delete_unattached`](Self::delete_unattached) in a task of its own, so that no request
    /// waits for the file store.
    pub(crate) fn delete_unattached_soon(&self, names: Vec<String>) {
        let this = self.clone();
        let deletion = async move { this.delete_unattached(&names).await };
        tokio::spawn(deletion.in_current_span());
    }

    /// Deletes files unless a profile uses them by now. If a file cannot be deleted, the next cleanup
    /// tries again, and the other files are deleted all the same.
    pub(crate) async fn delete_unattached(&self, names: &[String]) {
        let mut orphaned = Vec::new();
        for name in names {
            match store::upload::orphan_unattached(&self.database.writes, name).await {
                Ok(true) => orphaned.push(name.clone()),
                Ok(false) => {}
                Err(error) => warn_of(&error),
            }
        }
        self.cache.delete_all_of(&orphaned).await;
        for name in &orphaned {
            if let Err(error) = self.delete_orphaned(name).await {
                warn_of(&error);
            }
        }
    }

    /// Deletes the file before its row. If the file store does not answer, the row remains and the next
    /// cleanup finds it. No transaction is open while the file store works.
    async fn delete_orphaned(&self, name: &str) -> Result<()> {
        storage::delete(self.storage.as_ref(), name).await?;
        store::upload::delete_orphaned(&self.database.writes, name).await
    }
}

/// Logs a failed deletion without its detail, which would name the file.
fn warn_of(error: &Error) {
    let (code, cause) = (error.code, error.cause);
    tracing::warn!(%code, cause, "a file could not be deleted; the next cleanup tries again");
}

#[cfg(test)]
mod tests;
