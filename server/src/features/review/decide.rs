//! Decides about a profile, and records the reviewer and the reasons.

use enmusubi_core::{
    ChangeOutcome, ForbiddenTransition, NewsKind, ReasonError, ReviewAction, ReviewState,
    ReviewStatus, check_reason,
};
use thiserror::Error;

use super::{Reviews, asked_by, escape};
use crate::error::Error;
use crate::store::news::NewEntry;
use crate::store::review::{Reason, Step};
use crate::store::{self, introduction};

/// A decision about a profile.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The step of the review.
    pub action: ReviewAction,
    /// The reasons, which the user sees.
    pub reasons: Vec<Reason>,
    /// The name of the reviewer, for the record.
    pub actor: String,
}

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

impl Reviews {
    /// Applies a decision and returns the state after it. Claims a pending profile first.
    pub async fn decide(
        &self,
        line_user_id: &str,
        decision: &Decision,
    ) -> Result<ReviewState, ReviewError> {
        if decision.action == ReviewAction::AskForInfo && asked_by(&decision.reasons).is_empty() {
            return Err(ReviewError::NothingAsked);
        }
        for reason in &decision.reasons {
            check_reason(&reason.code, &reason.note)?;
        }
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        let account = store::account::find(&transaction, line_user_id).await?;
        let account = account.ok_or_else(|| ReviewError::UnknownUser(line_user_id.to_owned()))?;
        let mut state = account.review;
        for action in steps(state.status, decision.action) {
            let next = state.apply(action)?;
            let step = Step {
                action,
                actor: &decision.actor,
                from: state.status,
                to: next.status,
                reasons: if action == decision.action {
                    &decision.reasons
                } else {
                    &[]
                },
            };
            if !store::review::set_state(&transaction, account.id, state, next).await? {
                return Err(ReviewError::Changed);
            }
            // `set_state` has locked the row of the account: the member can add no step before the commit.
            if action == ReviewAction::Undo
                && store::review::find_latest_step(&transaction, account.id)
                    .await?
                    .is_some_and(|latest| latest.is_taking_back())
            {
                return Err(ReviewError::TakenBack);
            }
            store::review::insert_step(&transaction, account.id, step, now_ms).await?;
            state = next;
        }
        match decision.action {
            // A reinstatement does not decide again: it must not extend the lifetime of a document.
            ReviewAction::Approve => {
                store::document::set_decided(&transaction, account.id, now_ms).await?;
                introduction::state::ask(&transaction, account.id, now_ms).await?;
            }
            ReviewAction::Reject => {
                store::document::set_decided(&transaction, account.id, now_ms).await?;
            }
            ReviewAction::Reinstate => {
                introduction::state::ask(&transaction, account.id, now_ms).await?;
            }
            ReviewAction::Suspend => {
                store::session::revoke_all_of(&transaction, line_user_id, now_ms).await?;
            }
            _ => {}
        }
        if is_decision(decision.action) {
            let entry = NewEntry {
                account_id: account.id,
                kind: NewsKind::ReviewDecided,
                subject: state.status.as_str().to_owned(),
            };
            store::news::supersede(&transaction, entry, now_ms).await?;
        }
        transaction.commit().await?;
        Ok(state)
    }
}

/// Returns true if the member should hear of the step.
const fn is_decision(action: ReviewAction) -> bool {
    matches!(
        action,
        ReviewAction::Approve
            | ReviewAction::Reject
            | ReviewAction::AskForInfo
            | ReviewAction::Suspend
            | ReviewAction::Reinstate
    )
}

/// Returns the steps to take. The command line has no queue from which a reviewer claims profiles, so
/// the decision claims a pending profile first.
fn steps(status: ReviewStatus, action: ReviewAction) -> Vec<ReviewAction> {
    let is_verdict = matches!(
        action,
        ReviewAction::Approve | ReviewAction::Reject | ReviewAction::AskForInfo
    );
    if is_verdict && status == ReviewStatus::Pending {
        vec![ReviewAction::Claim, action]
    } else {
        vec![action]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::DAY_MS;
    use crate::testing::{USER, World, decision, insert_account};

    #[tokio::test]
    async fn a_decision_without_the_note_that_its_code_needs_changes_nothing() {
        let world = World::open().await;
        let app = &world.app;
        world.register().await;
        for action in [ReviewAction::AskForInfo, ReviewAction::Reject] {
            for (code, note) in [("other", ""), ("incomplete", " "), ("too_short", "More.")] {
                let decision = decision(action, &[("aboutMe", code, note)]);
                let refused = app.reviews.decide(USER, &decision).await;
                assert!(matches!(refused, Err(ReviewError::Reason(_))), "{code}");
            }
        }
        let account = store::account::find(&app.database.reads, USER).await;
        let account = account.unwrap().unwrap();
        assert_eq!(account.review, ReviewState::NEW);
        let step = store::review::find_latest_step(&app.database.reads, account.id).await;
        assert!(step.unwrap().is_none());
        let reason = ("aboutMe", "other", "Which hobbies?");
        let decision = decision(ReviewAction::AskForInfo, &[reason]);
        let asked = app.reviews.decide(USER, &decision).await.unwrap();
        assert_eq!(asked.status, ReviewStatus::NeedsInfo);
    }

    #[tokio::test]
    async fn a_reinstatement_does_not_extend_the_lifetime_of_a_document() {
        let world = World::open().await;
        let app = &world.app;
        let document = world.upload_document().await;
        let now_ms = app.clock.now_ms();
        let database = &app.database;
        let account_id = insert_account(database, USER, &[], Some(&document), now_ms).await;
        for action in [
            ReviewAction::Approve,
            ReviewAction::Suspend,
            ReviewAction::Reinstate,
        ] {
            let decision = decision(action, &[]);
            app.reviews.decide(USER, &decision).await.unwrap();
            world.pass(11 * DAY_MS);
        }
        // 33 days after the approval, 11 after the reinstatement.
        app.file_cleanup.run().await.unwrap();
        let kept = store::document::find_of(&app.database.reads, account_id).await;
        assert_eq!(kept.unwrap(), None);
    }
}
