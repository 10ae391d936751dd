//! Checks LINE ID tokens: whose they are, and that LINE made them for us.

use jsonwebtoken::{Algorithm, Header, Validation, decode, decode_header};
use serde::{Deserialize, Serialize};

use super::keys::KeySource;
use crate::clock::Clock;
use crate::error::{Error, Result};

pub(super) const ISSUER: &str = "https://access.line.me";
/// How far LINE's clock and ours may be apart, in seconds.
const LEEWAY_S: i64 = 60;
/// LINE's tokens are below 1 KiB; nothing longer is worth decoding.
const MAX_TOKEN_BYTES: usize = 8 * 1024;

/// Knows the channel that tokens must be made out to.
#[derive(Debug)]
pub struct IdTokenVerifier {
    keys: KeySource,
    clock: Clock,
    validation: Validation,
}

/// What we read of an ID token; names and pictures in it are none of our business.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Claims {
    pub(super) iss: String,
    pub(super) aud: String,
    pub(super) sub: String,
    pub(super) iat: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) nbf: Option<i64>,
    pub(super) exp: i64,
}

impl IdTokenVerifier {
    pub(super) fn new(channel_id: String, keys: KeySource, clock: Clock) -> Self {
        // One algorithm: with more, an attacker could choose HS256 and sign with the public key.
        let mut validation = Validation::new(Algorithm::ES256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[channel_id]);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        // The times are checked below, by our own clock; `nbf` is ignored by default.
        validation.validate_exp = false;
        Self {
            keys,
            clock,
            validation,
        }
    }

    /// The LINE user id `token` proves, or E001; E503 when LINE's keys are needed and out of reach.
    pub async fn verify(&self, token: &str) -> Result<String> {
        if token.len() > MAX_TOKEN_BYTES {
            return Err(refused());
        }
        let header = decode_header(token).map_err(|_| refused())?;
        // Checked before the key is looked up: a token of another kind must not cause a fetch.
        if header.alg != Algorithm::ES256 || needs_extension(&header) {
            return Err(refused());
        }
        let kid = header.kid.ok_or_else(refused)?;
        let key = self.keys.find(&kid).await?.ok_or_else(refused)?;
        let claims = decode::<Claims>(token, &key, &self.validation)
            .map_err(|_| refused())?
            .claims;
        let now = self.clock.now_s();
        let valid_from = claims.nbf.map_or(claims.iat, |nbf| nbf.max(claims.iat));
        let has_begun = valid_from <= now.saturating_add(LEEWAY_S);
        let has_ended = now >= claims.exp.saturating_add(LEEWAY_S);
        if has_begun && !has_ended && !claims.sub.is_empty() {
            Ok(claims.sub)
        } else {
            Err(refused())
        }
    }

    /// Signs a token for anyone; only the mock can, with LINE there is no key to sign with.
    pub fn sign_mock(&self, line_user_id: &str) -> Result<String> {
        match &self.keys {
            KeySource::Mock(signer) => signer.sign(line_user_id, self.clock.now_s()),
            KeySource::Line(_) => Err(Error::not_found("There is no mock here.")),
        }
    }
}

/// Returns true if the token demands an extension. This server knows none and must then refuse the token
/// (RFC 7515, section 4.1.11); the payload of a JWT is always base64 (RFC 7797, section 7).
fn needs_extension(header: &Header) -> bool {
    header.crit.is_some() || header.extras.inner().contains_key("b64")
}

fn refused() -> Error {
    Error::unauthenticated("The LINE ID token is missing or not valid.")
}

#[cfg(test)]
mod tests;
