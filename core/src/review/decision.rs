//! The decision about a case, and the rules that it follows.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    AgeDocument, AgeEvidence, CaseAction, CaseKind, Reason, ReasonError, RemovedPart,
    ReportedPhotos, asked_fields, check_reason, field_of, removed_part,
};
use crate::catalogue::is_employer;
use crate::error::FieldErrorCode;
use crate::field::Field;
use crate::limits::{REVIEW_NOTE, REVIEW_REASONS, UNLISTED_EMPLOYER};
use crate::vocabulary::VerifyMethod;

/// The member of a decision that lists its reasons.
pub const REASONS: &str = "reasons";

/// A decision of a reviewer about a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseDecision {
    /// The decision.
    pub action: CaseAction,
    /// The reasons, which the member reads.
    pub reasons: Vec<Reason>,
    /// The id of the employer that the evidence names, or empty.
    pub employer_id: String,
    /// The name of an employer that is not in the catalogue, or empty.
    pub employer_name: String,
    /// The document on which the reviewer has read the member's birthday, the name of the document and its issuer.
    /// Decisions from before the proof of age have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age_document: Option<AgeDocument>,
}

/// The parts of a case on which the rules of a decision depend.
#[derive(Debug, Clone)]
pub struct DecidedCase<'a> {
    /// The kind of the case.
    pub kind: CaseKind,
    /// The way in which the profile proves its employer.
    pub evidence: VerifyMethod,
    /// The fields that a case of the kind [`CaseKind::Change`] proposes to change. Cases of other kinds ignore them.
    pub proposed: &'a [Field],
    /// The photos that a case of the kind [`CaseKind::Report`] can remove.
    pub photos: ReportedPhotos<'a>,
    /// The state of the proof of age.
    pub age: AgeEvidence,
}

/// A broken rule of a decision: the path within the body, and the code.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{path}: {code}")]
pub struct CaseDecisionError {
    /// `action`, `reasons`, `reasons[0].code`, `employerId`, …
    pub path: String,
    /// The rule.
    pub code: FieldErrorCode,
}

/// The longest accepted path, in bytes. The longest path within a profile, such as `valueItem[12].selected`, is half as
/// long.
const MAX_PATH_BYTES: usize = 64;

impl CaseDecision {
    /// Returns a decision that names no employer.
    pub const fn new(action: CaseAction, reasons: Vec<Reason>) -> Self {
        Self {
            action,
            reasons,
            employer_id: String::new(),
            employer_name: String::new(),
            age_document: None,
        }
    }

    /// Returns the rules that the decision about this case breaks.
    pub fn check(&self, case: &DecidedCase<'_>) -> Vec<CaseDecisionError> {
        let mut errors = Vec::new();
        let mut add = |path: String, code| errors.push(CaseDecisionError { path, code });
        if !case.kind.actions().contains(&self.action) {
            add("action".to_owned(), FieldErrorCode::UnknownValue);
        }
        if self.action.needs_reason() && self.reasons.is_empty() {
            add(REASONS.to_owned(), FieldErrorCode::Required);
        }
        if self.reasons.len() > REVIEW_REASONS {
            add(REASONS.to_owned(), FieldErrorCode::TooMany);
        }
        for (n, reason) in self.reasons.iter().enumerate() {
            if !case.accepts_path(self.action, &reason.path) {
                add(format!("reasons[{n}].path"), FieldErrorCode::UnknownValue);
            }
            match check_reason(&reason.code, &reason.note) {
                Ok(()) => {}
                Err(ReasonError::UnknownCode(_)) => {
                    add(format!("reasons[{n}].code"), FieldErrorCode::UnknownValue);
                }
                Err(ReasonError::NoteMissing(_)) => {
                    add(format!("reasons[{n}].note"), FieldErrorCode::Required);
                }
            }
            if reason.note.chars().count() > REVIEW_NOTE {
                add(format!("reasons[{n}].note"), FieldErrorCode::Length);
            }
        }
        if self.action == CaseAction::RemoveContent
            && case.photos.would_be_gone(&self.removed_parts())
        {
            add(REASONS.to_owned(), FieldErrorCode::TooMany);
        }
        if let Some((path, code)) = self.check_employer(case) {
            add(path.to_owned(), code);
        }
        if let Some(code) = self.check_age(case.kind, case.age) {
            add("ageDocument".to_owned(), code);
        }
        errors
    }

    /// Returns the parts of the profile that the reasons of a [`CaseAction::RemoveContent`] name.
    pub fn removed_parts(&self) -> Vec<RemovedPart> {
        let paths = self.reasons.iter().map(|reason| reason.path.as_str());
        paths.filter_map(removed_part).collect()
    }

    fn check_employer(&self, case: &DecidedCase<'_>) -> Option<(&'static str, FieldErrorCode)> {
        let (id, name) = (self.employer_id.as_str(), self.employer_name.trim());
        if !case.needs_employer() || self.action != CaseAction::Approve {
            // The member has confirmed a mailbox at another employer, or nothing is approved.
            return (!id.is_empty() || !name.is_empty())
                .then_some(("employerId", FieldErrorCode::UnknownValue));
        }
        if !id.is_empty() && !is_employer(id) {
            return Some(("employerId", FieldErrorCode::UnknownValue));
        }
        if name.chars().count() > UNLISTED_EMPLOYER {
            return Some(("employerName", FieldErrorCode::Length));
        }
        (id.is_empty() && name.is_empty()).then_some(("employerId", FieldErrorCode::Required))
    }
}

impl DecidedCase<'_> {
    /// Returns true if an approval names the employer, because only a person can read the evidence.
    pub fn needs_employer(&self) -> bool {
        self.kind.is_about_profile()
            && matches!(self.evidence, VerifyMethod::Document | VerifyMethod::Link)
    }

    /// Returns true if a reason for this decision may name the path.
    pub fn accepts_path(&self, action: CaseAction, path: &str) -> bool {
        // The audit log holds the path, and it must hold no text that a person wrote.
        let is_path = |byte: u8| byte.is_ascii_alphanumeric() || b"[].".contains(&byte);
        if path.len() > MAX_PATH_BYTES || !path.bytes().all(is_path) {
            return false;
        }
        let field = field_of(path);
        if field == Some(Field::AgeProofFileName) && self.age == AgeEvidence::NotAsked {
            return false;
        }
        match self.kind {
            CaseKind::Report if action == CaseAction::RemoveContent => match removed_part(path) {
                Some(RemovedPart::Photo(n)) => n < self.photos.reported.len(),
                Some(RemovedPart::Text(_)) => true,
                None => false,
            },
            // A report may be about something that is in no field.
            CaseKind::Report => path.is_empty() || field.is_some(),
            CaseKind::Change => field.is_some_and(|field| self.proposed.contains(&field)),
            _ if action == CaseAction::AskForInfo => !asked_fields([path]).is_empty(),
            _ => field.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROPOSED: &[Field] = &[Field::AboutMe];

    fn case(kind: CaseKind) -> DecidedCase<'static> {
        DecidedCase {
            kind,
            evidence: VerifyMethod::WorkEmail,
            proposed: PROPOSED,
            photos: ReportedPhotos {
                reported: &[true, false],
                others: 1,
            },
            age: AgeEvidence::NotAsked,
        }
    }

    fn reason(path: &str, code: &str, note: &str) -> Reason {
        let [path, code, note] = [path, code, note].map(str::to_owned);
        Reason { path, code, note }
    }

    fn decision(action: CaseAction, reasons: &[Reason]) -> CaseDecision {
        CaseDecision::new(action, reasons.to_vec())
    }

    fn broken(kind: CaseKind, decision: &CaseDecision) -> Vec<(String, FieldErrorCode)> {
        broken_of(&case(kind), decision)
    }

    fn broken_of(case: &DecidedCase<'_>, decision: &CaseDecision) -> Vec<(String, FieldErrorCode)> {
        let errors = decision.check(case).into_iter();
        errors.map(|error| (error.path, error.code)).collect()
    }

    fn one(path: &str, code: FieldErrorCode) -> Vec<(String, FieldErrorCode)> {
        vec![(path.to_owned(), code)]
    }

    #[test]
    fn each_kind_accepts_its_own_decisions_only() {
        for kind in CaseKind::ALL.iter().copied() {
            for action in CaseAction::ALL.iter().copied() {
                let path = match action {
                    CaseAction::RemoveContent if kind == CaseKind::Report => "dailyLife",
                    _ => "aboutMe",
                };
                let decision = decision(action, &[reason(path, "unclear", "")]);
                let expected = if kind.actions().contains(&action) {
                    Vec::new()
                } else {
                    one("action", FieldErrorCode::UnknownValue)
                };
                assert_eq!(broken(kind, &decision), expected, "{kind} {action}");
            }
        }
    }

    #[test]
    fn a_decision_against_a_member_needs_a_reason() {
        for (kind, action) in [
            (CaseKind::Registration, CaseAction::AskForInfo),
            (CaseKind::Appeal, CaseAction::Reject),
            (CaseKind::Change, CaseAction::Reject),
            (CaseKind::Report, CaseAction::Suspend),
        ] {
            let expected = one("reasons", FieldErrorCode::Required);
            let refused = broken(kind, &decision(action, &[]));
            assert_eq!(refused, expected, "{kind} {action}");
        }
        for (kind, action) in [
            (CaseKind::Resubmission, CaseAction::Approve),
            (CaseKind::Report, CaseAction::NoAction),
        ] {
            assert_eq!(broken(kind, &decision(action, &[])), [], "{kind} {action}");
        }
    }

    #[test]
    fn only_a_reason_about_a_report_may_name_no_field() {
        let of = |kind, action, path: &str| {
            broken(
                kind,
                &decision(action, &[reason(path, "inappropriate", "")]),
            )
        };
        let refused = one("reasons[0].path", FieldErrorCode::UnknownValue);
        let (registration, report) = (CaseKind::Registration, CaseKind::Report);
        for path in ["", "photoNameList[1]"] {
            assert_eq!(of(report, CaseAction::Suspend, path), []);
        }
        for path in [
            "shoeSize",
            "aboutMe[see me]",
            "aboutMe.\u{1b}",
            "aboutMe[<b>]",
        ] {
            assert_eq!(of(report, CaseAction::Suspend, path), refused);
        }
        assert_eq!(of(registration, CaseAction::Reject, ""), refused);
        assert_eq!(of(registration, CaseAction::Reject, "account"), []);
        // A member cannot correct the account, so a reviewer cannot ask for it.
        assert_eq!(of(registration, CaseAction::AskForInfo, "account"), refused);
        assert_eq!(of(CaseKind::Change, CaseAction::Reject, "aboutMe"), []);
        // The member did not propose the school, and would read a refusal of it.
        assert_eq!(of(CaseKind::Change, CaseAction::Reject, "school"), refused);
    }

    #[test]
    fn a_removal_names_photos_of_the_report_and_leaves_one_photo() {
        let of = |reported: &[bool], others, paths: &[&str]| {
            let case = DecidedCase {
                photos: ReportedPhotos { reported, others },
                ..case(CaseKind::Report)
            };
            let reasons = paths.iter().map(|path| reason(path, "inappropriate", ""));
            let reasons = reasons.collect::<Vec<_>>();
            broken_of(&case, &decision(CaseAction::RemoveContent, &reasons))
        };
        let (first, second) = ("photoNameList[0]", "photoNameList[1]");
        assert_eq!(of(&[true, true], 0, &[first, "dailyLife"]), []);
        assert_eq!(of(&[true, true], 1, &[first, second]), []);
        assert_eq!(of(&[true], 1, &[first]), []);
        let last = one("reasons", FieldErrorCode::TooMany);
        assert_eq!(of(&[true, true], 0, &[second, first]), last);
        assert_eq!(of(&[true, false], 0, &[first]), last);
        // The member has removed that photo already.
        assert_eq!(of(&[true, false], 0, &[second]), []);
        let unknown = one("reasons[0].path", FieldErrorCode::UnknownValue);
        for path in [second, "photoNameList", "aboutMe", ""] {
            assert_eq!(of(&[true], 1, &[path]), unknown, "{path}");
        }
        assert_eq!(
            of(&[true], 1, &[]),
            one("reasons", FieldErrorCode::Required)
        );
    }

    #[test]
    fn a_reason_follows_the_rules_of_its_code_and_note() {
        let of = |code: &str, note: &str| {
            let reasons = [reason("aboutMe", code, note)];
            broken(
                CaseKind::Registration,
                &decision(CaseAction::Reject, &reasons),
            )
        };
        let unknown = one("reasons[0].code", FieldErrorCode::UnknownValue);
        assert_eq!(of("too_short", ""), unknown);
        let missing = one("reasons[0].note", FieldErrorCode::Required);
        assert_eq!(of("other", " "), missing);
        assert_eq!(of("other", &"愛".repeat(REVIEW_NOTE)), []);
        let too_long = one("reasons[0].note", FieldErrorCode::Length);
        assert_eq!(of("other", &"愛".repeat(REVIEW_NOTE + 1)), too_long);
        let many = vec![reason("aboutMe", "unclear", ""); REVIEW_REASONS + 1];
        let refused = broken(CaseKind::Registration, &decision(CaseAction::Reject, &many));
        assert_eq!(refused, one("reasons", FieldErrorCode::TooMany));
    }

    #[test]
    fn only_an_approval_by_document_or_link_names_the_employer() {
        let of = |evidence, action, id: &str, name: &str| {
            let case = DecidedCase {
                evidence,
                ..case(CaseKind::Registration)
            };
            let decision = CaseDecision {
                employer_id: id.to_owned(),
                employer_name: name.to_owned(),
                ..decision(action, &[reason("verifyMethod", "outdated", "")])
            };
            broken_of(&case, &decision)
        };
        let unknown = one("employerId", FieldErrorCode::UnknownValue);
        let approve = CaseAction::Approve;
        for evidence in [VerifyMethod::Document, VerifyMethod::Link] {
            let required = one("employerId", FieldErrorCode::Required);
            assert_eq!(of(evidence, approve, "", ""), required);
            assert_eq!(of(evidence, approve, "", " "), required);
            assert_eq!(of(evidence, approve, "google", ""), []);
            assert_eq!(of(evidence, approve, "", "A bakery"), []);
            assert_eq!(of(evidence, approve, "no-such", ""), unknown);
            assert_eq!(of(evidence, CaseAction::Reject, "", ""), []);
            assert_eq!(of(evidence, CaseAction::Reject, "google", ""), unknown);
        }
        let too_long = "a".repeat(UNLISTED_EMPLOYER + 1);
        assert_eq!(
            of(VerifyMethod::Link, approve, "", &too_long),
            one("employerName", FieldErrorCode::Length)
        );
        // The mailbox is at the employer of the profile, and no decision replaces it.
        assert_eq!(of(VerifyMethod::WorkEmail, approve, "", ""), []);
        assert_eq!(of(VerifyMethod::WorkEmail, approve, "google", ""), unknown);
        assert_eq!(
            of(VerifyMethod::WorkEmail, approve, "", "A bakery"),
            unknown
        );
    }
}
