//! The review's transitions, checked against a table that was written from the design.

use enmusubi_core::review::{ReviewAction, ReviewState, ReviewStatus};
use wasm_bindgen_test::wasm_bindgen_test;

/// The allowed transitions: status, action, and the status afterwards. All others are forbidden.
const ALLOWED: [(&str, &str, &str); 13] = [
    ("PENDING", "CLAIM", "IN_REVIEW"),
    ("PENDING", "TAKE_BACK", "NEEDS_INFO"),
    ("IN_REVIEW", "APPROVE", "APPROVED"),
    ("IN_REVIEW", "ASK_FOR_INFO", "NEEDS_INFO"),
    ("IN_REVIEW", "REJECT", "REJECTED"),
    ("IN_REVIEW", "RELEASE", "PENDING"),
    ("APPROVED", "UNDO", "IN_REVIEW"),
    ("NEEDS_INFO", "UNDO", "IN_REVIEW"),
    ("REJECTED", "UNDO", "IN_REVIEW"),
    ("NEEDS_INFO", "RESUBMIT", "PENDING"),
    ("REJECTED", "APPEAL", "PENDING"),
    ("APPROVED", "SUSPEND", "SUSPENDED"),
    ("SUSPENDED", "REINSTATE", "APPROVED"),
];

#[wasm_bindgen_test(unsupported = test)]
fn only_the_transitions_of_the_design_are_allowed() {
    for status in ReviewStatus::ALL.iter().copied() {
        for action in ReviewAction::ALL.iter().copied() {
            let after = ReviewState {
                status,
                appealed: false,
            }
            .apply(action)
            .ok();
            let expected = ALLOWED
                .iter()
                .find(|(from, by, _)| *from == status.as_str() && *by == action.as_str())
                .map(|(_, _, to)| *to);
            assert_eq!(
                after.map(|state| state.status.as_str()),
                expected,
                "{status} {action}"
            );
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn a_rejection_after_the_appeal_is_final() {
    let rejected_again = ReviewState {
        status: ReviewStatus::Rejected,
        appealed: true,
    };
    assert!(rejected_again.apply(ReviewAction::Appeal).is_err());
}
