//! The keys of a JSON web key set that can verify ID tokens.

use std::collections::HashMap;

use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, ParsedPublicKey};
use jsonwebtoken::DecodingKey;
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm, PublicKeyUse};
use serde::Deserialize;
use serde::de::Error as _;

/// The usable keys by their names.
#[derive(Debug, Default)]
pub(super) struct KeySet(HashMap<String, DecodingKey>);

#[derive(Deserialize)]
struct KeySetBody {
    keys: Vec<serde_json::Value>,
}

impl KeySet {
    /// Reads a published set. Ignores keys of other kinds, so that LINE can add keys for other uses. A
    /// set without any usable key is an error: it would replace the valid keys, and every login would
    /// fail.
    pub(super) fn parse(bytes: &[u8]) -> serde_json::Result<Self> {
        let published: KeySetBody = serde_json::from_slice(bytes)?;
        let keys: HashMap<_, _> = published.keys.into_iter().filter_map(read_key).collect();
        if keys.is_empty() {
            return Err(serde_json::Error::custom("no key can sign ID tokens"));
        }
        Ok(Self(keys))
    }

    pub(super) fn find(&self, kid: &str) -> Option<DecodingKey> {
        self.0.get(kid).cloned()
    }
}

/// Returns the name and the key if the key can have signed an ID token.
fn read_key(published: serde_json::Value) -> Option<(String, DecodingKey)> {
    let jwk: Jwk = serde_json::from_value(published).ok()?;
    is_es256(&jwk).then_some(())?;
    let key = DecodingKey::from_jwk(&jwk).ok()?;
    // `from_jwk` accepts any coordinates. A point that is not on the curve verifies nothing.
    ParsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key.try_get_as_bytes().ok()?).ok()?;
    Some((jwk.common.key_id?, key))
}

fn is_es256(key: &Jwk) -> bool {
    let curve = match &key.algorithm {
        AlgorithmParameters::EllipticCurve(parameters) => &parameters.curve,
        _ => return false,
    };
    let algorithm = key.common.key_algorithm.as_ref();
    let key_use = key.common.public_key_use.as_ref();
    *curve == EllipticCurve::P256
        && algorithm.is_none_or(|it| *it == KeyAlgorithm::ES256)
        && key_use.is_none_or(|it| *it == PublicKeyUse::Signature)
}

#[cfg(test)]
mod tests {
    use jsonwebtoken::Algorithm;
    use serde_json::{Value, json};

    use super::super::mock::new_key;
    use super::*;

    fn published(change: &Value) -> Value {
        let key = Jwk::from_encoding_key(&new_key().unwrap(), Algorithm::ES256).unwrap();
        let mut key = serde_json::to_value(key).unwrap();
        let members = key.as_object_mut().unwrap();
        members.insert("kid".to_owned(), json!("line-1"));
        for (name, value) in change.as_object().unwrap() {
            members.insert(name.clone(), value.clone());
        }
        key
    }

    fn parse(keys: &[Value]) -> serde_json::Result<KeySet> {
        KeySet::parse(json!({ "keys": keys }).to_string().as_bytes())
    }

    #[test]
    fn keys_of_other_kinds_are_ignored() {
        let other = published(&json!({ "kid": "other", "use": "enc" }));
        let set = parse(&[other, published(&json!({ "use": "sig", "alg": "ES256" }))]).unwrap();
        assert!(set.find("line-1").is_some());
        assert!(set.find("other").is_none());
    }

    #[test]
    fn a_set_without_a_usable_key_is_an_error() {
        assert!(parse(&[]).is_err());
        for change in [
            json!({ "kid": null }),
            json!({ "use": "enc" }),
            json!({ "alg": "ES384" }),
            json!({ "crv": "P-384" }),
            json!({ "kty": "unheard-of" }),
            json!({ "x": "" }),
            json!({ "x": "AA", "y": "AA" }),
            json!({ "y": published(&json!({}))["y"] }),
        ] {
            assert!(parse(&[published(&change)]).is_err(), "{change}");
        }
        for body in ["", "{}", "[]", "<html>", r#"{"keys": {}}"#] {
            assert!(KeySet::parse(body.as_bytes()).is_err(), "{body}");
        }
    }
}
