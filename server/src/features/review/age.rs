//! The proof of age of a case, for its reviewer.

use chrono::NaiveDate;
use enmusubi_core::review::{
    AGE_FIELDS, AgeDocument, AgeEvidence, CaseAction, CaseDecision, CaseKind,
};
use enmusubi_core::{AgeProof, Field, Params, UserProfileCreate};
use serde::Serialize;
use utoipa::ToSchema;

use super::material::ComparedProfiles;
use super::{ReviewError, Reviews};
use crate::clock::Millis;
use crate::error::{BrokenRule, Result};
use crate::features::age_proof::{AgeProofs, evidence_of};
use crate::store::profile::age_check::{self, AgeCheck};
use crate::store::profile::profile_change::StoredChange;
use crate::store::review::review_case::StoredCase;
use crate::store::{self, AccountId, CanRead, Transaction};

/// The proof of age of a case.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgeFact {
    pub(super) evidence: AgeEvidence,
    /// The decisions that can record a check. A request and a rejection can only if no reason is about the age.
    recording_actions: Vec<CaseAction>,
    /// The birthday that an approval would accept.
    #[schema(value_type = String, format = Date)]
    pub(super) birthday: NaiveDate,
    /// The latest check of the member's age, which may be of another birthday.
    #[schema(required)]
    pub(super) check: Option<AgeCheckFact>,
}

/// A check of an age.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgeCheckFact {
    /// The birthday that a reviewer has read on the document. The check holds for no other.
    #[schema(value_type = String, format = Date)]
    pub(super) birthday: NaiveDate,
    pub(super) document: AgeDocument,
    /// RFC 3339, in UTC.
    #[schema(value_type = String, format = DateTime)]
    pub(super) checked_at: Millis,
}

impl AgeCheckFact {
    pub(crate) fn new(check: AgeCheck) -> Self {
        Self {
            birthday: check.birthday,
            document: check.document,
            checked_at: check.checked_at_ms,
        }
    }
}

impl Reviews {
    /// Returns the proof of age of a case for its reviewer. Returns `None` if no decision about the case is about the age.
    pub(super) async fn find_age(
        &self,
        case: &StoredCase,
        compared: &ComparedProfiles,
        evidence: AgeEvidence,
    ) -> Result<Option<AgeFact>> {
        if evidence == AgeEvidence::NotAsked {
            return Ok(None);
        }
        let check = age_check::find(&self.database.reads, case.account_id).await?;
        Ok(Some(AgeFact {
            evidence,
            recording_actions: evidence.recording_actions(case.kind).to_vec(),
            birthday: compared.now.birthday,
            check: check.map(AgeCheckFact::new),
        }))
    }

    /// Reads the case, and returns the state of its proof of age.
    pub(super) async fn find_age_evidence(&self, case: &StoredCase) -> Result<AgeEvidence> {
        if !can_be_about_age(case) {
            return Ok(AgeEvidence::NotAsked);
        }
        let material = self.find_material(case).await?;
        self.age_evidence_of(case, &material.profiles(case)?).await
    }

    /// Returns the state of the proof of age of a case with these profiles.
    pub(super) async fn age_evidence_of(
        &self,
        case: &StoredCase,
        compared: &ComparedProfiles,
    ) -> Result<AgeEvidence> {
        let mut changed = compared.changed.iter();
        let is_changed = changed.any(|field| AGE_FIELDS.contains(field));
        if !can_be_about_age(case) || case.kind == CaseKind::Change && !is_changed {
            return Ok(AgeEvidence::NotAsked);
        }
        let (reads, now) = (&self.database.reads, &compared.now);
        let rule = self.age_rule_for(reads, case.account_id, now).await?;
        Ok(evidence_of(now, rule))
    }

    /// Checks what a decision about a profile says of the age, stores its check or deletes an earlier one, and removes the
    /// document. Returns the names of the files to delete after the commit.
    pub(super) async fn settle_age(
        &self,
        transaction: &Transaction,
        account_id: AccountId,
        line_user_id: &str,
        decision: &CaseDecision,
        now_ms: Millis,
    ) -> Result<Vec<String>, ReviewError> {
        let profile =
            store::profile::get_in_its_place(transaction, account_id, line_user_id).await?;
        let rule = self.age_rule_for(transaction, account_id, &profile).await?;
        // All kinds of cases except a change have the same rule.
        check_age(decision, CaseKind::Registration, &profile, rule)?;
        if let Some(document) = decision.age_document {
            let check = AgeCheck {
                birthday: profile.birthday,
                document,
                checked_at_ms: now_ms,
            };
            age_check::put(transaction, account_id, check).await?;
        } else if decision.action != CaseAction::Approve && decision.is_about_age() {
            age_check::delete(transaction, account_id).await?;
        }
        let name = profile.age_proof_file_name;
        if name.is_empty() {
            return Ok(Vec::new());
        }
        store::profile::remove_age_proof(transaction, account_id).await?;
        store::file::upload::release(transaction, &name).await?;
        Ok(vec![name])
    }

    /// Checks what a decision about a change says of the age. `changed` is the profile with the proposed values.
    pub(super) async fn check_age_of_change(
        &self,
        transaction: &Transaction,
        change: &StoredChange,
        changed: &UserProfileCreate,
        decision: &CaseDecision,
    ) -> Result<(), ReviewError> {
        let is_proposed = |field: &Field| change.proposed.contains_key(field.as_str());
        let rule = if AGE_FIELDS.iter().any(is_proposed) {
            self.age_rule_for(transaction, change.account_id, changed)
                .await?
        } else {
            AgeProof::Off
        };
        check_age(decision, CaseKind::Change, changed, rule)
    }

    /// Returns the rule for a profile. A document that waits needs a check even if the operator has turned the setting
    /// off meanwhile, or a command runs without the settings of the server.
    async fn age_rule_for(
        &self,
        connection: &impl CanRead,
        account_id: AccountId,
        profile: &UserProfileCreate,
    ) -> Result<AgeProof> {
        let is_waiting = !profile.age_proof_file_name.is_empty();
        let proofs = AgeProofs {
            is_required: self.age_proofs.is_required || is_waiting,
        };
        proofs.rule_for(connection, account_id).await
    }
}

/// Returns false for reports and second looks. Before a second look begins, the first decision has deleted the document.
fn can_be_about_age(case: &StoredCase) -> bool {
    case.kind != CaseKind::Report && case.second_look_of.is_none()
}

/// Refuses an approval that lacks the check of the age, and a check that the case does not need.
fn check_age(
    decision: &CaseDecision,
    kind: CaseKind,
    profile: &UserProfileCreate,
    rule: AgeProof,
) -> Result<(), ReviewError> {
    match decision.check_age(kind, evidence_of(profile, rule)) {
        None => Ok(()),
        Some(code) => Err(ReviewError::Broken(vec![BrokenRule {
            path: "ageDocument".to_owned(),
            code,
            params: Params::NONE,
        }])),
    }
}
