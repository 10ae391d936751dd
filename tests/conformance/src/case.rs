//! A case of a vector file: a document, its context, and the expected result.

use serde::Deserialize;
use serde_json::{Map, Value};

/// A document and the expected result.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Case {
    /// A sentence that says what the case shows.
    pub name: String,
    /// The date for counting ages.
    #[serde(default = "usual_today")]
    pub today: String,
    /// The whole document, unless it is a variant of the base.
    pub text: Option<String>,
    /// Members of the base to set.
    #[serde(default)]
    pub patch: Map<String, Value>,
    /// Members of the base to set to raw JSON text, which may hold more than a JSON value can.
    #[serde(default)]
    pub raw_patch: Map<String, Value>,
    /// Members of the base to remove.
    #[serde(default)]
    pub remove: Vec<String>,
    /// Raw text put before the closing brace, such as a second member of the same name.
    pub append: Option<String>,
    /// White space around the document.
    #[serde(default)]
    pub fill: Fill,
    /// The uploads that exist.
    #[serde(default)]
    pub uploads: UploadsGiven,
    /// The employers with a confirmed mailbox. `None` leaves the mailboxes unchecked.
    pub mailboxes: Option<Vec<String>>,
    /// The expected result.
    pub expect: Expectation,
}

/// White space around a document.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Fill {
    /// Text before the document.
    pub before: String,
    /// Text after the document.
    pub after: String,
    /// The length to which spaces fill up the document, in bytes.
    pub to_bytes: usize,
}

/// The uploads that exist.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum UploadsGiven {
    /// The form while it is filled in: uploads are not finished.
    Pending,
    /// The form when it submits: every named upload counts as existing.
    #[default]
    Named,
    /// The server: only these uploads exist.
    Held(Vec<String>),
}

/// The expected result of a document.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Expectation {
    /// The document is accepted, and the payload has at least these members.
    Payload(Map<String, Value>),
    /// The document has exactly these errors, in this order.
    Errors(Vec<Value>),
    /// The document is refused as a whole with this code.
    Refused(String),
}

fn usual_today() -> String {
    "2026-11-21".to_owned()
}
