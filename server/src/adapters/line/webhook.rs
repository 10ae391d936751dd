//! The events that LINE sends to the webhook: their signature and their parts that the server reads.

use std::fmt;

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde_json::Value;

/// Checks that LINE has sent a body.
pub(crate) struct WebhookKey(hmac::Key);

impl fmt::Debug for WebhookKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("WebhookKey")
    }
}

impl WebhookKey {
    pub(super) fn new(channel_secret: &SecretString) -> Self {
        let secret = channel_secret.expose_secret().as_bytes();
        Self(hmac::Key::new(hmac::HMAC_SHA256, secret))
    }

    /// Returns the signature of these bytes, in base64.
    pub(super) fn sign(&self, body: &[u8]) -> String {
        STANDARD.encode(hmac::sign(&self.0, body))
    }

    /// Returns true if the signature, in base64, belongs to these bytes. The comparison takes the same time for every
    /// wrong signature.
    pub(crate) fn accepts(&self, body: &[u8], signature: &str) -> bool {
        let tag = STANDARD.decode(signature);
        tag.is_ok_and(|tag| hmac::verify(&self.0, body, &tag).is_ok())
    }
}

/// The body of a call of the webhook.
#[derive(Debug, Deserialize)]
pub(crate) struct Delivery {
    /// The events as JSON. Read each of them as an [`Event`].
    pub(crate) events: Vec<Value>,
}

/// An event. LINE adds kinds and members over time, so the server ignores those that it does not know.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Event {
    /// The name of the event, which stays the same if LINE delivers it again.
    pub(crate) webhook_event_id: String,
    /// The moment of the event, in milliseconds since 1970.
    pub(crate) timestamp: i64,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    mode: String,
    #[serde(default)]
    source: Option<Source>,
    #[serde(default)]
    reply_token: Option<String>,
    #[serde(default)]
    message: Option<Message>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Source {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    user_id: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Message {
    #[serde(rename = "type")]
    kind: String,
}

/// The events about which the server does something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EventKind {
    /// The person has added the account as a friend, or has ended a block.
    Follow,
    /// The person has blocked the account.
    Unfollow,
    /// The person has written a text.
    Text,
}

impl Event {
    /// Returns the kind and the LINE user id of the person. Returns `None` for an event that the server ignores, such
    /// as an event of a group or a room.
    pub(crate) fn known(&self) -> Option<(EventKind, &str)> {
        let source = self.source.as_ref().filter(|it| it.kind == "user")?;
        let person = source.user_id.as_deref()?;
        let is_text = || self.message.as_ref().is_some_and(|it| it.kind == "text");
        let kind = match self.kind.as_str() {
            "follow" => EventKind::Follow,
            "unfollow" => EventKind::Unfollow,
            "message" if is_text() => EventKind::Text,
            _ => return None,
        };
        Some((kind, person))
    }

    /// Returns the token with which the server may answer. Returns `None` if another program answers for the account.
    pub(crate) fn reply_token(&self) -> Option<&str> {
        self.reply_token
            .as_deref()
            .filter(|_| self.mode == "active")
    }
}
