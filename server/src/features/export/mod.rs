//! What a person may take along: everything we hold of them, as one ZIP.

mod archive;
mod data;
mod link;

pub(crate) use archive::Chunks;
pub(crate) use link::{Link, no_such_export, require_good, sign};

use chrono::NaiveDate;

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::account::not_registered;
use crate::store;

/// A ZIP on its way: `profile.json`, `photos/…`, `documents/…`.
pub(crate) struct Export {
    /// The date in its name.
    pub(crate) made_on: NaiveDate,
    pub(crate) size_bytes: u64,
    /// The bytes of it that are in memory at a time.
    pub(crate) buffered_bytes: u64,
    pub(crate) chunks: Chunks,
}

/// Everything the tables and the file store hold of this user. E003 when there is no account, E503 when
/// the file store does not answer.
pub(crate) async fn export(app: &App, line_user_id: &str) -> Result<Export> {
    let held = store::person::gather(&app.database.reads, line_user_id)
        .await?
        .ok_or_else(not_registered)?;
    let (profile, files) = data::describe(&held, app.clock.now())?;
    let json = serde_json::to_vec_pretty(&profile).map_err(Error::internal)?;
    let made_on = app.clock.today(app.config.time_zone);
    let plan = archive::plan(app.storage.as_ref(), json, files).await?;
    Ok(Export {
        made_on,
        size_bytes: plan.size_bytes(),
        buffered_bytes: plan.buffered_bytes(),
        chunks: archive::write(app.storage.clone(), plan, app.clock.now()),
    })
}
