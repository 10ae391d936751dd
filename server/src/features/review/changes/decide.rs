//! Decides about a proposed change, and puts an accepted one into the profile.

use enmusubi_core::review::field_of;
use enmusubi_core::{
    AgeDocument, CaseAction, CaseDecision, ChangeOutcome, ErrorCode, Field, NewsKind, ReviewStatus,
    UserProfileCreate, VerifyMethod, check_reason,
};
use serde_json::Value;

use super::super::age::{ReadAge, Verdict};
use super::super::cases::LockedAccount;
use super::super::decide::{refuse_held, settle_case};
use super::super::{ReviewError, Reviews};
use crate::error::Result;
use crate::features::introduction::PLACE;
use crate::features::profile_change::{CurrentProfile, apply, has_proof, release_all};
use crate::store::actor::Actor;
use crate::store::age_check::{self, AgeCheck};
use crate::store::evidence_trace::{self, TracedDecision};
use crate::store::news::NewEntry;
use crate::store::profile_change::{Decided, StoredChange};
use crate::store::review::Reason;
use crate::store::review_case::{self, By};
use crate::store::work_email::mailbox;
use crate::store::{self, CanRead, Transaction, introduction, profile_change};

impl Reviews {
    /// Accepts a change: other members see the new values with their next answer.
    ///
    /// If the change is about the age, the reviewer names the document and the birthday that it shows.
    pub async fn accept_change(
        &self,
        change_id: &str,
        read_age: Option<ReadAge>,
        actor: &str,
    ) -> Result<(), ReviewError> {
        let decision = CaseDecision {
            age_document: read_age.map(|read| read.document),
            ..CaseDecision::new(CaseAction::Approve, Vec::new())
        };
        let verdict = Verdict {
            decision: &decision,
            birthday: read_age.map(|read| read.birthday),
        };
        Box::pin(self.decide_change(change_id, verdict, actor)).await
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
        let verdict = Verdict {
            decision: &CaseDecision::new(CaseAction::Reject, reasons.to_vec()),
            birthday: None,
        };
        Box::pin(self.decide_change(change_id, verdict, actor)).await
    }

    /// Stores the decision and puts it into effect, unless the proposal was decided, replaced or withdrawn in the
    /// meantime.
    async fn decide_change(
        &self,
        change_id: &str,
        verdict: Verdict<'_>,
        actor: &str,
    ) -> Result<(), ReviewError> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        let unknown = || ReviewError::UnknownChange(change_id.to_owned());
        let (change, _) = find_open(&transaction, change_id).await?;
        // Until the commit, the member cannot replace the proposal, and no reviewer can suspend the member.
        let account = LockedAccount::find_if_any(&transaction, change.account_id).await?;
        let account = account.ok_or_else(unknown)?;
        let settling = self.settle_change(&transaction, &change, &account, verdict, actor, now_ms);
        let removed = settling.await?;
        let case = review_case::find_of_subject(&transaction, change_id).await?;
        let case = case.ok_or_else(unknown)?;
        refuse_held(&case, now_ms)?;
        let by = By {
            actor: Actor::Cli,
            name: actor.to_owned(),
        };
        settle_case(&transaction, &case, by, verdict.decision, now_ms).await?;
        transaction.commit().await?;
        self.file_cleanup.delete_unattached(&removed).await;
        Ok(())
    }

    /// Closes a proposal with a decision, and tells the member. Returns the names of the files that the profile no longer
    /// has.
    pub(in super::super) async fn settle_change(
        &self,
        transaction: &Transaction,
        change: &StoredChange,
        account: &LockedAccount,
        verdict: Verdict<'_>,
        actor: &str,
        now_ms: i64,
    ) -> Result<Vec<String>, ReviewError> {
        let decision = verdict.decision;
        let user = &account.line_user_id;
        let current = CurrentProfile::find(transaction, change.account_id, user).await?;
        let changed = apply(&current.0, &change.proposed)?;
        self.check_age_of_change(transaction, change, &changed, verdict)
            .await?;
        if !account.is(ReviewStatus::Approved) {
            return Err(ReviewError::NotApproved(account.account.review.status));
        }
        let is_proposed = |field: &str| {
            field_of(field).is_some_and(|it| change.proposed.contains_key(it.as_str()))
        };
        if let Some(reason) = decision.reasons.iter().find(|it| !is_proposed(&it.path)) {
            return Err(ReviewError::NotProposed(reason.path.clone()));
        }
        let decided = Decided {
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
            let document = decision.age_document;
            let accepting = accept(
                transaction,
                change,
                user,
                (current.0, changed),
                document,
                now_ms,
            );
            removed = Box::pin(accepting)
                .await
                .map_err(|error| match error.code {
                    ErrorCode::Conflict => ReviewError::EvidenceGone,
                    _ => ReviewError::Failed(error),
                })?;
        }
        release_all(transaction, &files).await?;
        release_all(transaction, &removed).await?;
        // Whatever the decision is, the server needs no copy of the document.
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

/// Puts the proposed values into the current profile, and returns the names of the files that it no longer has. Returns
/// E004 if a file or a mailbox of the proposal is gone.
async fn accept(
    transaction: &Transaction,
    change: &StoredChange,
    line_user_id: &str,
    (current, mut profile): (UserProfileCreate, UserProfileCreate),
    age_document: Option<AgeDocument>,
    now_ms: i64,
) -> Result<Vec<String>> {
    let account_id = change.account_id;
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
            store::photo::replace(transaction, account_id, line_user_id, photos, now_ms).await?;
    }
    // Only a decision that an earlier version of the server took leaves a document in an approved profile.
    removed.extend(Some(current.age_proof_file_name).filter(|name| !name.is_empty()));
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
