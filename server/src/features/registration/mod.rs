//! Makes an account out of a form: once, however often the form is sent.

mod save;
mod writer;

pub(crate) use writer::Writer;

use enmusubi_core::{Field, FieldErrorCode, ReviewStatus, UserProfileCreate};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::idempotency::{Call, Replay};
use crate::features::session;
use crate::features::submission::{Holdings, Submission, saved_or_told};
use crate::store;

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
    let attempt = submission.attempt(Call::Registration);
    let replay = Replay::of(attempt, app.clock.now_ms());
    let first_time = Box::pin(register_first(app, submission, &replay));
    replay.answer_or(&app.lookups, first_time).await
}

async fn register_first(
    app: &App,
    submission: Submission<'_>,
    replay: &Replay<'_>,
) -> Result<Registered> {
    let (profile, held) = check(app, submission).await?;
    if held.is_registered() {
        return Err(already_registered());
    }
    app.database.require_room()?;
    let saved = save(app, profile, replay).await;
    saved_or_told(saved, check(app, submission)).await
}

/// Gives a registration ticket to a LINE user who has no account yet.
pub async fn open_ticket(app: &App, line_user_id: &str) -> Result<session::Issued> {
    if store::account::find(&app.database.reads, line_user_id)
        .await?
        .is_some()
    {
        return Err(already_registered());
    }
    session::open(app, session::Kind::RegistrationToken, line_user_id).await
}

async fn check(app: &App, submission: Submission<'_>) -> Result<(UserProfileCreate, Holdings)> {
    let held = Holdings::find(app, submission.line_user_id).await?;
    let profile = submission.document.parse_profile(&held.context())?;
    // The rules accept any well-formed account: whose it is was proven outside the form.
    if profile.account != submission.line_user_id {
        return Err(Error::unauthenticated("The account is not the proven one."));
    }
    Ok((profile, held))
}

async fn save(app: &App, profile: UserProfileCreate, replay: &Replay<'_>) -> Result<Registered> {
    let registered = Registered {
        user_id: profile.account.clone(),
        review_status: ReviewStatus::Pending,
    };
    let registration = save::Registration {
        profile,
        answer: replay.keep(&registered)?,
        now_ms: app.clock.now_ms(),
    };
    app.registrations.save(registration).await?;
    Ok(registered)
}

fn already_registered() -> Error {
    let error = Error::conflict("This account is already registered.");
    error.at(Field::Account, FieldErrorCode::Duplicate)
}

#[cfg(test)]
mod tests;
