//! Decides about a profile from the command line, and records the name of the person and the reasons.

use enmusubi_core::{
    AuditAction, CaseAction, CaseDecision, CaseKind, ReviewAction, ReviewState, ReviewStatus,
    check_reason,
};

use super::age::{ReadAge, Verdict};
use super::cases::LEASE_MS;
use super::record::record_decision;
use super::steps::{Moved, Taken, take_step};
use super::{ReviewError, Reviews, new_case};
use crate::store::account::Account;
use crate::store::actor::Actor;
use crate::store::audit::{self, Act};
use crate::store::review::Reason;
use crate::store::review_case::{self, By, Decided, Fence, Hidden, StoredCase};
use crate::store::{self, Transaction};

/// A decision about a profile.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The step of the review.
    pub action: ReviewAction,
    /// The reasons, which the user sees.
    pub reasons: Vec<Reason>,
    /// The check of the age that the reviewer has made.
    pub read_age: Option<ReadAge>,
    /// The name of the reviewer, for the record.
    pub actor: String,
}

impl Reviews {
    /// Applies a decision at once and returns the state after it. Claims a pending profile first. Refuses a profile that
    /// a reviewer holds or has just decided.
    pub async fn decide(
        &self,
        line_user_id: &str,
        decision: &Decision,
    ) -> Result<ReviewState, ReviewError> {
        let asks_nothing = || self.asked_by(&decision.reasons).is_empty();
        if decision.action == ReviewAction::AskForInfo && asks_nothing() {
            return Err(ReviewError::NothingAsked);
        }
        for reason in &decision.reasons {
            check_reason(&reason.code, &reason.note)?;
        }
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        let account = store::account::find_locked(&transaction, line_user_id).await?;
        let account = account.ok_or_else(|| ReviewError::UnknownUser(line_user_id.to_owned()))?;
        let case = review_case::find_of_profile(&transaction, account.id).await?;
        if let Some(case) = &case {
            refuse_held(case, now_ms)?;
        }
        let mut state = account.review;
        for action in steps(state.status, decision.action) {
            let moved = Moved {
                account_id: account.id,
                line_user_id,
                state,
            };
            let reasons = if action == decision.action {
                decision.reasons.as_slice()
            } else {
                &[]
            };
            let taken = Taken {
                action,
                reasons,
                name: &decision.actor,
            };
            if action == ReviewAction::Undo {
                refuse_taken_back(&transaction, account.id, state).await?;
            }
            state = take_step(&transaction, moved, taken, now_ms).await?;
        }
        let mut removed = Vec::new();
        if let Some(for_case) = decision.for_case() {
            let verdict = Verdict {
                decision: &for_case,
                birthday: decision.read_age.map(|read| read.birthday),
            };
            let settling = self.settle_age(&transaction, account.id, line_user_id, verdict, now_ms);
            removed = settling.await?;
        }
        move_case(&transaction, &account, line_user_id, case, decision, now_ms).await?;
        if matches!(
            decision.action,
            ReviewAction::Suspend | ReviewAction::Reinstate
        ) {
            let act = Act {
                account_id: Some(account.id),
                subject: decision.action.as_str(),
                ..Act::new(&Actor::Cli, AuditAction::Decide)
            };
            audit::append(&transaction, act, now_ms).await?;
        }
        transaction.commit().await?;
        self.file_cleanup.delete_unattached(&removed).await;
        Ok(state)
    }
}

impl Decision {
    /// Returns the decision as a case stores it. Returns `None` for a step that decides nothing about the profile.
    fn for_case(&self) -> Option<CaseDecision> {
        let action = match self.action {
            ReviewAction::Approve => CaseAction::Approve,
            ReviewAction::AskForInfo => CaseAction::AskForInfo,
            ReviewAction::Reject => CaseAction::Reject,
            _ => return None,
        };
        Some(CaseDecision {
            age_document: self.read_age.map(|read| read.document),
            ..CaseDecision::new(action, self.reasons.clone())
        })
    }
}

/// Refuses a case that a reviewer holds, or whose decision a reviewer can still undo.
pub(super) fn refuse_held(case: &StoredCase, now_ms: i64) -> Result<(), ReviewError> {
    let holder = case.claim_at(now_ms).map(|claim| &claim.by);
    let decided = case.decided.as_ref().map(|decided| &decided.by);
    match holder.or(decided) {
        Some(by) if by.actor != Actor::Cli => Err(ReviewError::Held(by.name.clone())),
        _ => Ok(()),
    }
}

/// Refuses to undo a step of the member, who took the profile back.
async fn refuse_taken_back(
    transaction: &Transaction,
    account_id: i64,
    state: ReviewState,
) -> Result<(), ReviewError> {
    if state.status != ReviewStatus::NeedsInfo {
        return Ok(());
    }
    let latest = store::review::find_latest_step(transaction, account_id).await?;
    match latest {
        Some(latest) if latest.is_taking_back() => Err(ReviewError::TakenBack),
        _ => Ok(()),
    }
}

/// Moves the case to the state that the step of the review has led to.
async fn move_case(
    transaction: &Transaction,
    account: &Account,
    line_user_id: &str,
    case: Option<StoredCase>,
    decision: &Decision,
    now_ms: i64,
) -> Result<(), ReviewError> {
    let by = By {
        actor: Actor::Cli,
        name: decision.actor.clone(),
    };
    match decision.action {
        ReviewAction::Approve | ReviewAction::AskForInfo | ReviewAction::Reject => {}
        ReviewAction::Claim => {
            let case = case.ok_or(ReviewError::Changed)?;
            claim(transaction, &case, &by, now_ms).await?;
            return Ok(());
        }
        ReviewAction::Release => {
            let case = case.ok_or(ReviewError::Changed)?;
            let fence = Fence {
                actor: by.actor,
                number: case.fence,
            };
            review_case::release(transaction, case.id, fence, now_ms).await?;
            return Ok(());
        }
        ReviewAction::Undo => {
            let applied = review_case::find_applied(transaction, account.id).await?;
            let applied = applied.ok_or(ReviewError::Changed)?;
            let until_ms = now_ms + LEASE_MS;
            review_case::reopen(transaction, applied.id, &by, until_ms).await?;
            return Ok(());
        }
        ReviewAction::Appeal => {
            let profile =
                store::profile::get_in_its_place(transaction, account.id, line_user_id).await?;
            let case = new_case(account.id, CaseKind::Appeal, &profile, now_ms);
            review_case::insert_all(transaction, [case]).await?;
            return Ok(());
        }
        // No case is about these.
        ReviewAction::Suspend
        | ReviewAction::Reinstate
        | ReviewAction::Resubmit
        | ReviewAction::TakeBack => return Ok(()),
    }
    let case = case.ok_or(ReviewError::Changed)?;
    let stored = decision.for_case().ok_or(ReviewError::Changed)?;
    settle_case(transaction, &case, by, &stored, now_ms).await
}

/// Claims a case, decides it and puts the decision into effect, all at once.
pub(super) async fn settle_case(
    transaction: &Transaction,
    case: &StoredCase,
    by: By,
    decision: &CaseDecision,
    now_ms: i64,
) -> Result<(), ReviewError> {
    let claimed = claim(transaction, case, &by, now_ms).await?;
    let fence = Fence {
        actor: by.actor,
        number: claimed.fence,
    };
    let decided = Decided {
        decision: decision.clone(),
        by,
        at_ms: now_ms,
    };
    let id = case.id;
    let is_decided =
        review_case::decide(transaction, id, fence, claimed.version, &decided, now_ms).await?;
    if !is_decided || review_case::apply(transaction, id, now_ms).await?.is_none() {
        return Err(ReviewError::Changed);
    }
    let actor = decided.by.actor;
    record_decision(
        transaction,
        actor,
        AuditAction::Decide,
        case,
        decision,
        now_ms,
    )
    .await?;
    Ok(())
}

async fn claim(
    transaction: &Transaction,
    case: &StoredCase,
    by: &By,
    now_ms: i64,
) -> Result<StoredCase, ReviewError> {
    let hidden = Hidden {
        actor: by.actor,
        member: None,
    };
    let until_ms = now_ms + LEASE_MS;
    let claimed = review_case::claim(transaction, case.id, by, &hidden, now_ms, until_ms).await?;
    claimed.ok_or(ReviewError::Changed)
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
    use serde_json::{Map, Value};

    use super::*;
    use crate::clock::DAY_MS;
    use crate::testing::{USER, World, decision, form};

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
        let photo = world.upload_photo().await;
        let mut form: Map<String, Value> = serde_json::from_str(&form(&photo)).unwrap();
        form.insert("verifyMethod".to_owned(), "DOCUMENT".into());
        form.insert("verifyTempFileName".to_owned(), document.into());
        world.register_with(&Value::Object(form).to_string()).await;
        let account = store::account::find(&app.database.reads, USER).await;
        let account_id = account.unwrap().unwrap().id;
        let document_of = async || {
            let found = store::document::find_of(&app.database.reads, account_id);
            found.await.unwrap()
        };
        assert!(document_of().await.is_some());
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
        assert_eq!(document_of().await, None);
    }
}
