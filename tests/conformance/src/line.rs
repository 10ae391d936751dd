//! The files of `tests/vectors/line`: the rules of LINE's SDK, and the destinations of start addresses.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A start address and its destination.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeepLinkCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// The query of the start address.
    pub search: String,
    /// The base path of the app.
    #[serde(default = "top")]
    pub base: String,
    /// The number of letters to add to the query.
    #[serde(default)]
    pub fill: usize,
    /// The expected destination.
    pub expect: Whereto,
}

/// The destination of a start address.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Whereto {
    /// The address names no destination.
    Nothing,
    /// The address is accepted with any destination.
    Accepted,
    /// The address leads to this path.
    Place(String),
    /// The address is refused for this reason.
    Refused(String),
}

/// Messages, and their errors when they are sent and when they are shared.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MessageCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// The argument.
    pub messages: Value,
    /// `{index, code}` of each error in a call of `sendMessages`.
    pub sent: Vec<Value>,
    /// `{index, code}` of each error in the share target picker.
    pub picked: Vec<Value>,
}

/// A case about addresses, of one of three kinds.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, rename_all = "camelCase")]
pub enum UrlCase {
    /// The check of an argument of `liff.openWindow`.
    #[serde(rename_all = "camelCase")]
    OpenWindow {
        /// A sentence that says what the case shows.
        name: String,
        /// The argument.
        #[serde(deserialize_with = "Value::deserialize")]
        open_window: Value,
        /// The reason of the refusal, or `None` if the argument is allowed.
        expect: Option<String>,
    },
    /// The check whether an address belongs to a LIFF app.
    #[serde(rename_all = "camelCase")]
    Liff {
        /// A sentence that says what the case shows.
        name: String,
        /// The address.
        liff_url: String,
        /// The expected answer.
        expect: bool,
    },
    /// The check whether one address lies below another.
    Below {
        /// A sentence that says what the case shows.
        name: String,
        /// The address of the endpoint.
        endpoint: String,
        /// The other address.
        url: String,
        /// The expected answer.
        expect: bool,
    },
}

/// A LIFF id, and its channel.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoginCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// The id.
    pub liff_id: String,
    /// The expected result.
    pub expect: Login,
}

/// The result of reading a LIFF id.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Login {
    /// A valid id, of an app of this channel.
    ChannelId(String),
    /// An invalid id, refused for this reason.
    Refused(String),
}

fn top() -> String {
    "/".to_owned()
}

/// Returns the cases of start addresses.
///
/// # Panics
/// Panics if the file is invalid, like the functions below.
pub fn deep_link_cases() -> Vec<DeepLinkCase> {
    read(include_str!("../../vectors/line/deep-link.json"))
}

/// Returns the cases of messages.
pub fn message_cases() -> Vec<MessageCase> {
    read(include_str!("../../vectors/line/message.json"))
}

/// Returns the cases of addresses.
pub fn url_cases() -> Vec<UrlCase> {
    read(include_str!("../../vectors/line/url.json"))
}

/// Returns the cases of LIFF ids.
pub fn login_cases() -> Vec<LoginCase> {
    read(include_str!("../../vectors/line/login.json"))
}

fn read<T: DeserializeOwned>(json: &str) -> Vec<T> {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("vectors of LINE's rules: {error}"))
}
