//! The bodies with which a reviewer renews, uses and ends the claim of a case.

use lenient_json::{Json, Lines, integer, text};

use super::SkipReason;
use crate::JsonDocument;
use crate::body::{BodyError, read_word};
use crate::error::{FieldErrorCode, Violation};

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

/// A broken rule of such a body.
pub type ClaimError = BodyError<ClaimField>;

/// The end of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReleaseBody {
    /// The number of the claim.
    pub fence: i32,
    /// The reason for which the reviewer skips the case. `None` if they leave it for another cause.
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
    /// Reads the body, or returns the first broken rule. A case need not have the file.
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

fn read_fence(body: &Json<'_>) -> Result<i32, ClaimError> {
    let refused = |violation| BodyError::new(ClaimField::Fence, violation);
    let fence = body.get(ClaimField::Fence.as_str()).map(integer);
    let fence = fence.transpose().map_err(|error| refused(error.into()))?;
    let missing = || refused(Violation::new(FieldErrorCode::Required));
    fence.flatten().ok_or_else(missing)
}

#[cfg(test)]
mod tests {
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
}
