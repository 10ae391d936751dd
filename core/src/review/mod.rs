//! A profile's review as a state machine. A forbidden transition is an error value.
//!
//! These are the rules of Enmusubi's own review, in which a person reads every profile before other members see it. Its
//! server and the reviewers' page share them. A back end that reviews in another way needs only [`asked_fields`] and [`with_age_proof`],
//! for [`JsonDocument::parse_resubmission`](crate::JsonDocument::parse_resubmission).
//!
//! - [`ReviewState`] is the state of a profile, and [`ReviewAction`] changes it.
//! - A case ([`CaseKind`], [`CaseState`]) is one thing for a reviewer to decide: a new profile, a change, an appeal or
//!   a report.
//! - [`CaseDecision::check`] holds a decision to the rules of its case.
//!
//! ```
//! use enmusubi_core::VerifyMethod;
//! use enmusubi_core::review::{
//!     AgeEvidence, CaseAction, CaseDecision, CaseKind, DecidedCase, Reason, ReportedPhotos, ReviewAction, ReviewState,
//!     ReviewStatus,
//! };
//!
//! let claimed = ReviewState::NEW.apply(ReviewAction::Claim).unwrap();
//! let asked = claimed.apply(ReviewAction::AskForInfo).unwrap();
//! assert_eq!(asked.status, ReviewStatus::NeedsInfo);
//! let refused = asked.apply(ReviewAction::Approve).unwrap_err();
//! assert_eq!(refused.to_string(), "APPROVE is not allowed while NEEDS_INFO");
//!
//! let case = DecidedCase {
//!     kind: CaseKind::Registration,
//!     evidence: VerifyMethod::WorkEmail,
//!     proposed: &[],
//!     photos: ReportedPhotos::default(),
//!     age: AgeEvidence::NotAsked,
//! };
//! let reason = |code: &str| Reason {
//!     path: "photoNameList[0]".to_owned(), code: code.to_owned(), note: String::new(),
//! };
//! let decision = CaseDecision::new(CaseAction::AskForInfo, vec![reason("unclear")]);
//! assert!(decision.check(&case).is_empty());
//! // This code does not say to the member what is missing.
//! let without_note = CaseDecision::new(CaseAction::AskForInfo, vec![reason("incomplete")]);
//! assert_eq!(without_note.check(&case)[0].path, "reasons[0].note");
//! ```

mod age;
mod asked;
mod audit;
mod case;
mod change;
mod decision;
mod reason;
mod removal;
mod reviewer;
mod trace;

pub use age::{AGE_FIELDS, AgeDocument, AgeEvidence};
pub use asked::{asked_fields, field_of, fields_after_taking_back, with_age_proof};
pub use audit::AuditAction;
pub use case::{CaseAction, CaseKind, CaseState, SkipReason, is_urgent};
pub use change::ChangeOutcome;
pub use decision::{CaseDecision, CaseDecisionError, DecidedCase, REASONS};
pub use reason::{Reason, ReasonCode, ReasonError, check_reason};
use removal::removed_part;
pub use removal::{REMOVABLE_TEXTS, RemovedPart, ReportedPhotos};
pub use reviewer::ReviewerRole;
pub use trace::TraceKind;

use thiserror::Error;

words! {
    /// The status of a profile in review.
    ReviewStatus {
        /// The profile waits for a reviewer.
        Pending = "PENDING",
        /// A reviewer has claimed the profile.
        InReview = "IN_REVIEW",
        /// A reviewer accepted the profile: the member sees others, and others see the member.
        Approved = "APPROVED",
        /// The profile is with the member: a reviewer asked for something again, or the member took the
        /// profile back before a reviewer claimed it.
        NeedsInfo = "NEEDS_INFO",
        /// A reviewer refused the profile.
        Rejected = "REJECTED",
        /// A reviewer took out the accepted profile.
        Suspended = "SUSPENDED",
    }
}

words! {
    /// The actions on a profile in review.
    ReviewAction {
        /// A reviewer claims the profile.
        Claim = "CLAIM",
        /// A reviewer releases the claim, or the claim lapses.
        Release = "RELEASE",
        /// A reviewer accepts the profile.
        Approve = "APPROVE",
        /// A reviewer asks the member to send something again.
        AskForInfo = "ASK_FOR_INFO",
        /// A reviewer refuses the profile.
        Reject = "REJECT",
        /// A reviewer takes a decision back (within 30 s, which the caller's clock measures).
        Undo = "UNDO",
        /// The member sends the asked fields.
        Resubmit = "RESUBMIT",
        /// The member takes the profile back to change it, before a reviewer claims it.
        TakeBack = "TAKE_BACK",
        /// The member asks for another review, once.
        Appeal = "APPEAL",
        /// A reviewer takes out an accepted profile.
        Suspend = "SUSPEND",
        /// A reviewer accepts a suspended profile again.
        Reinstate = "REINSTATE",
    }
}

/// The error for an action that the current state forbids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{action} is not allowed while {status}")]
pub struct ForbiddenTransition {
    /// The status of the profile.
    pub status: ReviewStatus,
    /// The forbidden action.
    pub action: ReviewAction,
}

/// The review state of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReviewState {
    /// The status.
    pub status: ReviewStatus,
    /// True if the member has used the one appeal; a rejection after that is final.
    pub appealed: bool,
}

impl ReviewState {
    /// The state of a newly registered profile.
    pub const NEW: Self = Self {
        status: ReviewStatus::Pending,
        appealed: false,
    };

    /// Returns the state after the action.
    ///
    /// # Errors
    ///
    /// The action with the status that forbids it. A second appeal is forbidden too.
    pub const fn apply(self, action: ReviewAction) -> Result<Self, ForbiddenTransition> {
        use ReviewAction as Do;
        use ReviewStatus as Is;
        let status = match (self.status, action) {
            (Is::Pending, Do::Claim) | (Is::Approved | Is::NeedsInfo | Is::Rejected, Do::Undo) => {
                Is::InReview
            }
            (Is::InReview, Do::Release) | (Is::NeedsInfo, Do::Resubmit) => Is::Pending,
            (Is::Rejected, Do::Appeal) if !self.appealed => {
                return Ok(Self {
                    status: Is::Pending,
                    appealed: true,
                });
            }
            (Is::InReview, Do::Approve) | (Is::Suspended, Do::Reinstate) => Is::Approved,
            (Is::InReview, Do::AskForInfo) | (Is::Pending, Do::TakeBack) => Is::NeedsInfo,
            (Is::InReview, Do::Reject) => Is::Rejected,
            (Is::Approved, Do::Suspend) => Is::Suspended,
            (status, action) => return Err(ForbiddenTransition { status, action }),
        };
        Ok(Self { status, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_needs_a_claim() {
        let claimed = ReviewState::NEW.apply(ReviewAction::Claim).unwrap();
        assert_eq!(
            claimed.apply(ReviewAction::Approve).unwrap().status,
            ReviewStatus::Approved
        );
        for decision in [
            ReviewAction::Approve,
            ReviewAction::Reject,
            ReviewAction::AskForInfo,
        ] {
            assert!(ReviewState::NEW.apply(decision).is_err());
        }
    }

    #[test]
    fn there_is_one_appeal() {
        let rejected = ReviewState {
            status: ReviewStatus::Rejected,
            appealed: false,
        };
        let appealed = rejected.apply(ReviewAction::Appeal).unwrap();
        assert_eq!(
            appealed,
            ReviewState {
                status: ReviewStatus::Pending,
                appealed: true
            }
        );
        let again = ReviewState {
            status: ReviewStatus::Rejected,
            ..appealed
        };
        assert!(again.apply(ReviewAction::Appeal).is_err());
    }

    #[test]
    fn a_member_takes_a_profile_back_only_until_a_reviewer_claims_it() {
        let taken_back = ReviewState::NEW.apply(ReviewAction::TakeBack).unwrap();
        assert_eq!(taken_back.status, ReviewStatus::NeedsInfo);
        let sent_again = taken_back.apply(ReviewAction::Resubmit).unwrap();
        assert_eq!(sent_again, ReviewState::NEW);
        for status in ReviewStatus::ALL.iter().copied() {
            let state = ReviewState {
                status,
                appealed: true,
            };
            let after = state.apply(ReviewAction::TakeBack).ok();
            let expected = (status == ReviewStatus::Pending).then_some(ReviewState {
                status: ReviewStatus::NeedsInfo,
                appealed: true,
            });
            assert_eq!(after, expected, "{status}");
        }
    }

    #[test]
    fn thirteen_transitions_are_allowed() {
        let allowed = ReviewStatus::ALL
            .iter()
            .flat_map(|status| {
                ReviewAction::ALL
                    .iter()
                    .map(move |action| (*status, *action))
            })
            .filter(|(status, action)| {
                ReviewState {
                    status: *status,
                    appealed: false,
                }
                .apply(*action)
                .is_ok()
            })
            .count();
        assert_eq!(allowed, 13);
    }
}
