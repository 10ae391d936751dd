//! Profile, files, review and kept answer, all or nothing; then the files that were replaced go.

use enmusubi_core::{
    ErrorCode, Field, ReviewAction, ReviewStatus, UserProfileCreate, VerifyMethod,
};

use super::seen::Seen;
use crate::app::App;
use crate::error::{Error, Result};
use crate::features::account::not_registered;
use crate::features::idempotency::Replay;
use crate::features::photo;
use crate::features::work_email;
use crate::store::review::Step;
use crate::store::{self, Transaction};

/// Who takes this step of the review: the account's own user.
const ACTOR: &str = "user";

/// Puts `profile` in place of the one that was seen; E004 when a reviewer, or another resubmission,
/// came first.
pub(super) async fn save(
    app: &App,
    seen: &Seen,
    profile: &UserProfileCreate,
    replay: &Replay<'_>,
) -> Result<ReviewStatus> {
    let now_ms = app.clock.now_ms();
    let transaction = store::begin(&app.database).await?;
    let account = store::account::find_locked(&transaction, &seen.line_user_id)
        .await?
        .ok_or_else(not_registered)?;
    let latest = store::review::find_latest_step(&transaction, account.id).await?;
    // The same state may have come again meanwhile, and other fields be asked for.
    if latest.is_none_or(|step| step.id != seen.step_id) {
        return Err(changed());
    }
    let next = seen
        .review
        .apply(ReviewAction::Resubmit)
        .map_err(|_| changed())?;
    if !store::review::set_state(&transaction, account.id, seen.review, next).await? {
        return Err(changed());
    }
    let step = Step {
        action: ReviewAction::Resubmit,
        actor: ACTOR,
        from: seen.review.status,
        to: next.status,
        reasons: &[],
    };
    store::review::insert_step(&transaction, account.id, step, now_ms).await?;
    store::profile::update(&transaction, account.id, profile).await?;
    let replaced = replace_files(&transaction, account.id, seen, profile, now_ms).await?;
    if profile.verify_method == VerifyMethod::WorkEmail && seen.asked.contains(&Field::VerifyMethod)
    {
        let (user, employer_id) = (&seen.line_user_id, &profile.employer_id);
        work_email::take(&transaction, account.id, user, employer_id, now_ms).await?;
    }
    store::idempotency::insert_all(&transaction, replay.keep(&next.status)?).await?;
    transaction.commit().await?;
    photo::delete_untaken_soon(app, replaced);
    Ok(next.status)
}

/// The photos and the document, where they are others now. Gives the files that were let go.
async fn replace_files(
    transaction: &Transaction,
    account_id: i64,
    seen: &Seen,
    profile: &UserProfileCreate,
    now_ms: i64,
) -> Result<Vec<String>> {
    let user = &seen.line_user_id;
    let mut replaced = Vec::new();
    let photos = &profile.photo_name_list;
    if *photos != seen.profile.photo_name_list {
        replaced = store::photo::replace(transaction, account_id, user, photos, now_ms).await?;
    }
    let document = &profile.verify_temp_file_name;
    if *document != seen.profile.verify_temp_file_name {
        let document = Some(document.as_str()).filter(|name| !name.is_empty());
        let old = store::document::replace(transaction, account_id, user, document, now_ms);
        replaced.extend(old.await?);
    }
    for name in &replaced {
        store::upload::release(transaction, name).await?;
    }
    Ok(replaced)
}

fn changed() -> Error {
    Error::from(ErrorCode::Conflict)
}
