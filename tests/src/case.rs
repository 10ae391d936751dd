//! One case of a vector file: a document, the world it is read in, and what comes of it.

use serde::Deserialize;
use serde_json::{Map, Value};

/// A document and what comes of it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Case {
    /// A sentence that says what is told.
    pub name: String,
    /// The date ages are counted on.
    #[serde(default = "usual_today")]
    pub today: String,
    /// The whole document, where it is no variant of the base.
    pub text: Option<String>,
    /// Members of the base to set.
    #[serde(default)]
    pub patch: Map<String, Value>,
    /// Members of the base to set to raw JSON text, for what a JSON value cannot hold.
    #[serde(default)]
    pub raw_patch: Map<String, Value>,
    /// Members of the base to take away.
    #[serde(default)]
    pub remove: Vec<String>,
    /// Raw text put before the closing brace, such as a second member of the same name.
    pub append: Option<String>,
    /// White space around the document.
    #[serde(default)]
    pub fill: Fill,
    /// Which uploads can be counted on.
    #[serde(default)]
    pub uploads: UploadsGiven,
    /// The employers with a confirmed mailbox; unchecked when absent.
    pub mailboxes: Option<Vec<String>>,
    /// What comes of it.
    pub expect: Expectation,
}

/// White space around a document.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Fill {
    /// Before it.
    pub before: String,
    /// After it.
    pub after: String,
    /// Then as many spaces as make the document this long.
    pub to_bytes: usize,
}

/// Which uploads can be counted on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum UploadsGiven {
    /// The form while it is filled in.
    Pending,
    /// The form when it submits: names are taken at their word.
    #[default]
    Named,
    /// The server: just these are there.
    Held(Vec<String>),
}

/// What comes of a document.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Expectation {
    /// It is accepted, and the payload has at least these members.
    Payload(Map<String, Value>),
    /// It breaks just these rules, told in this order.
    Errors(Vec<Value>),
    /// It is refused as a whole with this code.
    Refused(String),
}

fn usual_today() -> String {
    "2026-11-21".to_owned()
}
