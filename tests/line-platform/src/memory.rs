//! The memory of this LINE: logins, tokens, and the calls that it received.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use serde_json::Value;

use crate::behaviour::{Person, ShareOutcome};

/// A received call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Call {
    /// The method, such as `GET`.
    pub method: String,
    /// The host and path, without the query.
    pub call: String,
}

/// The records that a test can read, in the order in which they happened.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Records {
    /// Every call except those of the tests themselves.
    pub calls: Vec<Call>,
    /// The messages that LINE accepted from the official account, each once.
    pub pushed: Vec<Push>,
    /// The bodies of the answers to events.
    pub replied: Vec<Value>,
    /// The bodies of messages sent as a person.
    pub shared: Vec<Value>,
    /// The LINE user ids whose consent was withdrawn.
    pub deauthorized: Vec<String>,
}

/// A message of the official account to one person.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Push {
    /// The LINE user id.
    pub to: String,
    /// The messages.
    pub messages: Vec<Value>,
    /// The key of the call.
    pub retry_key: Option<String>,
    /// False if the person has blocked the account: LINE accepts the message, and the person gets nothing.
    pub is_delivered: bool,
}

impl Records {
    /// Counts the calls that have `part` in their host and path.
    pub fn count(&self, part: &str) -> usize {
        self.calls
            .iter()
            .filter(|call| call.call.contains(part))
            .count()
    }
}

/// A login whose code is not exchanged yet.
pub(crate) struct Login {
    pub(crate) code_challenge: String,
    pub(crate) redirect_uri: String,
    pub(crate) person: Person,
}

/// The owner of an access token.
#[derive(Clone)]
pub(crate) struct Grant {
    pub(crate) person: Person,
    pub(crate) ends_at_s: i64,
}

/// A window on top of the app, as LINE's servers see it.
#[derive(Clone)]
pub(crate) struct SubWindow {
    pub(crate) app_data: Value,
    /// The status and the result, once the window has a result.
    pub(crate) outcome: Option<Value>,
}

/// The whole memory.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) records: Records,
    pub(crate) logins: HashMap<String, Login>,
    pub(crate) grants: HashMap<String, Grant>,
    /// The tokens with which servers act for the channel.
    pub(crate) channel_tokens: HashSet<String>,
    /// The last answer to each retry key of a push message.
    pub(crate) pushes: HashMap<String, Value>,
    /// The result of each one-time token of the share target picker.
    pub(crate) shares: HashMap<String, ShareOutcome>,
    /// The windows by their MSIT, the identifying token.
    pub(crate) sub_windows: HashMap<String, SubWindow>,
    /// The MSIT of each window, by the window's own token (MST).
    pub(crate) sub_window_tokens: HashMap<String, String>,
}
