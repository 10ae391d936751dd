//! Verifies LINE ID tokens: the user, LINE's signature, and that LINE made the token for our channel.

use jsonwebtoken::{Algorithm, DecodingKey, Header, Validation, decode, decode_header};

use super::certs::CertsClient;
use super::claims::{Claims, ISSUER};
use super::error::LineError;
use super::mock::Signer;
use crate::clock::Clock;

/// The largest difference between LINE's clock and ours, in seconds.
const LEEWAY_S: i64 = 60;
/// LINE's tokens have less than 1 KiB. The server does not decode anything longer than this.
const MAX_TOKEN_BYTES: usize = 8 * 1024;

/// The source of the keys that verify ID tokens.
#[derive(Debug)]
pub(super) enum KeySource {
    Line(Box<CertsClient>),
    Mock(Box<Signer>),
}

impl KeySource {
    /// Returns the key called `kid`, or `None` if the source does not have it.
    async fn find(&self, kid: &str) -> Result<Option<DecodingKey>, LineError> {
        match self {
            Self::Line(certs) => certs.find(kid).await,
            Self::Mock(signer) => Ok(signer.find(kid)),
        }
    }
}

/// Verifies the ID tokens of one channel.
#[derive(Debug)]
pub struct IdTokenVerifier {
    keys: KeySource,
    clock: Clock,
    validation: Validation,
}

impl IdTokenVerifier {
    pub(super) fn new(channel_id: String, keys: KeySource, clock: Clock) -> Self {
        // Accept one algorithm. With HS256 as well, an attacker could sign with the public key.
        let mut validation = Validation::new(Algorithm::ES256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[channel_id]);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        // `verify` checks the times with the server's clock. The library ignores `nbf` by default.
        validation.validate_exp = false;
        Self {
            keys,
            clock,
            validation,
        }
    }

    /// Returns the LINE user id of a valid token. Fails with [`LineError::OutOfReach`] if the server
    /// needs LINE's keys and cannot fetch them.
    pub async fn verify(&self, token: &str) -> Result<String, LineError> {
        if token.len() > MAX_TOKEN_BYTES {
            return Err(LineError::InvalidIdToken);
        }
        let header = decode_header(token).map_err(|_| LineError::InvalidIdToken)?;
        // Check this before the key is looked up: a token of another kind must not cause a fetch.
        if header.alg != Algorithm::ES256 || needs_extension(&header) {
            return Err(LineError::InvalidIdToken);
        }
        let kid = header.kid.ok_or(LineError::InvalidIdToken)?;
        let key = self.keys.find(&kid).await?;
        let key = key.ok_or(LineError::InvalidIdToken)?;
        let claims = decode::<Claims>(token, &key, &self.validation)
            .map_err(|_| LineError::InvalidIdToken)?
            .claims;
        let now = self.clock.now_s();
        let valid_from = claims.nbf.map_or(claims.iat, |nbf| nbf.max(claims.iat));
        let has_begun = valid_from <= now.saturating_add(LEEWAY_S);
        let has_ended = now >= claims.exp.saturating_add(LEEWAY_S);
        if has_begun && !has_ended && !claims.sub.is_empty() {
            Ok(claims.sub)
        } else {
            Err(LineError::InvalidIdToken)
        }
    }

    /// Signs a token for any user. Only the mock has a key to sign with.
    pub fn sign_mock(&self, line_user_id: &str) -> Result<String, LineError> {
        match &self.keys {
            KeySource::Mock(signer) => signer.sign(line_user_id, self.clock.now_s()),
            KeySource::Line(_) => Err(LineError::NoMock),
        }
    }
}

/// Returns true if the token requires an extension. The server supports none and must refuse such a token
/// (RFC 7515, section 4.1.11). The payload of a JWT is always base64 (RFC 7797, section 7).
fn needs_extension(header: &Header) -> bool {
    header.crit.is_some() || header.extras.inner().contains_key("b64")
}

#[cfg(test)]
mod tests;
