//! Decides about a proposed change, and puts an accepted one into the profile.

use enmusubi_core::review::field_of;
use enmusubi_core::{
    CaseAction, CaseDecision, ChangeOutcome, ErrorCode, NewsKind, ReviewStatus, UserProfileCreate,
    VerifyMethod, check_reason,
};

use super::super::cases::LockedAccount;
use super::super::decide::{refuse_held, settle};
use super::super::{ReviewError, Reviews};
use crate::error::Result;
use crate::features::introduction::PLACE;
use crate::features::profile_change::{CurrentProfile, apply, has_proof, release_all};
use crate::store::actor::Actor;
use crate::store::evidence_trace::{self, TracedDecision};
use crate::store::news::NewEntry;
use crate::store::profile_change::{Decided, StoredChange};
use crate::store::review::Reason;
use crate::store::review_case::{self, By};
use crate::store::work_email::mailbox;
use crate::store::{self, CanRead, Transaction, introduction, profile_change};

impl Reviews {
    /// Accepts a change: other members see the new values with their next answer.
    pub async fn accept_change(&self, change_id: &str, actor: &str) -> Result<(), ReviewError> {
        let decided = Decided {
            outcome: ChangeOutcome::Accepted,
            actor,
            reasons: &[],
        };
        Box::pin(self.decide_change(change_id, decided)).await
    }

    /// Refuses a change for these reasons, which the member sees. Each names a proposed field.
    pub async fn refuse_change(
        &self,
        change_id: &str,
        reasons: &[Reason],
        actor: &str,
    ) -> Result<(), ReviewError> {
        for reason in reasons {
            check_reason(&reason.code, &reason.note)?;
        }
        if reasons.is_empty() {
            return Err(ReviewError::NoReason);
        }
        let decided = Decided {
            outcome: ChangeOutcome::Refused,
            actor,
            reasons,
        };
        Box::pin(self.decide_change(change_id, decided)).await
    }

    /// Stores the decision and puts it into effect, unless the proposal was decided, replaced or withdrawn in the
    /// meantime.
    async fn decide_change(
        &self,
        change_id: &str,
        decided: Decided<'_>,
    ) -> Result<(), ReviewError> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        let unknown = || ReviewError::UnknownChange(change_id.to_owned());
        let (change, _) = find_open(&transaction, change_id).await?;
        // Until the commit, the member cannot replace the proposal, and no reviewer can suspend the member.
        let account = LockedAccount::find_if_any(&transaction, change.account_id).await?;
        let account = account.ok_or_else(unknown)?;
        let removed = settle_change(&transaction, &change, &account, decided, now_ms).await?;
        let case = review_case::find_of_subject(&transaction, change_id).await?;
        let case = case.ok_or_else(unknown)?;
        refuse_held(&case, now_ms)?;
        let by = By {
            actor: Actor::Cli,
            name: decided.actor.to_owned(),
        };
        let action = match decided.outcome {
            ChangeOutcome::Accepted => CaseAction::Approve,
            _ => CaseAction::Reject,
        };
        let decision = CaseDecision::new(action, decided.reasons.to_vec());
        settle(&transaction, &case, by, &decision, now_ms).await?;
        transaction.commit().await?;
        self.file_cleanup.delete_unattached(&removed).await;
        Ok(())
    }
}

/// Closes a proposal with a decision, and tells the member. Returns the names of the files that the profile no longer
/// has.
pub(in super::super) async fn settle_change(
    transaction: &Transaction,
    change: &StoredChange,
    account: &LockedAccount,
    decided: Decided<'_>,
    now_ms: i64,
) -> Result<Vec<String>, ReviewError> {
    if !account.is(ReviewStatus::Approved) {
        return Err(ReviewError::NotApproved(account.account.review.status));
    }
    let is_proposed =
        |field: &str| field_of(field).is_some_and(|it| change.proposed.contains_key(it.as_str()));
    if let Some(reason) = decided.reasons.iter().find(|it| !is_proposed(&it.path)) {
        return Err(ReviewError::NotProposed(reason.path.clone()));
    }
    if !profile_change::decide(transaction, change.id, decided, now_ms).await? {
        return Err(ReviewError::Changed);
    }
    let files = profile_change::remove_files(transaction, change.id).await?;
    let removed = if decided.outcome == ChangeOutcome::Accepted {
        let accepting = accept(transaction, change, &account.line_user_id, now_ms);
        Box::pin(accepting)
            .await
            .map_err(|error| match error.code {
                ErrorCode::Conflict => ReviewError::EvidenceGone,
                _ => ReviewError::Failed(error),
            })?
    } else {
        Vec::new()
    };
    release_all(transaction, &files).await?;
    release_all(transaction, &removed).await?;
    let entry = NewEntry {
        account_id: change.account_id,
        kind: NewsKind::ChangeDecided,
        subject: decided.outcome.as_str().to_owned(),
    };
    store::news::supersede(transaction, entry, now_ms).await?;
    Ok(removed)
}

/// Returns an open proposal with the LINE user id of its member.
pub(super) async fn find_open(
    connection: &impl CanRead,
    change_id: &str,
) -> Result<(StoredChange, String), ReviewError> {
    let found = profile_change::find(connection, change_id).await?;
    let (change, line_user_id) =
        found.ok_or_else(|| ReviewError::UnknownChange(change_id.to_owned()))?;
    match &change.closed {
        None => Ok((change, line_user_id)),
        Some(closed) => Err(ReviewError::ChangeClosed(closed.outcome)),
    }
}

/// Puts the proposed values into the profile, and returns the names of the files that it no longer has. Returns
/// E004 if a file or a mailbox of the proposal is gone.
async fn accept(
    transaction: &Transaction,
    change: &StoredChange,
    line_user_id: &str,
    now_ms: i64,
) -> Result<Vec<String>> {
    let account_id = change.account_id;
    let CurrentProfile(current) =
        CurrentProfile::find(transaction, account_id, line_user_id).await?;
    let mut profile = apply(&current, &change.proposed)?;
    if profile.city != current.city {
        let since_ms = change.created_at_ms;
        let has_moved =
            store::preference::has_changed_since(transaction, account_id, PLACE, since_ms).await?;
        // The place belongs to the earlier city, unless the member has moved since the proposal.
        if !has_moved {
            profile.latitude = None;
            profile.longitude = None;
        }
    }
    store::profile::update(transaction, account_id, &profile).await?;
    let mut removed = Vec::new();
    let photos = &profile.photo_name_list;
    if *photos != current.photo_name_list {
        removed =
            store::photo::replace(transaction, account_id, line_user_id, photos, now_ms).await?;
    }
    if has_proof(&change.proposed) {
        let replaced = replace_proof(transaction, account_id, line_user_id, &profile, now_ms);
        removed.extend(replaced.await?);
        let decision = TracedDecision {
            status: ReviewStatus::Approved,
            reasons: Vec::new(),
            at_ms: now_ms,
        };
        evidence_trace::record(transaction, account_id, &decision).await?;
    }
    // The job that makes introductions has the earlier facts of the member in its memory, and reads them again for a
    // request.
    introduction::state::ask(transaction, account_id, now_ms).await?;
    Ok(removed)
}

/// Replaces the document, which is deleted 30 days after this decision, and attaches the mailbox. Returns the name
/// of the document before.
async fn replace_proof(
    transaction: &Transaction,
    account_id: i64,
    line_user_id: &str,
    profile: &UserProfileCreate,
    now_ms: i64,
) -> Result<Option<String>> {
    let document = Some(profile.verify_temp_file_name.as_str()).filter(|name| !name.is_empty());
    let replaced =
        store::document::replace(transaction, account_id, line_user_id, document, now_ms).await?;
    store::document::set_decided(transaction, account_id, now_ms).await?;
    if profile.verify_method == VerifyMethod::WorkEmail {
        let employer_id = &profile.employer_id;
        mailbox::attach(transaction, account_id, line_user_id, employer_id, now_ms).await?;
    }
    Ok(replaced)
}
