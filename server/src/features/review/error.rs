//! The reasons why a decision fails.

use chrono::NaiveDate;
use enmusubi_core::{ChangeOutcome, ErrorCode, ForbiddenTransition, ReasonError, ReviewStatus};
use thiserror::Error;

use super::escape;
use crate::error::Error;

/// The reason why a command failed.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// There is no account of this LINE user id.
    #[error("there is no profile of {}", escape::one_line(.0))]
    UnknownUser(String),
    /// The profile's state does not allow the decision.
    #[error(transparent)]
    Forbidden(#[from] ForbiddenTransition),
    /// The decision asks for no field, so the user could not answer it.
    #[error("none of the reasons names a field that the user can send again")]
    NothingAsked,
    /// The latest step is the member's, who took the profile back: there is no decision to undo.
    #[error("the member has taken the profile back; there is no decision to undo")]
    TakenBack,
    /// A reason has an unknown code, or lacks the note that its code needs.
    #[error(transparent)]
    Reason(#[from] ReasonError),
    /// There is no proposed change of this id.
    #[error("there is no change {}", escape::one_line(.0))]
    UnknownChange(String),
    /// The proposed change is not open any more.
    #[error("the change is {0} already; look at the list again")]
    ChangeClosed(ChangeOutcome),
    /// The profile of the member is not approved now.
    #[error("the profile is {0}, and only changes of approved profiles are decided")]
    NotApproved(ReviewStatus),
    /// The reason names a field that is not part of the change.
    #[error("{} is not a field of this change", escape::one_line(.0))]
    NotProposed(String),
    /// A refusal has no reason.
    #[error("a refusal needs a reason")]
    NoReason,
    /// A file or mailbox of the change does not exist any more.
    #[error("a photo, the document or the mailbox of this change is gone; refuse it")]
    EvidenceGone,
    /// An approval names no document on which the reviewer has checked the age.
    #[error(
        "the age is not checked: open the document, then name it with --age-document and --birthday"
    )]
    AgeUnchecked,
    /// There is no document on which a reviewer could check the age.
    #[error(
        "there is no document with the birthday; ask for ageProofFileName, or refuse the change"
    )]
    AgeProofMissing,
    /// The decision names a document, and there is no age to check.
    #[error("there is no age to check, or the decision is about it; leave out --age-document")]
    NoAgeToCheck,
    /// The reviewer has read another birthday than the profile has.
    #[error("the birthday of the profile is {0}; look at it again")]
    OtherBirthday(NaiveDate),
    /// A reviewer holds the case in the console, or has just decided it.
    #[error("{} has claimed the case, or decided it a moment ago; wait or ask", escape::one_line(.0))]
    Held(String),
    /// The decision would remove the last photo of the profile.
    #[error("the member has no other photo left")]
    LastPhoto,
    /// Another reviewer decided at the same time.
    #[error("the profile has changed meanwhile; look at it again")]
    Changed,
    /// There is no report with this id, or it was deleted with an account.
    #[error("there is no report {}", escape::one_line(.0))]
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
            Self::Forbidden(_) | Self::Changed | Self::Held(_) => Error::from(ErrorCode::Conflict),
            other => Error::internal(other),
        }
    }
}
