//! LINE as the identity provider and the way to members: verifies ID tokens, withdraws the permissions that a user gave
//! the app, sends messages, and reads the events of the official account.

mod access;
mod certs;
mod check;
mod claims;
mod error;
mod http;
mod id_token;
mod key_set;
mod messaging;
mod mock;
#[cfg(test)]
mod testing;
mod webhook;

pub(crate) use access::AccessClient;
pub(crate) use check::WEBHOOK_PATH;
pub use check::{Finding, check};
pub use error::LineError;
pub use id_token::IdTokenVerifier;
pub(crate) use messaging::{MessagingClient, MessagingError, PushAnswer, Quota};
pub(crate) use webhook::{Delivery, Event, EventKind, WebhookKey};

use certs::CertsClient;
use http::new_client;
use id_token::KeySource;

use crate::clock::Clock;
use crate::ops::config::LineConfig;

/// The ways to LINE of an instance. They share one HTTP client, because each client reads and keeps all root
/// certificates of the machine.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) id_tokens: IdTokenVerifier,
    /// Acts for the channel. `None` unless the channel's secret is known.
    pub(crate) access: Option<AccessClient>,
    /// Sends messages, with the key of the webhook. `None` unless the official account's channel is known.
    pub(crate) messaging: Option<(MessagingClient, WebhookKey)>,
}

impl Line {
    /// Returns the ways to LINE. The mock signs its ID tokens itself, and neither sends messages nor acts for a channel.
    pub(crate) fn new(
        config: &LineConfig,
        max_waiting_for_keys: usize,
        clock: Clock,
    ) -> Result<Self, LineError> {
        let LineConfig::Line {
            channel_id,
            channel_secret,
            api_base,
            messaging,
            ..
        } = config
        else {
            let keys = KeySource::Mock(Box::new(mock::Signer::new()?));
            return Ok(Self {
                id_tokens: IdTokenVerifier::new(mock::CHANNEL_ID.to_owned(), keys, clock),
                access: None,
                messaging: None,
            });
        };
        let client = new_client()?;
        let certs = CertsClient::new(
            client.clone(),
            api_base,
            max_waiting_for_keys,
            clock.clone(),
        );
        let keys = KeySource::Line(Box::new(certs));
        let access = channel_secret
            .clone()
            .map(|secret| AccessClient::new(client.clone(), api_base, channel_id.clone(), secret));
        let messaging = messaging.as_ref().map(|messaging| {
            let token = messaging.access_token.clone();
            let sender = MessagingClient::new(client, api_base, token);
            (sender, WebhookKey::new(&messaging.channel_secret))
        });
        Ok(Self {
            id_tokens: IdTokenVerifier::new(channel_id.clone(), keys, clock),
            access,
            messaging,
        })
    }
}
