//! The bodies with which the holder of a claim renews it, opens files, decides, and gives the case back.

use std::borrow::Cow;

use lenient_json::{Json, Lines, integer, text};

use super::decision::{CaseDecision, CaseDecisionError};
use super::{Reason, SkipReason};
use crate::JsonDocument;
use crate::body::{BodyError, read_word};
use crate::error::{FieldErrorCode, Violation};
use crate::limits::REVIEW_REASONS;

words! {
    /// The fields of these bodies, in the order of their errors.
    ClaimField {
        /// The number of the claim.
        Fence = "fence",
        /// The reason for which the reviewer skips the case.
        Reason = "reason",
        /// The file that the reviewer opens.
        File = "file",
    }
}

/// A broken rule of a body that the holder of a claim sends.
pub type ClaimError = BodyError<ClaimField>;

/// The end of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReleaseBody {
    /// The number of the claim.
    pub fence: i32,
    /// The reason for which the reviewer skips the case. `None` if the reviewer leaves the case for another cause.
    pub reason: Option<SkipReason>,
}

/// The opening of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceBody {
    /// The number of the claim.
    pub fence: i32,
    /// The id of the file within the case, such as `photoNameList[0]`.
    pub file: String,
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

/// Reads the number of a claim.
pub fn parse_claim(document: JsonDocument<'_>) -> Result<i32, ClaimError> {
    read_fence(&document.into_json())
}

impl ReleaseBody {
    /// Reads the body, or returns the first broken rule.
    pub fn parse(document: JsonDocument<'_>) -> Result<Self, ClaimError> {
        let body = document.into_json();
        let fence = read_fence(&body)?;
        let reason = match body.get(ClaimField::Reason.as_str()) {
            None | Some(Json::Null) => None,
            reason => {
                let read = read_word(reason);
                Some(read.map_err(|violation| BodyError::new(ClaimField::Reason, violation))?)
            }
        };
        Ok(Self { fence, reason })
    }
}

impl EvidenceBody {
    /// Reads the body, or returns the first broken rule. Does not check that the case has the file.
    pub fn parse(document: JsonDocument<'_>) -> Result<Self, ClaimError> {
        let body = document.into_json();
        let fence = read_fence(&body)?;
        let file = body.get(ClaimField::File.as_str());
        let file = file.map(|file| text(file, Lines::One)).transpose();
        let refused = |violation| BodyError::new(ClaimField::File, violation);
        let file = file.map_err(|error| refused(error.into()))?.flatten();
        let missing = || refused(Violation::new(FieldErrorCode::Required));
        Ok(Self {
            fence,
            file: file.ok_or_else(missing)?.into_owned(),
        })
    }
}

impl CaseDecisionBody {
    /// Reads a body, or returns an error for each value of a wrong type. [`CaseDecision::check`] has the other rules,
    /// which depend on the case.
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
        let age_document = match body.get("ageDocument") {
            None | Some(Json::Null) => None,
            document => or_error(&mut errors, "ageDocument", read_word(document)),
        };
        match (fence, version, action) {
            (Some(fence), Some(version), Some(action)) if errors.is_empty() => Ok(Self {
                fence,
                version,
                decision: CaseDecision {
                    action,
                    reasons,
                    employer_id,
                    employer_name,
                    age_document,
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
    Ok(text.map(Cow::into_owned).unwrap_or_default())
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
    // The rules refuse a longer list, so the rest of it need not be read.
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

fn read_fence(body: &Json<'_>) -> Result<i32, ClaimError> {
    let refused = |violation| BodyError::new(ClaimField::Fence, violation);
    let fence = body.get(ClaimField::Fence.as_str()).map(integer);
    let fence = fence.transpose().map_err(|error| refused(error.into()))?;
    let missing = || refused(Violation::new(FieldErrorCode::Required));
    fence.flatten().ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::super::CaseAction;
    use super::*;

    fn document(body: &str) -> JsonDocument<'_> {
        JsonDocument::parse(body.as_bytes()).unwrap()
    }

    fn broken<T>(read: Result<T, ClaimError>) -> Option<(ClaimField, FieldErrorCode)> {
        read.err().map(|error| (error.field, error.code))
    }

    #[test]
    fn every_body_has_the_number_of_the_claim() {
        assert_eq!(parse_claim(document(r#"{"fence": 3}"#)), Ok(3));
        let missing = Some((ClaimField::Fence, FieldErrorCode::Required));
        for body in ["{}", r#"{"fence": null}"#] {
            assert_eq!(broken(parse_claim(document(body))), missing);
            assert_eq!(broken(ReleaseBody::parse(document(body))), missing);
            assert_eq!(broken(EvidenceBody::parse(document(body))), missing);
        }
        let wrong = parse_claim(document(r#"{"fence": [1]}"#));
        let wrong_type = FieldErrorCode::WrongType;
        assert_eq!(broken(wrong), Some((ClaimField::Fence, wrong_type)));
    }

    #[test]
    fn a_reviewer_skips_a_case_for_a_reason_of_the_list() {
        let of = |body| ReleaseBody::parse(document(body)).map(|body| body.reason);
        let skipped = of(r#"{"fence": 1, "reason": "LANGUAGE"}"#);
        assert_eq!(skipped, Ok(Some(SkipReason::Language)));
        assert_eq!(of(r#"{"fence": 1, "reason": null}"#), Ok(None));
        let unknown = of(r#"{"fence": 1, "reason": "BORED"}"#);
        let code = FieldErrorCode::UnknownValue;
        assert_eq!(broken(unknown), Some((ClaimField::Reason, code)));
    }

    #[test]
    fn a_reviewer_names_the_file_to_open() {
        let of = |body| EvidenceBody::parse(document(body)).map(|body| body.file);
        let named = of(r#"{"fence": 1, "file": "photoNameList[0]"}"#);
        assert_eq!(named.unwrap(), "photoNameList[0]");
        for (body, code) in [
            (r#"{"fence": 1}"#, FieldErrorCode::Required),
            (r#"{"fence": 1, "file": " "}"#, FieldErrorCode::Required),
            (r#"{"fence": 1, "file": {}}"#, FieldErrorCode::WrongType),
        ] {
            assert_eq!(broken(of(body)), Some((ClaimField::File, code)), "{body}");
        }
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
        let expected = CaseDecision::new(
            CaseAction::Reject,
            vec![Reason {
                path: "aboutMe".to_owned(),
                code: "other".to_owned(),
                note: "One.\nTwo.".to_owned(),
            }],
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
        let expected = ("reasons".to_owned(), FieldErrorCode::WrongType);
        assert_eq!(not_a_list.unwrap_err(), [expected]);
    }
}
