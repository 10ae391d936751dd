//! The file `tests/vectors/server/privacy.json`: a member's choices about being introduced and being seen.

use serde::Deserialize;
use serde_json::{Map, Value};

/// Choices as they were sent on 21 November 2026, and the expected result.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivacyCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// Members to set in a document with all choices. The text `ABSENT` removes a member.
    pub sent: Map<String, Value>,
    /// Field and code of each broken rule.
    #[serde(default)]
    pub errors: Vec<[String; 2]>,
}

/// Returns the cases.
///
/// # Panics
/// Panics if the file is invalid.
pub fn privacy_cases() -> Vec<PrivacyCase> {
    serde_json::from_str(include_str!("../vectors/server/privacy.json"))
        .unwrap_or_else(|error| panic!("privacy.json: {error}"))
}

impl PrivacyCase {
    /// Returns the document.
    pub fn document(&self) -> Map<String, Value> {
        let mut document = Map::new();
        document.insert("pausedUntil".to_owned(), Value::Null);
        for flag in ["hideFromColleagues", "showEmployer", "readReceipts"] {
            document.insert(flag.to_owned(), Value::Bool(false));
        }
        document.extend(self.sent.clone());
        document.retain(|_, value| value != "ABSENT");
        document
    }
}
