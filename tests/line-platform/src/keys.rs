//! ES256 keys for one test, and the tokens that they sign.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};

/// A signing key with its name.
#[derive(Clone)]
pub struct LineKey {
    /// The key id in the header of the tokens.
    pub kid: String,
    private: EncodingKey,
}

impl LineKey {
    /// Makes a new key with this id. Two keys of one id are different keys.
    pub fn new(kid: &str) -> Self {
        let document =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
                .unwrap();
        Self {
            kid: kid.to_owned(),
            private: EncodingKey::from_ec_der(document.as_ref()),
        }
    }

    /// Returns the public key in the format in which LINE publishes it.
    pub fn jwk(&self) -> Value {
        let jwk = Jwk::from_encoding_key(&self.private, Algorithm::ES256).unwrap();
        let mut jwk = serde_json::to_value(jwk).unwrap();
        jwk["kid"] = json!(self.kid);
        jwk["use"] = json!("sig");
        jwk["alg"] = json!("ES256");
        jwk
    }

    /// Signs a token with these claims.
    pub fn sign(&self, claims: &Value) -> String {
        self.sign_with_header(&json!({}), claims)
    }

    /// Signs a token with these claims and additional members in its header.
    pub fn sign_with_header(&self, more: &Value, claims: &Value) -> String {
        let mut header = json!({ "alg": "ES256", "typ": "JWT", "kid": self.kid });
        let members = more.as_object().unwrap().clone();
        header.as_object_mut().unwrap().extend(members);
        let header: Header = serde_json::from_value(header).unwrap();
        encode(&header, claims, &self.private).unwrap()
    }

    /// Returns tokens signed with the public key as a shared secret, which attack a verifier that
    /// lets the token choose its algorithm. There is a token for each format of the public key.
    pub fn sign_with_public_key(&self, claims: &Value) -> Vec<String> {
        let jwk = self.jwk();
        let half = |name: &str| URL_SAFE_NO_PAD.decode(jwk[name].as_str().unwrap()).unwrap();
        let point = [vec![4], half("x"), half("y")].concat();
        let header = Header {
            kid: Some(self.kid.clone()),
            ..Header::new(Algorithm::HS256)
        };
        [point, jwk.to_string().into_bytes(), Vec::new()]
            .iter()
            .map(|secret| encode(&header, claims, &EncodingKey::from_secret(secret)).unwrap())
            .collect()
    }

    /// Returns a token without a signature.
    pub fn leave_unsigned(&self, claims: &Value) -> String {
        let part = |json: &Value| URL_SAFE_NO_PAD.encode(json.to_string());
        let header = json!({ "alg": "none", "typ": "JWT", "kid": self.kid });
        format!("{}.{}.", part(&header), part(claims))
    }
}
