//! LINE's side of the identity: who signed an ID token, and for whom; and what the person allowed us.

mod access;
mod certs;
mod http;
mod id_token;
mod keys;
mod mock;

pub(crate) use access::AccessClient;
pub use id_token::IdTokenVerifier;

use url::Url;

use crate::clock::Clock;
use crate::error::Result;
use crate::ops::config::{Bounds, LineConfig};
use keys::KeySource;

/// A call of LINE's, wherever its servers are.
fn endpoint(api_base: &Url, path: &str) -> Url {
    let mut url = api_base.clone();
    url.set_path(&format!("{}{path}", api_base.path().trim_end_matches('/')));
    url
}

/// Acts for the channel, where its secret is known.
pub(crate) fn access_client(config: &LineConfig) -> Result<Option<AccessClient>> {
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

/// The verifier this configuration asks for. Only the source of the keys differs.
pub fn verifier(config: &LineConfig, bounds: &Bounds, clock: Clock) -> Result<IdTokenVerifier> {
    Ok(match config {
        LineConfig::Line {
            channel_id,
            api_base,
            ..
        } => {
            let max_waiting = bounds.max_waiting_for_keys();
            let certs = certs::CertsClient::new(api_base, max_waiting, clock.clone())?;
            let keys = KeySource::Line(Box::new(certs));
            IdTokenVerifier::new(channel_id.clone(), keys, clock)
        }
        LineConfig::Mock => {
            let keys = KeySource::Mock(Box::new(mock::Signer::new()?));
            IdTokenVerifier::new(mock::CHANNEL_ID.to_owned(), keys, clock)
        }
    })
}
