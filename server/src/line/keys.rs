//! Where the keys that vouch for LINE users come from.

use std::collections::HashMap;

use jsonwebtoken::DecodingKey;
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm};
use serde::Deserialize;

use super::certs::CertsClient;
use super::mock::Signer;
use crate::error::Result;

/// Finds the key an ID token names.
#[derive(Debug)]
pub(super) enum KeySource {
    Line(Box<CertsClient>),
    Mock(Box<Signer>),
}

impl KeySource {
    /// The key called `kid`; `None` when its owner does not know it.
    pub(super) async fn find(&self, kid: &str) -> Result<Option<DecodingKey>> {
        match self {
            Self::Line(certs) => certs.find(kid).await,
            Self::Mock(signer) => Ok(signer.find(kid)),
        }
    }
}

/// The keys of a JSON web key set that can have signed an ID token.
#[derive(Debug, Default)]
pub(super) struct KeySet(HashMap<String, DecodingKey>);

#[derive(Deserialize)]
struct Published {
    keys: Vec<serde_json::Value>,
}

impl KeySet {
    /// Reads a published set. A key of another kind is passed over, so that one LINE adds for
    /// something else does no harm.
    pub(super) fn parse(bytes: &[u8]) -> serde_json::Result<Self> {
        let published: Published = serde_json::from_slice(bytes)?;
        let keys = published.keys.into_iter().filter_map(|key| {
            let key: Jwk = serde_json::from_value(key).ok()?;
            is_es256(&key).then_some(())?;
            Some((
                key.common.key_id.clone()?,
                DecodingKey::from_jwk(&key).ok()?,
            ))
        });
        Ok(Self(keys.collect()))
    }

    pub(super) fn find(&self, kid: &str) -> Option<DecodingKey> {
        self.0.get(kid).cloned()
    }
}

fn is_es256(key: &Jwk) -> bool {
    let algorithm = key.common.key_algorithm;
    let curve = match &key.algorithm {
        AlgorithmParameters::EllipticCurve(parameters) => &parameters.curve,
        _ => return false,
    };
    *curve == EllipticCurve::P256 && algorithm.is_none_or(|it| it == KeyAlgorithm::ES256)
}
