//! The reasons why a decision fails, in sentences for a terminal.

use std::fmt::Write as _;

use chrono::NaiveDate;
use enmusubi_core::FieldErrorCode;
use enmusubi_core::limits::{REVIEW_NOTE, REVIEW_REASONS, UNLISTED_EMPLOYER};
use enmusubi_core::review::{CaseState, ChangeOutcome, ForbiddenTransition, ReviewStatus};
use thiserror::Error;

use crate::clock::Millis;
use crate::error::{BrokenRule, CaseStanding, Error, ErrorCode};
use crate::store::review::review_case::StoredCase;
use crate::terminal::one_line;

/// The reason why a command failed.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// There is no account of this LINE user id.
    #[error("there is no profile of {}", one_line(.0))]
    UnknownUser(String),
    /// The account has no case about its profile.
    #[error("there is no case about the profile of {}", one_line(.0))]
    NoCase(String),
    /// The profile's state does not allow the decision.
    #[error(transparent)]
    Forbidden(#[from] ForbiddenTransition),
    /// The decision breaks rules of core.
    #[error("{}", sentences_of(.0))]
    Broken(Vec<BrokenRule>),
    /// There is no proposed change of this id.
    #[error("there is no change {}", one_line(.0))]
    UnknownChange(String),
    /// The proposed change is not open any more.
    #[error("the change is {0} already; look at the list again")]
    ChangeClosed(ChangeOutcome),
    /// The profile of the member is not approved now.
    #[error("the profile is {0}, and only changes of approved profiles are decided")]
    NotApproved(ReviewStatus),
    /// A file or mailbox of the change does not exist any more.
    #[error("a photo, the document or the mailbox of this change is gone; refuse it")]
    EvidenceGone,
    /// The reviewer has read another birthday than the profile has.
    #[error("the birthday of the profile is {0}; look at it again")]
    OtherBirthday(NaiveDate),
    /// The person may not decide about the case.
    #[error(
        "{} may not decide about this: an appeal is for another reviewer than the one who rejected, and no reviewer \
         decides about people whom they know as a member. Name the reviewer with --actor",
        one_line(.0)
    )]
    Barred(String),
    /// Another person has the case, or has decided it.
    #[error("{}", sentence_of_standing(.0))]
    Taken(Box<CaseStanding>),
    /// The decision would remove the last photo of the profile.
    #[error("the member has no other photo left")]
    LastPhoto,
    /// Another reviewer decided at the same time.
    #[error("the profile has changed meanwhile; look at it again")]
    Changed,
    /// There is no report with this id, or it was deleted with an account.
    #[error("there is no report {}", one_line(.0))]
    UnknownReport(String),
    /// Another reviewer has decided about the report.
    #[error("the report has a decision already, or was deleted; look at it again")]
    ReportDecided,
    /// The server or the database failed.
    #[error(transparent)]
    Failed(#[from] Error),
}

impl ReviewError {
    /// Returns the error for a client of the API.
    pub(super) fn into_error(self) -> Error {
        match self {
            Self::Failed(error) => error,
            Self::Forbidden(_) | Self::Changed | Self::Taken(_) => Error::from(ErrorCode::Conflict),
            other => Error::internal(other),
        }
    }

    /// Returns the error for a terminal, with a sentence where a client of the API would get a code.
    pub(super) fn for_terminal(error: impl Into<Self>) -> Self {
        match error.into() {
            Self::Failed(mut error) => match (error.code, error.case.take()) {
                (_, Some(standing)) => Self::Taken(standing),
                (ErrorCode::InvalidFields, None) => Self::Broken(error.fields),
                // The member has just deleted the account.
                (ErrorCode::NotFound, None) => Self::Changed,
                (_, None) => Self::Failed(error),
            },
            other => other,
        }
    }
}

/// Returns the error for a case that does not exist, or that the reviewer may not see.
pub(super) fn no_case() -> Error {
    Error::not_found("There is no such case.")
}

/// Returns who has the case, or who has decided it.
pub(super) fn standing_of(case: &StoredCase, now_ms: Millis) -> CaseStanding {
    let claim = case.claim_at(now_ms);
    let decided = case.decided.as_ref();
    CaseStanding {
        state: case.state,
        holder: claim.map(|claim| claim.by.name.clone()),
        lease_until: claim.map(|claim| claim.until_ms.rfc_3339()),
        decided_by: decided.map(|it| it.by.name.clone()),
        decided_at: decided.map(|it| it.at_ms.rfc_3339()),
    }
}

/// Returns a sentence for each rule that a decision breaks, with the flag that repairs it.
fn sentences_of(broken: &[BrokenRule]) -> String {
    let mut text = String::new();
    for (n, rule) in broken.iter().enumerate() {
        let end = if n == 0 { "" } else { "\n" };
        // Writing into a string cannot fail.
        let _ = write!(text, "{end}{}", sentence_of(rule));
    }
    text
}

fn sentence_of(BrokenRule { path, code, .. }: &BrokenRule) -> String {
    let of_reason = path.strip_prefix("reasons[").and_then(|rest| {
        let (number, part) = rest.split_once("].")?;
        Some((number.parse::<usize>().ok()? + 1, part))
    });
    match (of_reason, path.as_str(), code) {
        (Some((n, "path")), ..) => {
            format!("reason {n} names no field that this decision can be about")
        }
        (Some((n, "code")), ..) => format!("reason {n} has a code that is not in the list"),
        (Some((n, _)), _, FieldErrorCode::Required) => {
            format!("reason {n} needs a note, because the code alone does not say what is wrong")
        }
        (Some((n, _)), ..) => {
            format!("the note of reason {n} is longer than {REVIEW_NOTE} characters")
        }
        (None, "action", _) => "this decision cannot be made about such a case".to_owned(),
        (None, "reasons", FieldErrorCode::Required) => {
            "the decision is against the member and needs a --reason".to_owned()
        }
        (None, "reasons", _) => format!("a decision has at most {REVIEW_REASONS} reasons"),
        (None, "employerId", FieldErrorCode::Required) => {
            "the profile is proved by a document or a page, and the approval names the employer that you read there: \
             --employer ID of the catalogue, or --employer-name NAME"
                .to_owned()
        }
        (None, "employerName", _) => {
            format!("--employer-name is longer than {UNLISTED_EMPLOYER} characters")
        }
        (None, "employerId", _) => {
            "--employer is not in the catalogue, or the profile is not approved by a document or a page".to_owned()
        }
        (None, "ageDocument", FieldErrorCode::Required) => {
            "the age is not checked: open the document, then name it with --age-document and --birthday".to_owned()
        }
        (None, "ageDocument", FieldErrorCode::UploadMissing) => {
            "there is no document with the birthday; ask for ageProofFileName, or refuse the change".to_owned()
        }
        (None, "ageDocument", _) => {
            "there is no age to check, or the decision is about it; leave out --age-document".to_owned()
        }
        (None, path, code) => format!("{path}: {code}"),
    }
}

fn sentence_of_standing(standing: &CaseStanding) -> String {
    let name = |name: &Option<String>| one_line(name.as_deref().unwrap_or("somebody"));
    match standing.state {
        CaseState::Open if standing.holder.is_some() => {
            let until = standing.lease_until.as_deref().unwrap_or_default();
            format!(
                "{} has claimed the case until {until}; wait or ask",
                name(&standing.holder)
            )
        }
        CaseState::Open => "the case has changed meanwhile; look at it again".to_owned(),
        CaseState::Decided | CaseState::Applied => {
            format!(
                "{} has decided the case already",
                name(&standing.decided_by)
            )
        }
        CaseState::Withdrawn => "the member has taken it back".to_owned(),
        CaseState::Parked => {
            "the member is SUSPENDED, and only changes of approved profiles are decided".to_owned()
        }
    }
}
