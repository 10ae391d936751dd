//! Accepts the fields of a profile that is with its member, and returns the profile to the reviewers' queue.

mod take_back;

use std::sync::Arc;

use chrono_tz::Tz;
use enmusubi_core::review::{CaseKind, ReviewAction, ReviewState, ReviewStatus, with_age_proof};
use enmusubi_core::{AgeProof, Field, FileUse, UserProfileCreate, VerifyMethod};
use serde_json::Value;

use crate::clock::{Clock, Millis};
use crate::error::{Error, ErrorCode, Result};
use crate::features::age_proof::AgeProofs;
use crate::features::photo::FileCleanup;
use crate::features::review::asked_after;
use crate::features::standing::not_registered;
use crate::features::submission::{
    AccountLocks, Call, IdempotentRequest, Submission, ValidationContext,
};
use crate::store::account::work_email::mailbox;
use crate::store::review::review_case::{self, NewCase};
use crate::store::review::{MEMBER, Step};
use crate::store::{self, AccountId, BatchedReads, Database, Transaction};

/// Takes fields from members whose reviewer asked for them, or who took their profiles back.
#[derive(Debug)]
pub(crate) struct Resubmissions {
    pub(crate) database: Database,
    pub(crate) batched_reads: Arc<BatchedReads>,
    pub(crate) clock: Clock,
    /// The time zone of the calendar date on which ages are counted.
    pub(crate) time_zone: Tz,
    pub(crate) age_proofs: AgeProofs,
    pub(crate) account_locks: AccountLocks,
    pub(crate) file_cleanup: FileCleanup,
}

/// The profile that a resubmission changes. The server checks the fields against it, and saves them
/// only if it is still the same.
#[derive(Debug)]
struct ResubmissionBase {
    line_user_id: String,
    review: ReviewState,
    /// The review step that asked for the fields, or with which the member took the profile back.
    step_id: i64,
    /// The fields that the member may send.
    asked: Vec<Field>,
    age_proof: AgeProof,
    /// The stored profile. Its coordinates are the middle of the stored cell.
    profile: UserProfileCreate,
}

impl Resubmissions {
    /// Saves the fields, or returns the stored response of the first request again: the state of the profile's review.
    /// Returns E003 for a user without an account, and E008 if the reviewer asked for nothing, or did not ask for one
    /// of these fields.
    pub(crate) async fn resubmit(&self, submission: Submission<'_>) -> Result<ReviewStatus> {
        // A concurrent duplicate waits here for the first request, and then finds its response.
        let _guard = self.account_locks.lock(submission.line_user_id).await;
        let request = self.idempotent(submission);
        // Look for the response before the state, which the first request has changed.
        if let Some(status) = request.find_stored().await? {
            return Ok(status);
        }
        self.resubmit_unless_stored(submission, &request).await
    }

    fn idempotent<'a>(&'a self, submission: Submission<'a>) -> IdempotentRequest<'a> {
        let (reads, now_ms) = (&self.batched_reads, self.clock.now_ms());
        IdempotentRequest::new(
            &self.database,
            reads,
            Call::Resubmission,
            submission,
            now_ms,
        )
    }

    async fn resubmit_unless_stored(
        &self,
        submission: Submission<'_>,
        request: &IdempotentRequest<'_>,
    ) -> Result<ReviewStatus> {
        match self.resubmit_new(submission, request).await {
            Err(refusal) => request.find_stored_after(refusal).await,
            resubmitted => resubmitted,
        }
    }

    async fn resubmit_new(
        &self,
        submission: Submission<'_>,
        request: &IdempotentRequest<'_>,
    ) -> Result<ReviewStatus> {
        let base = self.find_base(submission.line_user_id).await?;
        let profile = self.check(&base, submission).await?;
        match self.save(&base, &profile, request).await {
            Err(error) if error.code == ErrorCode::Conflict => {
                Err(self.explain_conflict(error, &base, submission).await)
            }
            saved => saved,
        }
    }

    /// Returns the whole profile with the fields that the user sent.
    async fn check(
        &self,
        base: &ResubmissionBase,
        submission: Submission<'_>,
    ) -> Result<UserProfileCreate> {
        let today = self.clock.today(self.time_zone);
        let (reads, user) = (&self.batched_reads, submission.line_user_id);
        let context = ValidationContext::find(reads, user, today, base.age_proof).await?;
        let document = submission.document;
        Ok(document.parse_resubmission(&base.profile, &base.asked, &context.for_core())?)
    }

    /// Checks the fields again after a conflict. If an upload was deleted since the first check, the
    /// rules name its place in the form.
    async fn explain_conflict(
        &self,
        conflict: Error,
        base: &ResubmissionBase,
        submission: Submission<'_>,
    ) -> Error {
        let checked = self.check(base, submission).await;
        checked.err().unwrap_or(conflict)
    }

    /// Saves profile, files, review step and response in one transaction, and then deletes the
    /// replaced files. Returns E004 if a reviewer or another resubmission changed the account since
    /// `base` was read.
    async fn save(
        &self,
        base: &ResubmissionBase,
        profile: &UserProfileCreate,
        request: &IdempotentRequest<'_>,
    ) -> Result<ReviewStatus> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        let account = store::account::find_locked(&transaction, &base.line_user_id)
            .await?
            .ok_or_else(not_registered)?;
        let latest = store::review::find_latest_step(&transaction, account.id).await?;
        // Compare the step, too: a reviewer may have asked again for other fields, and the state is the same then.
        if latest.is_none_or(|step| step.id != base.step_id) {
            return Err(changed());
        }
        let next = base
            .review
            .apply(ReviewAction::Resubmit)
            .map_err(|_| changed())?;
        if !store::review::set_state(&transaction, account.id, base.review, next).await? {
            return Err(changed());
        }
        let step = Step {
            action: ReviewAction::Resubmit,
            actor: MEMBER,
            from: base.review.status,
            to: next.status,
            reasons: &[],
        };
        store::review::insert_step(&transaction, account.id, step, now_ms).await?;
        store::profile::update(&transaction, account.id, profile).await?;
        let replaced = replace_files(&transaction, account.id, base, profile, now_ms).await?;
        if profile.verify_method == VerifyMethod::WorkEmail
            && base.asked.contains(&Field::VerifyMethod)
        {
            let (user, employer_id) = (&base.line_user_id, &profile.employer_id);
            mailbox::attach(&transaction, account.id, user, employer_id, now_ms).await?;
        }
        let case = NewCase {
            barred: review_case::find_barred(&transaction, account.id).await?,
            before: Some(earlier_values(&base.profile, profile)?),
            ..NewCase::of_profile(account.id, CaseKind::Resubmission, profile, now_ms)
        };
        review_case::insert_all(&transaction, [case]).await?;
        let response = request.row_of(&next.status)?;
        store::account::idempotency::insert_all(&transaction, response).await?;
        transaction.commit().await?;
        self.file_cleanup.delete_unattached_soon(replaced);
        Ok(next.status)
    }
}

impl Resubmissions {
    /// Reads the profile. Returns E003 for a user without an account, and E008 if the reviewer asked
    /// for nothing.
    async fn find_base(&self, line_user_id: &str) -> Result<ResubmissionBase> {
        let reads = &self.database.reads;
        let account = store::account::find(reads, line_user_id).await?;
        let account = account.ok_or_else(not_registered)?;
        if account.review.apply(ReviewAction::Resubmit).is_err() {
            return Err(Error::from(ErrorCode::Forbidden));
        }
        let step = store::review::find_latest_step(reads, account.id).await?;
        let step = step.ok_or_else(|| Error::internal("no review step asked for the fields"))?;
        let profile = store::profile::get_in_its_place(reads, account.id, line_user_id).await?;
        let photos = store::file::photo::list_of(reads, account.id).await?;
        let age_proof = self.age_proofs.rule_for(reads, account.id).await?;
        Ok(ResubmissionBase {
            line_user_id: line_user_id.to_owned(),
            review: account.review,
            step_id: step.id,
            asked: with_age_proof(asked_after(&step), &profile, age_proof),
            age_proof,
            profile: UserProfileCreate {
                photo_name_list: photos.into_iter().map(|photo| photo.file_id).collect(),
                ..profile
            },
        })
    }
}

/// Replaces the photos and the documents where the profile names other files, and returns the names of the files that
/// it no longer has.
async fn replace_files(
    transaction: &Transaction,
    account_id: AccountId,
    base: &ResubmissionBase,
    profile: &UserProfileCreate,
    now_ms: Millis,
) -> Result<Vec<String>> {
    let user = &base.line_user_id;
    let mut replaced = Vec::new();
    let photos = &profile.photo_name_list;
    if *photos != base.profile.photo_name_list {
        replaced =
            store::file::photo::replace(transaction, account_id, user, photos, now_ms).await?;
    }
    let document = &profile.verify_temp_file_name;
    if *document != base.profile.verify_temp_file_name {
        let document = Some(document.as_str()).filter(|name| !name.is_empty());
        replaced.extend(
            store::file::document::replace(transaction, account_id, user, document, now_ms).await?,
        );
    }
    let age_proof = &profile.age_proof_file_name;
    if *age_proof != base.profile.age_proof_file_name {
        let names = std::slice::from_ref(age_proof);
        let is_attached = age_proof.is_empty()
            || store::file::upload::attach_all(transaction, user, names, FileUse::Age, now_ms)
                .await?;
        if !is_attached {
            return Err(store::file::upload::gone());
        }
        let old = Some(base.profile.age_proof_file_name.clone());
        replaced.extend(old.filter(|name| !name.is_empty()));
    }
    for name in &replaced {
        store::file::upload::release(transaction, name).await?;
    }
    Ok(replaced)
}

/// Returns the earlier values of the fields that the member has changed, by the names of the fields. The reviewer
/// looks at these fields only.
fn earlier_values(before: &UserProfileCreate, after: &UserProfileCreate) -> Result<Value> {
    let [before, after] = [before, after].map(serde_json::to_value);
    let (Value::Object(mut before), after) = (
        before.map_err(Error::internal)?,
        after.map_err(Error::internal)?,
    ) else {
        return Err(Error::internal("a profile is not an object"));
    };
    let hidden = [Field::Latitude, Field::Longitude].map(Field::as_str);
    before.retain(|name, value| !hidden.contains(&name.as_str()) && after[name] != *value);
    // The JSON of a profile lacks an empty name.
    let age_proof = Field::AgeProofFileName.as_str();
    if before.get(age_proof).is_none() && after.get(age_proof).is_some() {
        before.insert(age_proof.to_owned(), Value::from(""));
    }
    Ok(Value::Object(before))
}

fn changed() -> Error {
    Error::from(ErrorCode::Conflict)
}

#[cfg(test)]
mod tests;
