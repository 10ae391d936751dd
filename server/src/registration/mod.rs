//! Makes an account out of a form: once, however often the form is sent.

mod locks;

pub use locks::AccountLocks;

use enmusubi_core::{
    CheckContext, Document, ErrorCode, Mailboxes, ReviewStatus, Uploads, UserProfileCreate,
    VerifyMethod,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::App;
use crate::error::{Error, Result};
use crate::replay::{Attempt, Call, Replay};
use crate::{session, store, work_email};

/// A form that was sent in.
#[derive(Debug, Clone, Copy)]
pub struct Submission<'a> {
    /// Who sent it, proven.
    pub line_user_id: &'a str,
    /// The form.
    pub document: &'a Document<'a>,
    /// The form's bytes, by which a repeated request is told from another one.
    pub bytes: &'a [u8],
    /// Names the attempt, so that it can be repeated when its answer was lost.
    pub idempotency_key: Option<Uuid>,
}

/// The answer to a form that was accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Registered {
    /// The LINE user id.
    pub user_id: String,
    /// Where the profile stands in review.
    pub review_status: ReviewStatus,
}

/// Registers, or gives the answer of the first time again.
pub async fn register(app: &App, submission: Submission<'_>) -> Result<Registered> {
    // A twin in flight waits for the first and then finds its answer.
    let _first = app.account_locks.lock(submission.line_user_id).await;
    let attempt = Attempt {
        call: Call::Registration,
        line_user_id: submission.line_user_id,
        bytes: submission.bytes,
        key: submission.idempotency_key,
    };
    let replay = Replay::of(attempt, app.clock.now_ms());
    let first_time = Box::pin(register_first(app, submission, &replay));
    replay.answer_or(&app.database, first_time).await
}

async fn register_first(
    app: &App,
    submission: Submission<'_>,
    replay: &Replay<'_>,
) -> Result<Registered> {
    let profile = check(app, submission).await?;
    if store::account::find(&app.database, submission.line_user_id)
        .await?
        .is_some()
    {
        return Err(already_registered());
    }
    let saved = save(app, &profile, replay).await;
    if saved
        .as_ref()
        .is_err_and(|error| error.code == ErrorCode::E004)
    {
        // Where an upload went away meanwhile, its place is told.
        check(app, submission).await?;
    }
    saved
}

/// Gives a registration ticket to a LINE user who has no account yet.
pub async fn open_ticket(app: &App, line_user_id: &str) -> Result<session::Issued> {
    if store::account::find(&app.database, line_user_id)
        .await?
        .is_some()
    {
        return Err(already_registered());
    }
    session::open(app, session::Kind::Ticket, line_user_id).await
}

async fn check(app: &App, submission: Submission<'_>) -> Result<UserProfileCreate> {
    let held = store::upload::list_names_of(&app.database, submission.line_user_id).await?;
    let confirmed = work_email::list_confirmed(app, submission.line_user_id).await?;
    let context = CheckContext {
        today: app.clock.today(app.config.time_zone),
        uploads: Uploads::Held(&held),
        mailboxes: Mailboxes::Confirmed(&confirmed),
    };
    let profile = submission.document.parse_profile(&context)?;
    // The rules accept any well-formed account: whose it is was proven outside the form.
    if profile.account != submission.line_user_id {
        return Err(Error::new(
            ErrorCode::E001,
            "The account is not the proven one.",
        ));
    }
    Ok(profile)
}

/// Account, profile, files and kept answer, all or nothing.
async fn save(app: &App, profile: &UserProfileCreate, replay: &Replay<'_>) -> Result<Registered> {
    let now_ms = app.clock.now_ms();
    let transaction = store::begin(&app.database).await?;
    let account_id = store::account::insert(&transaction, &profile.account, now_ms).await?;
    store::profile::insert(&transaction, account_id, profile).await?;
    store::photo::take(
        &transaction,
        account_id,
        &profile.account,
        &profile.photo_name_list,
        Some(profile.verify_temp_file_name.as_str()).filter(|name| !name.is_empty()),
        now_ms,
    )
    .await?;
    if profile.verify_method == VerifyMethod::WorkEmail {
        work_email::take(
            &transaction,
            account_id,
            &profile.account,
            &profile.employer_id,
            now_ms,
        )
        .await?;
    }
    let answer = Registered {
        user_id: profile.account.clone(),
        review_status: ReviewStatus::Pending,
    };
    replay.keep(&transaction, &answer).await?;
    transaction.commit().await?;
    Ok(answer)
}

fn already_registered() -> Error {
    Error::new(ErrorCode::E004, "This account is already registered.")
}

#[cfg(test)]
mod tests;
