//! The locked account of a case: a step moves it to another state of the review, and does everything that follows.

use std::collections::BTreeSet;

use enmusubi_core::review::{Reason, ReviewAction, ReviewState, ReviewStatus};
use enmusubi_core::service::NewsKind;

use super::ReviewError;
use super::error::no_case;
use crate::clock::Millis;
use crate::error::Result;
use crate::features::profile_change::remove_proposed_age_proof;
use crate::store::meeting::introduction;
use crate::store::news::NewEntry;
use crate::store::review::Step;
use crate::store::review::evidence_trace::{self, LatestDecision};
use crate::store::review::review_case::{self, By};
use crate::store::{self, AccountId, Transaction};

/// A step of the review.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReviewStep<'a> {
    pub(super) action: ReviewAction,
    pub(super) reasons: &'a [Reason],
    /// The name for the history.
    pub(super) name: &'a str,
}

/// The account of a case, locked until the transaction ends.
pub(super) struct LockedAccount {
    pub(super) line_user_id: String,
    pub(super) account: store::account::Account,
}

impl LockedAccount {
    /// Returns E003 for an account that was deleted a moment ago.
    pub(super) async fn find(transaction: &Transaction, account_id: AccountId) -> Result<Self> {
        let found = Self::find_if_any(transaction, account_id).await?;
        found.ok_or_else(no_case)
    }

    /// Returns `None` for an account that was deleted a moment ago.
    pub(super) async fn find_if_any(
        transaction: &Transaction,
        account_id: AccountId,
    ) -> Result<Option<Self>> {
        let found = store::account::find_locked_by_id(transaction, account_id).await?;
        Ok(found.map(|(line_user_id, account)| Self {
            line_user_id,
            account,
        }))
    }

    pub(super) fn is(&self, status: ReviewStatus) -> bool {
        self.account.review.status == status
    }

    /// Takes a step without reasons.
    pub(super) async fn step(
        &self,
        transaction: &Transaction,
        action: ReviewAction,
        by: &By,
        now_ms: Millis,
    ) -> Result<()> {
        let step = ReviewStep {
            action,
            reasons: &[],
            name: &by.name,
        };
        let taken = self.take(transaction, step, now_ms).await;
        taken.map_err(ReviewError::into_error)
    }

    /// Takes a step, or returns the reason why the state does not allow it.
    pub(super) async fn take(
        &self,
        transaction: &Transaction,
        step: ReviewStep<'_>,
        now_ms: Millis,
    ) -> Result<(), ReviewError> {
        let (account_id, state) = (self.account.id, self.account.review);
        let next = state.apply(step.action)?;
        let stored = Step {
            action: step.action,
            actor: step.name,
            from: state.status,
            to: next.status,
            reasons: step.reasons,
        };
        if !store::review::set_state(transaction, account_id, state, next).await? {
            return Err(ReviewError::Changed);
        }
        store::review::insert_step(transaction, account_id, stored, now_ms).await?;
        // Park the changes of a profile that stops being approved, because no reviewer can accept them, and reopen the
        // changes when the profile is approved again.
        let was_approved = state.status == ReviewStatus::Approved;
        let is_approved = next.status == ReviewStatus::Approved;
        if was_approved != is_approved {
            review_case::park_changes(transaction, account_id, was_approved).await?;
            if was_approved {
                remove_proposed_age_proof(transaction, account_id, now_ms).await?;
            }
        }
        trace(transaction, account_id, step, next, now_ms).await?;
        match step.action {
            // A reinstatement does not decide again: it must not extend the lifetime of a document.
            ReviewAction::Approve => {
                store::file::document::set_decided(transaction, account_id, now_ms).await?;
                introduction::state::ask(transaction, account_id, now_ms).await?;
            }
            ReviewAction::Reject => {
                store::file::document::set_decided(transaction, account_id, now_ms).await?;
            }
            ReviewAction::Reinstate => {
                introduction::state::ask(transaction, account_id, now_ms).await?;
            }
            ReviewAction::Suspend => {
                store::account::session::revoke_all_of(transaction, &self.line_user_id, now_ms)
                    .await?;
            }
            _ => {}
        }
        if is_decision(step.action) {
            let entry = NewEntry {
                account_id,
                kind: NewsKind::ReviewDecided,
                subject: next.status.as_str().to_owned(),
            };
            store::news::supersede(transaction, entry, now_ms).await?;
        }
        Ok(())
    }
}

/// Stores the decision in the traces of the account's evidence.
async fn trace(
    transaction: &Transaction,
    account_id: AccountId,
    step: ReviewStep<'_>,
    next: ReviewState,
    now_ms: Millis,
) -> Result<()> {
    match step.action {
        ReviewAction::Approve
        | ReviewAction::Reject
        | ReviewAction::Suspend
        | ReviewAction::Reinstate => {
            let codes = step.reasons.iter().map(|reason| reason.code.clone());
            let decision = LatestDecision {
                status: next.status,
                reasons: codes.collect::<BTreeSet<_>>().into_iter().collect(),
                at_ms: now_ms,
            };
            evidence_trace::record(transaction, account_id, &decision).await
        }
        _ => Ok(()),
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
