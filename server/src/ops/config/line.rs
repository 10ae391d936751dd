//! The issuer of ID tokens: LINE, or a mock inside the server.

use lettre::Address;
use secrecy::SecretString;
use url::Url;

/// The issuer of ID tokens: LINE, or a mock inside the server.
#[derive(Debug, Clone)]
pub enum LineConfig {
    /// LINE issues the ID tokens.
    Line {
        /// The LIFF app that the page runs in.
        liff_id: String,
        /// The channel for which LINE must have issued an ID token.
        channel_id: String,
        /// The secret that authenticates the server as the channel. Without it, the server cannot withdraw
        /// the app's permission at LINE when a person deletes their account.
        channel_secret: Option<SecretString>,
        /// The bot. The app sends people who have not added it to its add-friend page.
        bot_id: String,
        /// Address of LINE's API.
        api_base: Url,
        /// The official account's own channel. Without it, members get no messages in LINE.
        messaging: Option<Box<MessagingConfig>>,
    },
    /// The server signs ID tokens itself. Only possible on the loopback interface.
    Mock,
}

/// The Messaging API channel of the official account.
#[derive(Debug, Clone)]
pub struct MessagingConfig {
    /// The token with which the server sends messages.
    pub access_token: SecretString,
    /// The secret with which LINE signs the events that it sends.
    pub channel_secret: SecretString,
    /// The most messages of a month.
    pub per_month: u32,
    /// The address at which people can write to the operator: a mail address or an https URL.
    pub contact: Option<String>,
}

impl LineConfig {
    /// Returns true for the mock.
    pub const fn is_mock(&self) -> bool {
        matches!(self, Self::Mock)
    }

    /// Returns the channel that sends messages in LINE to members.
    fn messaging(&self) -> Option<&MessagingConfig> {
        match self {
            Self::Line { messaging, .. } => messaging.as_deref(),
            Self::Mock => None,
        }
    }

    /// Returns true if members get messages in LINE about their news.
    pub fn has_messages(&self) -> bool {
        self.messaging().is_some()
    }

    /// Returns the address at which people can write to the operator.
    pub fn contact(&self) -> Option<&str> {
        self.messaging()?.contact.as_deref()
    }
}

pub(super) fn is_contact(text: &str) -> bool {
    let is_url = || Url::parse(text).is_ok_and(|url| url.scheme() == "https");
    text.parse::<Address>().is_ok() || is_url()
}
