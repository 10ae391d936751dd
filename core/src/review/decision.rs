//! The decision about a case: its body, and the rules that it follows.

use lenient_json::{Json, Lines, integer, text};
use serde::{Deserialize, Serialize};

use super::{CaseAction, CaseKind, Reason, ReasonError, asked_fields, check_reason, field_of};
use crate::JsonDocument;
use crate::body::read_word;
use crate::catalogue::is_employer;
use crate::error::{FieldErrorCode, Violation};
use crate::field::Field;
use crate::limits::{REVIEW_NOTE, REVIEW_REASONS, UNLISTED_EMPLOYER};
use crate::vocabulary::VerifyMethod;

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
}

/// The parts of a case on which the rules of a decision depend.
#[derive(Debug, Clone)]
pub struct DecidedCase<'a> {
    /// The kind of the case.
    pub kind: CaseKind,
    /// The way in which the profile proves its employer.
    pub evidence: VerifyMethod,
    /// The fields that a case of the kind [`CaseKind::Change`] proposes to change. Others ignore it.
    pub proposed: &'a [Field],
}

/// A broken rule of a decision: the path within the body, and the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseDecisionError {
    /// `action`, `reasons`, `reasons[0].code`, `employerId`, …
    pub path: String,
    /// The rule.
    pub code: FieldErrorCode,
}

/// A decision as the console sends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseDecisionBody {
    /// The number of the claim under which the reviewer decides.
    pub fence: i32,
    /// The version of the case that the reviewer has read.
    pub version: i32,
    /// The decision.
    pub decision: CaseDecision,
}

/// The member of a body that has the reasons.
pub(crate) const REASONS: &str = "reasons";

/// The longest path within a profile, such as `valueItem[12].selected`, is half as long.
const MAX_PATH_BYTES: usize = 64;

impl CaseDecisionBody {
    /// Reads a body, or returns every value that has another type than it needs. [`CaseDecision::check`] has the other
    /// rules, which depend on the case.
    pub fn parse(document: JsonDocument<'_>) -> Result<Self, Vec<CaseDecisionError>> {
        let body = document.into_json();
        let mut errors = Vec::new();
        let fence = or_error(&mut errors, "fence", read_number(body.get("fence")));
        let version = or_error(&mut errors, "version", read_number(body.get("version")));
        let action = read_word(body.get("action"));
        let action = or_error(&mut errors, "action", action);
        let reasons = read_reasons(body.get(REASONS), &mut errors);
        let mut read = |name: &str| {
            let read = read_text(body.get(name), Lines::One);
            or_error(&mut errors, name, read).unwrap_or_default()
        };
        let (employer_id, employer_name) = (read("employerId"), read("employerName"));
        match (fence, version, action) {
            (Some(fence), Some(version), Some(action)) if errors.is_empty() => Ok(Self {
                fence,
                version,
                decision: CaseDecision {
                    action,
                    reasons,
                    employer_id,
                    employer_name,
                },
            }),
            _ => Err(errors),
        }
    }
}

fn or_error<T>(
    errors: &mut Vec<CaseDecisionError>,
    path: &str,
    read: Result<T, Violation>,
) -> Option<T> {
    let refused = |violation: Violation| CaseDecisionError {
        path: path.to_owned(),
        code: violation.code,
    };
    read.map_err(|violation| errors.push(refused(violation)))
        .ok()
}

fn read_number(value: Option<&Json<'_>>) -> Result<i32, Violation> {
    let number = value.map(integer).transpose()?.flatten();
    number.ok_or(Violation::new(FieldErrorCode::Required))
}

fn read_text(value: Option<&Json<'_>>, lines: Lines) -> Result<String, Violation> {
    let text = value.map(|value| text(value, lines)).transpose()?.flatten();
    Ok(text.map(|text| text.into_owned()).unwrap_or_default())
}

fn read_reasons(value: Option<&Json<'_>>, errors: &mut Vec<CaseDecisionError>) -> Vec<Reason> {
    let list = match value {
        None | Some(Json::Null) => &[],
        Some(Json::List(list)) => list.as_slice(),
        Some(_) => {
            let wrong = Violation::new(FieldErrorCode::WrongType);
            or_error::<()>(errors, "reasons", Err(wrong));
            &[]
        }
    };
    // The rules refuse a longer list, so that the rest of it need not be read.
    let list = list.iter().take(REVIEW_REASONS + 1).enumerate();
    let reasons = list.map(|(n, reason)| {
        let mut read = |name: &str, lines| {
            let read = read_text(reason.get(name), lines);
            or_error(errors, &format!("reasons[{n}].{name}"), read).unwrap_or_default()
        };
        Reason {
            path: read("path", Lines::One),
            code: read("code", Lines::One),
            note: read("note", Lines::Many),
        }
    });
    reasons.collect()
}

impl CaseDecision {
    /// Returns a decision that names no employer.
    pub const fn new(action: CaseAction, reasons: Vec<Reason>) -> Self {
        Self {
            action,
            reasons,
            employer_id: String::new(),
            employer_name: String::new(),
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
            add("reasons".to_owned(), FieldErrorCode::Required);
        }
        if self.reasons.len() > REVIEW_REASONS {
            add("reasons".to_owned(), FieldErrorCode::TooMany);
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
        if let Some((path, code)) = self.check_employer(case) {
            add(path.to_owned(), code);
        }
        errors
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
        match self.kind {
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
                let decision = decision(action, &[reason("aboutMe", "unclear", "")]);
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
        // The member did not propose that, and would read a refusal of it.
        assert_eq!(of(CaseKind::Change, CaseAction::Reject, "school"), refused);
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

    #[test]
    fn a_body_has_a_claim_a_version_and_a_decision() {
        let parse = |body: &str| {
            let document = JsonDocument::parse(body.as_bytes()).unwrap();
            CaseDecisionBody::parse(document).map_err(|errors| {
                let errors = errors.into_iter();
                errors
                    .map(|error| (error.path, error.code))
                    .collect::<Vec<_>>()
            })
        };
        let body = parse(
            r#"{"fence": 3, "version": 1, "action": "REJECT", "employerId": null,
                "reasons": [{"path": "aboutMe", "code": "other", "note": "One.\nTwo."}]}"#,
        );
        let expected = decision(
            CaseAction::Reject,
            &[reason("aboutMe", "other", "One.\nTwo.")],
        );
        let body = body.unwrap();
        assert_eq!((body.fence, body.version), (3, 1));
        assert_eq!(body.decision, expected);
        let missing =
            ["fence", "version", "action"].map(|path| (path.to_owned(), FieldErrorCode::Required));
        assert_eq!(parse("{}").unwrap_err(), missing);
        let wrong = parse(
            r#"{"fence": [], "version": {}, "action": "DELETE", "employerName": ["x"],
                "reasons": [{"path": 1}, 7, {"note": []}]}"#,
        );
        let paths: Vec<String> = wrong.unwrap_err().into_iter().map(|it| it.0).collect();
        for path in [
            "fence",
            "version",
            "action",
            "employerName",
            "reasons[2].note",
        ] {
            assert!(paths.iter().any(|it| it == path), "{path} in {paths:?}");
        }
        let not_a_list =
            parse(r#"{"fence": 1, "version": 1, "action": "APPROVE", "reasons": "x"}"#);
        let expected = one("reasons", FieldErrorCode::WrongType);
        assert_eq!(not_a_list.unwrap_err(), expected);
    }
}
