//! The source of the keys that verify ID tokens: LINE, or the mock.

use jsonwebtoken::DecodingKey;

use super::certs::CertsClient;
use super::error::LineError;
use super::mock::Signer;

/// Finds the key that an ID token names.
#[derive(Debug)]
pub(super) enum KeySource {
    Line(Box<CertsClient>),
    Mock(Box<Signer>),
}

impl KeySource {
    /// Returns the key called `kid`, or `None` if the source does not have it.
    pub(super) async fn find(&self, kid: &str) -> Result<Option<DecodingKey>, LineError> {
        match self {
            Self::Line(certs) => certs.find(kid).await,
            Self::Mock(signer) => Ok(signer.find(kid)),
        }
    }
}
