//! ES256 keys made for one test, and the tokens they sign.

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
    /// What the header of its tokens calls it.
    pub kid: String,
    private: EncodingKey,
}

impl LineKey {
    /// A new key of this name; two of the same name are two keys.
    pub fn new(kid: &str) -> Self {
        let document =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
                .unwrap();
        Self {
            kid: kid.to_owned(),
            private: EncodingKey::from_ec_der(document.as_ref()),
        }
    }

    /// The public half as LINE publishes it.
    pub fn jwk(&self) -> Value {
        let jwk = Jwk::from_encoding_key(&self.private, Algorithm::ES256).unwrap();
        let mut jwk = serde_json::to_value(jwk).unwrap();
        jwk["kid"] = json!(self.kid);
        jwk["use"] = json!("sig");
        jwk["alg"] = json!("ES256");
        jwk
    }

    /// A token that says `claims`.
    pub fn sign(&self, claims: &Value) -> String {
        self.sign_with_header(&json!({}), claims)
    }

    /// A token that says `claims`, with these members added to its header.
    pub fn sign_with_header(&self, more: &Value, claims: &Value) -> String {
        let mut header = json!({ "alg": "ES256", "typ": "JWT", "kid": self.kid });
        let members = more.as_object().unwrap().clone();
        header.as_object_mut().unwrap().extend(members);
        let header: Header = serde_json::from_value(header).unwrap();
        encode(&header, claims, &self.private).unwrap()
    }

    /// A token signed with the public key as a shared secret, as if the verifier let the token
    /// choose how it is checked. The secret is one of the forms in which the key is public.
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

    /// A token without a signature.
    pub fn leave_unsigned(&self, claims: &Value) -> String {
        let part = |json: &Value| URL_SAFE_NO_PAD.encode(json.to_string());
        let header = json!({ "alg": "none", "typ": "JWT", "kid": self.kid });
        format!("{}.{}.", part(&header), part(claims))
    }
}
