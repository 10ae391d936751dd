//! The file `tests/vectors/age-proof.json`: profiles and resubmissions where a deployment asks for a proof of age.

use serde::Deserialize;
use serde_json::{Map, Value};

/// A profile of 21 November 2026, whose named uploads exist, and the expected result.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct AgeProofCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// `None` if the deployment asks for no proof of age. Otherwise the birthday that a reviewer has checked, or empty.
    pub checked: Option<String>,
    /// Members of the [base](crate::base) to set: the profile, or the stored profile of a resubmission.
    #[serde(default)]
    pub patch: Map<String, Value>,
    /// True if a decision has deleted the document of the stored profile.
    #[serde(default)]
    pub is_deleted: bool,
    /// The paths that a reviewer asks about; the case is a resubmission if there are any.
    #[serde(default)]
    pub asked: Vec<String>,
    /// The fields that the member sends again.
    #[serde(default)]
    pub sent: Map<String, Value>,
    /// The fields that the member may send again, in the order of the payload.
    #[serde(default)]
    pub fields: Vec<String>,
    /// The name of the document in the payload. `None` if the payload has none.
    pub document: Option<String>,
    /// Field and code of each broken rule.
    #[serde(default)]
    pub errors: Vec<[String; 2]>,
    /// True if the server refuses one of the sent fields (E008).
    #[serde(default)]
    pub is_forbidden: bool,
}

/// Returns the cases.
///
/// # Panics
/// Panics if the file is invalid.
pub fn age_proof_cases() -> Vec<AgeProofCase> {
    serde_json::from_str(include_str!("../../vectors/age-proof.json"))
        .unwrap_or_else(|error| panic!("age-proof.json: {error}"))
}
