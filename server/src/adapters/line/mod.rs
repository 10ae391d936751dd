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
pub(crate) use messaging::{MessagingClient, MessagingError, Pushed, Quota};
pub(crate) use webhook::{Delivery, Event, EventKind, WebhookKey};

use certs::CertsClient;
use id_token::KeySource;

use crate::clock::Clock;
use crate::ops::config::{Bounds, LineConfig};

/// Returns the client that acts for the channel, if the channel's secret is known.
pub(crate) fn access_client(config: &LineConfig) -> Result<Option<AccessClient>, LineError> {
    match config {
        LineConfig::Line {
            channel_id,
            channel_secret: Some(secret),
            api_base,
            ..
        } => AccessClient::new(api_base, channel_id.clone(), secret.clone()).map(Some),
        _ => Ok(None),
    }
}

/// Returns the client that sends messages and the key of the webhook, if the official account's channel is known.
pub(crate) fn messaging(
    config: &LineConfig,
) -> Result<Option<(MessagingClient, WebhookKey)>, LineError> {
    match config {
        LineConfig::Line {
            api_base,
            messaging: Some(messaging),
            ..
        } => Ok(Some((
            MessagingClient::new(api_base, messaging.access_token.clone())?,
            WebhookKey::new(&messaging.channel_secret),
        ))),
        _ => Ok(None),
    }
}

/// Returns the verifier for the configuration. LINE and the mock differ only in the source of the keys.
pub(crate) fn verifier(
    config: &LineConfig,
    bounds: &Bounds,
    clock: Clock,
) -> Result<IdTokenVerifier, LineError> {
    Ok(match config {
        LineConfig::Line {
            channel_id,
            api_base,
            ..
        } => {
            let max_waiting = bounds.max_waiting_for_keys();
            let certs = CertsClient::new(api_base, max_waiting, clock.clone())?;
            let keys = KeySource::Line(Box::new(certs));
            IdTokenVerifier::new(channel_id.clone(), keys, clock)
        }
        LineConfig::Mock => {
            let keys = KeySource::Mock(Box::new(mock::Signer::new()?));
            IdTokenVerifier::new(mock::CHANNEL_ID.to_owned(), keys, clock)
        }
    })
}
