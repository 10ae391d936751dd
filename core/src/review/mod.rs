//! A profile's review as a state machine: what is forbidden is an error value.

mod asked;

pub use asked::asked_fields;

use thiserror::Error;

words! {
    /// Where a profile stands in review.
    ReviewStatus {
        /// Waits for a reviewer.
        Pending = "PENDING",
        /// A reviewer has claimed it.
        InReview = "IN_REVIEW",
        /// Accepted: sees others and is seen.
        Approved = "APPROVED",
        /// The reviewer asked for something.
        NeedsInfo = "NEEDS_INFO",
        /// Refused.
        Rejected = "REJECTED",
        /// Taken out after it was accepted.
        Suspended = "SUSPENDED",
    }
}

words! {
    /// What can be done to a profile in review.
    ReviewAction {
        /// A reviewer takes it.
        Claim = "CLAIM",
        /// The claim is given back, or lapses.
        Release = "RELEASE",
        /// Accept.
        Approve = "APPROVE",
        /// Ask the user for something.
        AskForInfo = "ASK_FOR_INFO",
        /// Refuse.
        Reject = "REJECT",
        /// Take a decision back (within 30 s; the clock is the caller's).
        Undo = "UNDO",
        /// The user sends what was asked for.
        Resubmit = "RESUBMIT",
        /// The user asks for another look, once.
        Appeal = "APPEAL",
        /// Take an accepted profile out.
        Suspend = "SUSPEND",
        /// Let a suspended profile back in.
        Reinstate = "REINSTATE",
    }
}

/// The action is not allowed in this state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{action} is not allowed while {status}")]
pub struct ForbiddenTransition {
    /// The state it was tried in.
    pub status: ReviewStatus,
    /// What was tried.
    pub action: ReviewAction,
}

/// A profile's state of review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReviewState {
    /// Where it stands.
    pub status: ReviewStatus,
    /// Whether its one appeal is used up; a rejection after that is final.
    pub appealed: bool,
}

impl ReviewState {
    /// The state of a profile that was just registered.
    pub const NEW: Self = Self {
        status: ReviewStatus::Pending,
        appealed: false,
    };

    /// The state after the action.
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
            (Is::InReview, Do::AskForInfo) => Is::NeedsInfo,
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
    fn just_these_transitions_are_allowed() {
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
        assert_eq!(allowed, 12);
    }
}
