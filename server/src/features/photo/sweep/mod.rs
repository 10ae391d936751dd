//! Deletes files that nobody needs any more.

use object_store::ObjectStore;
use tracing::Instrument as _;

use super::PictureCache;
use crate::adapters::storage;
use crate::app::App;
use crate::error::Result;
use crate::store;
use crate::store::Database;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// A form is long, but not longer than this.
pub(crate) const UNTAKEN_KEPT_MS: i64 = DAY_MS;
/// Time for an appeal, and no more.
const DOCUMENT_KEPT_MS: i64 = 30 * DAY_MS;
/// How many files one statement asks for.
const N_ASKED: usize = 500;

/// Deletes uploads that no profile took within a day, and documents decided about a month ago;
/// forgets what was made of files that another copy deleted.
pub async fn sweep(app: &App) -> Result<()> {
    let now_ms = app.clock.now_ms();
    let database = &app.database;
    let released =
        store::document::release_decided_before(database, now_ms - DOCUMENT_KEPT_MS).await;
    let due = store::upload::list_due(&database.reads, now_ms - UNTAKEN_KEPT_MS).await?;
    delete_untaken(database, app.storage.as_ref(), &app.pictures, &due).await;
    released.and(forget_pictures_of_gone(app).await)
}

async fn forget_pictures_of_gone(app: &App) -> Result<()> {
    for file_ids in app.pictures.file_ids().chunks(N_ASKED) {
        let there = store::upload::list_shown(&app.database.reads, file_ids).await?;
        for gone in file_ids.iter().filter(|id| !there.contains(*id)) {
            app.pictures.forget(gone).await;
        }
    }
    Ok(())
}

/// Deletes uploads unless a profile took them meanwhile, in a task of its own: nobody should have to
/// wait for the file store.
pub(crate) fn delete_untaken_soon(app: &App, names: Vec<String>) {
    let (database, storage) = (app.database.clone(), app.storage.clone());
    let pictures = app.pictures.clone();
    let deleted =
        async move { delete_untaken(&database, storage.as_ref(), &pictures, &names).await };
    tokio::spawn(deleted.in_current_span());
}

/// One that cannot be deleted now is left to the next sweep, and keeps no other one.
pub(crate) async fn delete_untaken(
    database: &Database,
    storage: &dyn ObjectStore,
    pictures: &PictureCache,
    names: &[String],
) {
    for name in names {
        if let Err(error) = delete_one(database, storage, pictures, name).await {
            // Without the detail, in which the file is named.
            let (code, cause) = (error.code, error.cause);
            tracing::warn!(%code, cause, "a file is left to the next sweep");
        }
    }
}

/// The row goes last, so that the file is not forgotten when the file store does not answer, and the
/// tables are not held while it is asked.
async fn delete_one(
    database: &Database,
    storage: &dyn ObjectStore,
    pictures: &PictureCache,
    name: &str,
) -> Result<()> {
    if store::upload::orphan_unattached(&database.writes, name).await? {
        pictures.forget(name).await;
        storage::delete(storage, name).await?;
        store::upload::delete_orphaned(&database.writes, name).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
