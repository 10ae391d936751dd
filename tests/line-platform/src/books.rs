//! What this LINE remembers: who logged in how, and what it was asked to do.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use serde_json::Value;

use crate::behaviour::{Person, ShareOutcome};

/// A call that came in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Call {
    /// Such as `GET`.
    pub method: String,
    /// Host and path, without the query.
    pub call: String,
}

/// What a test can ask about afterwards, in the order in which it happened.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Records {
    /// Every call but those of the tests themselves.
    pub calls: Vec<Call>,
    /// The bodies of push messages.
    pub pushed: Vec<Value>,
    /// The bodies of messages sent in a person's name.
    pub shared: Vec<Value>,
    /// The LINE user ids whose consent was withdrawn.
    pub deauthorized: Vec<String>,
}

impl Records {
    /// How many calls have `part` in their host and path.
    pub fn count(&self, part: &str) -> usize {
        self.calls
            .iter()
            .filter(|call| call.call.contains(part))
            .count()
    }
}

/// A login that waits for its code to be exchanged.
pub(crate) struct Login {
    pub(crate) code_challenge: String,
    pub(crate) redirect_uri: String,
    pub(crate) person: Person,
}

/// Whose an access token is.
#[derive(Clone)]
pub(crate) struct Grant {
    pub(crate) person: Person,
    pub(crate) ends_at_s: i64,
}

/// A window on top of the app, as LINE's servers see it.
#[derive(Clone)]
pub(crate) struct SubWindow {
    pub(crate) app_data: Value,
    /// Status and result, once there is one.
    pub(crate) outcome: Option<Value>,
}

/// All of it.
#[derive(Default)]
pub(crate) struct Books {
    pub(crate) records: Records,
    pub(crate) logins: HashMap<String, Login>,
    pub(crate) grants: HashMap<String, Grant>,
    /// With which servers act for the channel.
    pub(crate) channel_tokens: HashSet<String>,
    /// The last answer to each retry key of a push message.
    pub(crate) pushes: HashMap<String, Value>,
    /// What each one-time token of the share target picker came to.
    pub(crate) shares: HashMap<String, ShareOutcome>,
    /// By their identifying token.
    pub(crate) sub_windows: HashMap<String, SubWindow>,
    /// From the token of the window to that identifying token.
    pub(crate) sub_window_tokens: HashMap<String, String>,
}
