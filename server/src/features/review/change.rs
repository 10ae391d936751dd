//! Closes a proposed change with a decision, and puts an accepted one into the profile.

use enmusubi_core::review::{AgeDocument, CaseAction, CaseDecision, ChangeOutcome, ReviewStatus};
use enmusubi_core::service::NewsKind;
use enmusubi_core::{Field, UserProfileCreate, VerifyMethod};
use serde_json::Value;

use super::locked_account::LockedAccount;
use super::{ReviewError, Reviews};
use crate::clock::Millis;
use crate::error::{ErrorCode, Result};
use crate::features::profile_change::{CurrentProfile, apply, has_proof, release_all};
use crate::store::account::preference::{self, PLACE};
use crate::store::account::work_email::mailbox;
use crate::store::meeting::introduction;
use crate::store::news::NewEntry;
use crate::store::profile::age_check::{self, AgeCheck};
use crate::store::profile::profile_change::{self, NewDecision, StoredChange};
use crate::store::review::evidence_trace::{self, LatestDecision};
use crate::store::{self, AccountId, Transaction};

impl Reviews {
    /// Closes a proposal with a decision, and tells the member. Returns the names of the files that the profile no longer
    /// has.
    pub(super) async fn settle_change(
        &self,
        transaction: &Transaction,
        change: &StoredChange,
        account: &LockedAccount,
        decision: &CaseDecision,
        actor: &str,
        now_ms: Millis,
    ) -> Result<Vec<String>, ReviewError> {
        let user = &account.line_user_id;
        let current = CurrentProfile::find(transaction, change.account_id, user).await?;
        let changed = apply(&current.0, &change.proposed)?;
        self.check_age_of_change(transaction, change, &changed, decision)
            .await?;
        if !account.is(ReviewStatus::Approved) {
            return Err(ReviewError::NotApproved(account.account.review.status));
        }
        let decided = NewDecision {
            outcome: match decision.action {
                CaseAction::Approve => ChangeOutcome::Accepted,
                _ => ChangeOutcome::Refused,
            },
            actor,
            reasons: &decision.reasons,
        };
        if !profile_change::decide(transaction, change.id, decided, now_ms).await? {
            return Err(ReviewError::Changed);
        }
        let files = profile_change::remove_files(transaction, change.id).await?;
        let mut removed = Vec::new();
        if decided.outcome == ChangeOutcome::Accepted {
            removed = Box::pin(accept(
                transaction,
                change,
                user,
                (current.0, changed),
                decision.age_document,
                now_ms,
            ))
            .await
            .map_err(|error| match error.code {
                ErrorCode::Conflict => ReviewError::EvidenceGone,
                _ => ReviewError::Failed(error),
            })?;
        }
        release_all(transaction, &files).await?;
        release_all(transaction, &removed).await?;
        // After any decision, the server no longer needs the document.
        let age_proof = change.proposed.get(Field::AgeProofFileName.as_str());
        removed.extend(age_proof.and_then(Value::as_str).map(str::to_owned));
        let entry = NewEntry {
            account_id: change.account_id,
            kind: NewsKind::ChangeDecided,
            subject: decided.outcome.as_str().to_owned(),
        };
        store::news::supersede(transaction, entry, now_ms).await?;
        Ok(removed)
    }
}

/// Puts the proposed values into the current profile, and returns the names of the files that it no longer has. Returns
/// E004 if a file or a mailbox of the proposal is gone.
async fn accept(
    transaction: &Transaction,
    change: &StoredChange,
    line_user_id: &str,
    (current, mut profile): (UserProfileCreate, UserProfileCreate),
    age_document: Option<AgeDocument>,
    now_ms: Millis,
) -> Result<Vec<String>> {
    let account_id = change.account_id;
    if profile.city != current.city {
        let since_ms = change.created_at_ms;
        let has_moved =
            preference::has_changed_since(transaction, account_id, PLACE, since_ms).await?;
        // The place belongs to the earlier city, unless the member has moved since the proposal.
        if !has_moved {
            profile.latitude = None;
            profile.longitude = None;
        }
    }
    profile.age_proof_file_name.clear();
    if let Some(document) = age_document {
        let check = AgeCheck {
            birthday: profile.birthday,
            document,
            checked_at_ms: now_ms,
        };
        age_check::put(transaction, account_id, check).await?;
    }
    store::profile::update(transaction, account_id, &profile).await?;
    let mut removed = Vec::new();
    let photos = &profile.photo_name_list;
    if *photos != current.photo_name_list {
        removed =
            store::file::photo::replace(transaction, account_id, line_user_id, photos, now_ms)
                .await?;
    }
    // Only a decision that an earlier version of the server took leaves a document in an approved profile.
    removed.extend(Some(current.age_proof_file_name).filter(|name| !name.is_empty()));
    if has_proof(&change.proposed) {
        removed
            .extend(replace_proof(transaction, account_id, line_user_id, &profile, now_ms).await?);
        let decision = LatestDecision {
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
    account_id: AccountId,
    line_user_id: &str,
    profile: &UserProfileCreate,
    now_ms: Millis,
) -> Result<Option<String>> {
    let document = Some(profile.verify_temp_file_name.as_str()).filter(|name| !name.is_empty());
    let replaced =
        store::file::document::replace(transaction, account_id, line_user_id, document, now_ms)
            .await?;
    store::file::document::set_decided(transaction, account_id, now_ms).await?;
    if profile.verify_method == VerifyMethod::WorkEmail {
        let employer_id = &profile.employer_id;
        mailbox::attach(transaction, account_id, line_user_id, employer_id, now_ms).await?;
    }
    Ok(replaced)
}
