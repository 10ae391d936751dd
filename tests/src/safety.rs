//! The file `tests/vectors/server/safety.json`: the bodies of blocks and reports.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::answer::long;

/// A body as it was sent, and the expected result.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SafetyCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// The call.
    pub kind: SafetyKind,
    sent: Map<String, Value>,
    /// The id that is read, and the category and the note of a report, unless a rule is broken.
    read: Option<Vec<String>>,
    /// Field and code of each broken rule.
    #[serde(default)]
    pub errors: Vec<[String; 2]>,
}

/// A call about the safety of members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SafetyKind {
    /// A block.
    Block,
    /// A report.
    Report,
}

/// Returns the cases.
///
/// # Panics
/// Panics if the file is invalid.
pub fn safety_cases() -> Vec<SafetyCase> {
    serde_json::from_str(include_str!("../vectors/server/safety.json"))
        .unwrap_or_else(|error| panic!("safety.json: {error}"))
}

impl SafetyCase {
    /// Returns the document. `LONG 500` stands for a text of 500 characters.
    pub fn document(&self) -> Map<String, Value> {
        let mut document = self.sent.clone();
        for value in document.values_mut() {
            if let Some(text) = value.as_str() {
                *value = long(text).into();
            }
        }
        document
    }

    /// Returns the parts that are read.
    pub fn read(&self) -> Option<Vec<String>> {
        let read = self.read.as_ref();
        read.map(|parts| parts.iter().map(|text| long(text)).collect())
    }
}
