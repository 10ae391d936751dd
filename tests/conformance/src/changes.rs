//! The file `tests/vectors/changes.json`: changes that the member of an approved profile proposes.

use serde::Deserialize;
use serde_json::{Map, Value};

/// Fields that the member of the [base](crate::base) sends on 21 November 2026, and the expected result.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ChangesCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// The fields.
    pub sent: Map<String, Value>,
    /// The names of the fields that a reviewer checks, in the order of the payload.
    #[serde(default)]
    pub changed: Vec<String>,
    /// Field and code of each broken rule.
    #[serde(default)]
    pub errors: Vec<[String; 2]>,
    /// True if the member cannot change one of the fields in this way.
    #[serde(default)]
    pub is_forbidden: bool,
}

impl ChangesCase {
    /// Returns true if the member sends the name of a file.
    #[must_use]
    pub fn names_a_file(&self) -> bool {
        ["photoNameList", "verifyTempFileName"]
            .iter()
            .any(|field| self.sent.contains_key(*field))
    }
}

/// Returns the cases.
///
/// # Panics
/// Panics if the file is invalid.
pub fn changes_cases() -> Vec<ChangesCase> {
    serde_json::from_str(include_str!("../../vectors/changes.json"))
        .unwrap_or_else(|error| panic!("changes.json: {error}"))
}
