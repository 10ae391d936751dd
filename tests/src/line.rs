//! The files of `tests/vectors/line`: LINE's own rules, and where a start address leads.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A start address and where it leads.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeepLinkCase {
    /// A sentence that says what is told.
    pub name: String,
    /// The query of the start address.
    pub search: String,
    /// The path the app is served under.
    #[serde(default = "top")]
    pub base: String,
    /// How many letters to add to the query.
    #[serde(default)]
    pub fill: usize,
    /// Where it leads.
    pub expect: Whereto,
}

/// Where a start address leads.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Whereto {
    /// It asks for nothing.
    Nothing,
    /// It is accepted, wherever it leads.
    Accepted,
    /// To this place.
    Place(String),
    /// It is refused with this word.
    Refused(String),
}

/// Messages, and what is wrong with them when sent and when shared.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MessageCase {
    /// A sentence that says what is told.
    pub name: String,
    /// What is given.
    pub messages: Value,
    /// `{index, code}` of each error in a call of `sendMessages`.
    pub sent: Vec<Value>,
    /// The same for the share target picker.
    pub picked: Vec<Value>,
}

/// One of three questions about addresses.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, rename_all = "camelCase")]
pub enum UrlCase {
    /// Whether a window may be opened so: the word of the rule it breaks.
    #[serde(rename_all = "camelCase")]
    OpenWindow {
        /// A sentence that says what is told.
        name: String,
        /// The argument.
        #[serde(deserialize_with = "Value::deserialize")]
        open_window: Value,
        /// The word, or null.
        expect: Option<String>,
    },
    /// Whether this is the address of a LIFF app.
    #[serde(rename_all = "camelCase")]
    Liff {
        /// A sentence that says what is told.
        name: String,
        /// The address.
        liff_url: String,
        /// The answer.
        expect: bool,
    },
    /// Whether one address lies under another.
    Below {
        /// A sentence that says what is told.
        name: String,
        /// The address of the endpoint.
        endpoint: String,
        /// The other address.
        url: String,
        /// The answer.
        expect: bool,
    },
}

/// A LIFF id, and its channel.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoginCase {
    /// A sentence that says what is told.
    pub name: String,
    /// The id.
    pub liff_id: String,
    /// What it is.
    pub expect: Login,
}

/// What a LIFF id is.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Login {
    /// The id of an app of this channel.
    ChannelId(String),
    /// None, for this word.
    Refused(String),
}

fn top() -> String {
    "/".to_owned()
}

/// Start addresses.
///
/// # Panics
/// When the file is not what it should be, as the functions below.
pub fn deep_link_cases() -> Vec<DeepLinkCase> {
    read(include_str!("../vectors/line/deep-link.json"))
}

/// Messages.
pub fn message_cases() -> Vec<MessageCase> {
    read(include_str!("../vectors/line/message.json"))
}

/// Addresses.
pub fn url_cases() -> Vec<UrlCase> {
    read(include_str!("../vectors/line/url.json"))
}

/// LIFF ids.
pub fn login_cases() -> Vec<LoginCase> {
    read(include_str!("../vectors/line/login.json"))
}

fn read<T: DeserializeOwned>(json: &str) -> Vec<T> {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("vectors of LINE's rules: {error}"))
}
