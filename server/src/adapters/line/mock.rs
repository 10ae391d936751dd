//! A stand-in for LINE inside the server. It signs ID tokens for any user id, for trials on one machine.

use std::fmt;

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, encode};

use super::claims::{Claims, ISSUER};
use super::error::LineError;

pub(super) const CHANNEL_ID: &str = "mock";
const KEY_ID: &str = "mock";
/// LINE's ID tokens expire after an hour too.
const LIFETIME_S: i64 = 3600;

/// Signs with a key that is generated at each start of the server, so that tokens of an earlier run are
/// not valid.
pub(super) struct Signer {
    private: EncodingKey,
    public: DecodingKey,
}

impl Signer {
    pub(super) fn new() -> Result<Self, LineError> {
        let private = new_key()?;
        let jwk =
            Jwk::from_encoding_key(&private, Algorithm::ES256).map_err(LineError::internal)?;
        let public = DecodingKey::from_jwk(&jwk).map_err(LineError::internal)?;
        Ok(Self { private, public })
    }

    pub(super) fn find(&self, kid: &str) -> Option<DecodingKey> {
        (kid == KEY_ID).then(|| self.public.clone())
    }

    pub(super) fn sign(&self, line_user_id: &str, now_s: i64) -> Result<String, LineError> {
        let header = Header {
            kid: Some(KEY_ID.to_owned()),
            ..Header::new(Algorithm::ES256)
        };
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: CHANNEL_ID.to_owned(),
            sub: line_user_id.to_owned(),
            iat: now_s,
            nbf: None,
            exp: now_s + LIFETIME_S,
        };
        encode(&header, &claims, &self.private).map_err(LineError::internal)
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Signer")
    }
}

/// Generates an ES256 key.
pub(super) fn new_key() -> Result<EncodingKey, LineError> {
    let document =
        EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
            .map_err(LineError::internal)?;
    Ok(EncodingKey::from_ec_der(document.as_ref()))
}
