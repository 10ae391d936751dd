//! The file `tests/vectors/server/conversation.json`: the bodies that the members of a match send.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::answer::long;

/// A body as it was sent, and the expected result.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConversationCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// The call.
    pub kind: ConversationKind,
    sent: Map<String, Value>,
    /// The value that is read, unless a rule is broken.
    #[serde(default)]
    read: Value,
    /// The code of the broken rule.
    pub error: Option<String>,
}

/// A call of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ConversationKind {
    /// A note.
    Note,
    /// The link to a LINE contact.
    Contact,
    /// The answer to the question whether the two met.
    Met,
    /// The number of the latest note that the member has read.
    Read,
}

/// Returns the cases.
///
/// # Panics
/// Panics if the file is invalid.
pub fn conversation_cases() -> Vec<ConversationCase> {
    serde_json::from_str(include_str!("../vectors/server/conversation.json"))
        .unwrap_or_else(|error| panic!("conversation.json: {error}"))
}

impl ConversationKind {
    /// Returns the name of the body's only field.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Note => "text",
            Self::Contact => "line",
            Self::Met => "met",
            Self::Read => "noteId",
        }
    }
}

impl ConversationCase {
    /// Returns the document. `LONG 500` stands for a text of 500 characters.
    pub fn document(&self) -> Map<String, Value> {
        let mut document = self.sent.clone();
        for value in document.values_mut() {
            *value = lengthened(value);
        }
        document
    }

    /// Returns the value that is read.
    pub fn read(&self) -> Value {
        lengthened(&self.read)
    }
}

fn lengthened(value: &Value) -> Value {
    value
        .as_str()
        .map_or_else(|| value.clone(), |text| long(text).into())
}
