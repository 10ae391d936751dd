//! The file `tests/vectors/server/answer.json`: a member's answer to an introduction.

use serde::Deserialize;
use serde_json::{Map, Value};

/// An answer as it was sent, and the expected result.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerCase {
    /// A sentence that says what the case shows.
    pub name: String,
    sent: Map<String, Value>,
    /// The answer and the note that are read, unless a rule is broken.
    read: Option<[String; 2]>,
    /// Field and code of each broken rule.
    #[serde(default)]
    pub errors: Vec<[String; 2]>,
}

/// Returns the cases.
///
/// # Panics
/// Panics if the file is invalid.
pub fn answer_cases() -> Vec<AnswerCase> {
    serde_json::from_str(include_str!("../vectors/server/answer.json"))
        .unwrap_or_else(|error| panic!("answer.json: {error}"))
}

impl AnswerCase {
    /// Returns the document. `LONG 300` stands for a text of 300 characters.
    pub fn document(&self) -> Map<String, Value> {
        let mut document = self.sent.clone();
        for value in document.values_mut() {
            if let Some(text) = value.as_str() {
                *value = long(text).into();
            }
        }
        document
    }

    /// Returns the answer and the note that are read.
    pub fn read(&self) -> Option<[String; 2]> {
        self.read
            .as_ref()
            .map(|read| read.each_ref().map(|text| long(text)))
    }
}

pub(crate) fn long(text: &str) -> String {
    let length = text
        .strip_prefix("LONG ")
        .and_then(|length| length.parse().ok());
    length.map_or_else(|| text.to_owned(), |length| "愛".repeat(length))
}
