//! The file `tests/vectors/server/messages.json`: a member's choice of messages in LINE.

use serde::Deserialize;
use serde_json::{Map, Value};

/// Choices as they were sent, and the expected result.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MessageCase {
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
pub fn message_cases() -> Vec<MessageCase> {
    serde_json::from_str(include_str!("../vectors/server/messages.json"))
        .unwrap_or_else(|error| panic!("messages.json: {error}"))
}

impl MessageCase {
    /// Returns the document.
    pub fn document(&self) -> Map<String, Value> {
        let mut document = Map::new();
        for topic in ["reviews", "matches", "notes", "introductions"] {
            document.insert(topic.to_owned(), Value::Bool(true));
        }
        document.extend(self.sent.clone());
        document.retain(|_, value| value != "ABSENT");
        document
    }
}
