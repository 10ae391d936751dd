//! The check of a member's age: the documents that count, and the decisions that record a check.

use super::{CaseAction, CaseDecision, CaseKind, field_of};
use crate::error::FieldErrorCode;
use crate::field::Field;

/// The fields that are about the age.
pub const AGE_FIELDS: [Field; 2] = [Field::Birthday, Field::AgeProofFileName];

words! {
    /// The documents by which a reviewer checks an age. Each shows the birthday, its own name and its issuer.
    AgeDocument {
        /// A driving licence.
        DrivingLicence = "DRIVING_LICENCE",
        /// A health insurance card.
        InsuranceCard = "INSURANCE_CARD",
        /// A passport.
        Passport = "PASSPORT",
        /// A residence card of a foreign resident.
        ResidentCard = "RESIDENT_CARD",
        /// A national identity card.
        IdentityCard = "IDENTITY_CARD",
        /// A student card.
        StudentCard = "STUDENT_CARD",
        /// Another document that shows the birthday, its own name and its issuer.
        Other = "OTHER",
    }
}

words! {
    /// The states of the proof of age in a case.
    AgeEvidence {
        /// The server asks for no document, or the case is about something else.
        NotAsked = "NOT_ASKED",
        /// A reviewer has checked this birthday before.
        Checked = "CHECKED",
        /// No reviewer has checked this birthday, and there is no document.
        Missing = "MISSING",
        /// A document waits to be seen.
        Waiting = "WAITING",
    }
}

impl AgeEvidence {
    /// Returns the decisions about a case of this kind that can record a check of the age.
    ///
    /// A request and a rejection can record a check, so that the member need not send another document. The refusal of
    /// a change cannot, because the profile keeps its birthday.
    pub const fn recording_actions(self, kind: CaseKind) -> &'static [CaseAction] {
        match (self, kind) {
            (Self::Waiting, CaseKind::Change) => &[CaseAction::Approve],
            (Self::Waiting, _) => &[
                CaseAction::Approve,
                CaseAction::AskForInfo,
                CaseAction::Reject,
            ],
            _ => &[],
        }
    }
}

impl CaseDecision {
    /// Returns true if a reason is about the age.
    pub fn is_about_age(&self) -> bool {
        let mut fields = self.reasons.iter().filter_map(|it| field_of(&it.path));
        fields.any(|field| AGE_FIELDS.contains(&field))
    }

    /// Returns the code of the rule about the age that the decision breaks, if it breaks one: an approval needs a check,
    /// and another decision can record one unless a reason is about the age.
    pub fn check_age(&self, kind: CaseKind, evidence: AgeEvidence) -> Option<FieldErrorCode> {
        let is_approval = self.action == CaseAction::Approve;
        match (self.age_document, evidence) {
            (_, AgeEvidence::Missing) if is_approval => Some(FieldErrorCode::UploadMissing),
            (None, AgeEvidence::Waiting) if is_approval => Some(FieldErrorCode::Required),
            (None, _) => None,
            (Some(_), _) => {
                let can_record = evidence.recording_actions(kind).contains(&self.action);
                let is_refused = !can_record || !is_approval && self.is_about_age();
                is_refused.then_some(FieldErrorCode::UnknownValue)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::Reason;

    const LICENCE: Option<AgeDocument> = Some(AgeDocument::DrivingLicence);

    fn about(path: &str) -> Vec<Reason> {
        let [path, code, note] = [path, "unclear", ""].map(str::to_owned);
        vec![Reason { path, code, note }]
    }

    fn check_age(
        kind: CaseKind,
        action: CaseAction,
        reasons: &[Reason],
        age_document: Option<AgeDocument>,
        evidence: AgeEvidence,
    ) -> Option<FieldErrorCode> {
        let decision = CaseDecision {
            age_document,
            ..CaseDecision::new(action, reasons.to_vec())
        };
        decision.check_age(kind, evidence)
    }

    #[test]
    fn an_approval_needs_a_check_of_the_birthday() {
        let (kind, action) = (CaseKind::Registration, CaseAction::Approve);
        let approve = |document, evidence| check_age(kind, action, &[], document, evidence);
        let unknown = Some(FieldErrorCode::UnknownValue);
        for (evidence, without, with) in [
            (AgeEvidence::NotAsked, None, unknown),
            (AgeEvidence::Checked, None, unknown),
            (
                AgeEvidence::Missing,
                Some(FieldErrorCode::UploadMissing),
                Some(FieldErrorCode::UploadMissing),
            ),
            (AgeEvidence::Waiting, Some(FieldErrorCode::Required), None),
        ] {
            assert_eq!(approve(None, evidence), without, "{evidence:?}");
            assert_eq!(approve(LICENCE, evidence), with, "{evidence:?}");
        }
    }

    #[test]
    fn the_refusal_of_a_change_records_no_check() {
        let check = |action, document| {
            check_age(
                CaseKind::Change,
                action,
                &about("height"),
                document,
                AgeEvidence::Waiting,
            )
        };
        assert_eq!(check(CaseAction::Approve, LICENCE), None);
        assert_eq!(check(CaseAction::Reject, None), None);
        let refused = check(CaseAction::Reject, LICENCE);
        assert_eq!(refused, Some(FieldErrorCode::UnknownValue));
    }

    #[test]
    fn another_decision_records_a_check_unless_it_is_about_the_age() {
        let unknown = Some(FieldErrorCode::UnknownValue);
        for action in [CaseAction::AskForInfo, CaseAction::Reject] {
            let of = |reasons: &[Reason], document, evidence| {
                check_age(CaseKind::Resubmission, action, reasons, document, evidence)
            };
            for evidence in [AgeEvidence::Missing, AgeEvidence::Waiting] {
                assert_eq!(of(&about("name"), None, evidence), None);
            }
            assert_eq!(of(&about("name"), LICENCE, AgeEvidence::Waiting), None);
            assert_eq!(of(&about("name"), LICENCE, AgeEvidence::Missing), unknown);
            for path in ["birthday", "ageProofFileName"] {
                assert_eq!(of(&about(path), LICENCE, AgeEvidence::Waiting), unknown);
            }
        }
        let warned = check_age(
            CaseKind::Report,
            CaseAction::Warn,
            &[],
            LICENCE,
            AgeEvidence::Waiting,
        );
        assert_eq!(warned, unknown);
    }
}
