//! Takes what a reviewer asked for, and lets the profile wait for a review again.

mod save;
mod seen;

use enmusubi_core::{
    CheckContext, Document, ErrorCode, Mailboxes, ReviewStatus, Uploads, UserProfileCreate,
};
use uuid::Uuid;

use crate::app::App;
use crate::error::Result;
use crate::replay::{Attempt, Call, Replay};
use crate::{store, work_email};
use save::save;
use seen::Seen;

/// The asked fields, sent in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resubmission<'a> {
    /// Who sent them, proven.
    pub(crate) line_user_id: &'a str,
    /// The asked fields.
    pub(crate) document: &'a Document<'a>,
    /// The document's bytes, by which a repeated request is told from another one.
    pub(crate) bytes: &'a [u8],
    /// Names the attempt, so that it can be repeated when its answer was lost.
    pub(crate) idempotency_key: Option<Uuid>,
}

/// Takes the fields, or gives the answer of the first time again: where the profile stands now.
pub(crate) async fn resubmit(app: &App, sent: Resubmission<'_>) -> Result<ReviewStatus> {
    // A twin in flight waits for the first and then finds its answer.
    let _first = app.account_locks.lock(sent.line_user_id).await;
    let attempt = Attempt {
        call: Call::Resubmission,
        line_user_id: sent.line_user_id,
        bytes: sent.bytes,
        key: sent.idempotency_key,
    };
    let replay = Replay::of(attempt, app.clock.now_ms());
    // The answer is looked for before the state, which the first time has changed.
    let first_time = Box::pin(resubmit_first(app, sent, &replay));
    replay.answer_or(&app.database, first_time).await
}

async fn resubmit_first(
    app: &App,
    sent: Resubmission<'_>,
    replay: &Replay<'_>,
) -> Result<ReviewStatus> {
    let seen = Seen::find(app, sent.line_user_id).await?;
    let profile = check(app, &seen, sent).await?;
    let saved = save(app, &seen, &profile, replay).await;
    if saved
        .as_ref()
        .is_err_and(|error| error.code == ErrorCode::E004)
    {
        // Where an upload went away meanwhile, its place is told.
        check(app, &seen, sent).await?;
    }
    saved
}

/// The whole profile with what was sent.
async fn check(app: &App, seen: &Seen, sent: Resubmission<'_>) -> Result<UserProfileCreate> {
    let held = store::upload::list_names_of(&app.database, sent.line_user_id).await?;
    let confirmed = work_email::list_confirmed(app, sent.line_user_id).await?;
    let context = CheckContext {
        today: app.clock.today(app.config.time_zone),
        uploads: Uploads::Held(&held),
        mailboxes: Mailboxes::Confirmed(&confirmed),
    };
    let document = sent.document;
    Ok(document.parse_resubmission(&seen.profile, &seen.asked, &context)?)
}

#[cfg(test)]
mod tests;
