//! Takes what a reviewer asked for, and lets the profile wait for a review again.

mod save;
mod seen;

use enmusubi_core::{ReviewStatus, UserProfileCreate};

use crate::app::App;
use crate::error::Result;
use crate::features::idempotency::{Call, Replay};
use crate::features::submission::{Holdings, Submission, saved_or_told};
use save::save;
use seen::Seen;

/// Takes the fields, or gives the answer of the first time again: where the profile stands now.
pub(crate) async fn resubmit(app: &App, sent: Submission<'_>) -> Result<ReviewStatus> {
    // A twin in flight waits for the first and then finds its answer.
    let _first = app.account_locks.lock(sent.line_user_id).await;
    let attempt = sent.attempt(Call::Resubmission);
    let replay = Replay::of(attempt, app.clock.now_ms());
    // The answer is looked for before the state, which the first time has changed.
    let first_time = Box::pin(resubmit_first(app, sent, &replay));
    replay.answer_or(&app.lookups, first_time).await
}

async fn resubmit_first(
    app: &App,
    sent: Submission<'_>,
    replay: &Replay<'_>,
) -> Result<ReviewStatus> {
    let seen = Seen::find(app, sent.line_user_id).await?;
    let profile = check(app, &seen, sent).await?;
    let saved = save(app, &seen, &profile, replay).await;
    saved_or_told(saved, check(app, &seen, sent)).await
}

/// The whole profile with what was sent.
async fn check(app: &App, seen: &Seen, sent: Submission<'_>) -> Result<UserProfileCreate> {
    let held = Holdings::find(app, sent.line_user_id).await?;
    let document = sent.document;
    Ok(document.parse_resubmission(&seen.profile, &seen.asked, &held.context())?)
}

#[cfg(test)]
mod tests;
