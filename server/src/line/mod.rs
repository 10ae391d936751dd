//! LINE's side of the identity: who signed an ID token, and for whom.

mod certs;
mod id_token;
mod keys;
mod mock;

pub use id_token::IdTokenVerifier;

use crate::clock::Clock;
use crate::config::LineConfig;
use crate::error::Result;
use keys::KeySource;

/// The verifier this configuration asks for. Only the source of the keys differs.
pub fn verifier(config: &LineConfig, clock: Clock) -> Result<IdTokenVerifier> {
    Ok(match config {
        LineConfig::Line {
            channel_id,
            api_base,
            ..
        } => {
            let keys = KeySource::Line(Box::new(certs::CertsClient::new(api_base, clock.clone())?));
            IdTokenVerifier::new(channel_id.clone(), keys, clock)
        }
        LineConfig::Mock => {
            let keys = KeySource::Mock(Box::new(mock::Signer::new()?));
            IdTokenVerifier::new(mock::CHANNEL_ID.to_owned(), keys, clock)
        }
    })
}
