//! The hash by which the server recognises a document that another account has used, under a key that the instances
//! of the server share.

use std::fmt;
use std::sync::Arc;

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret as _, SecretBox};

/// Computes the hashes of documents.
#[derive(Clone)]
pub(crate) struct EvidenceKey(Arc<hmac::Key>);

impl EvidenceKey {
    pub(crate) fn new(stored: &SecretBox<[u8; 32]>) -> Self {
        let key = hmac::Key::new(hmac::HMAC_SHA256, stored.expose_secret());
        Self(Arc::new(key))
    }

    /// Returns the hash of a document's bytes as the server stores them. The hash is useless without the key.
    pub(super) fn hash(&self, bytes: &[u8]) -> String {
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.0, bytes))
    }
}

impl fmt::Debug for EvidenceKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("EvidenceKey")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_depends_on_the_bytes_and_on_the_key() {
        let [key, other_key] =
            [1, 2].map(|byte| EvidenceKey::new(&SecretBox::new(Box::new([byte; 32]))));
        assert_eq!(key.hash(b"badge"), key.hash(b"badge"));
        assert_ne!(key.hash(b"badge"), key.hash(b"badges"));
        assert_ne!(key.hash(b"badge"), other_key.hash(b"badge"));
        assert_eq!(format!("{key:?}"), "EvidenceKey");
    }
}
