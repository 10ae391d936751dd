//! The hash by which a block recognises a person who registers again, under a key that the instances of the server
//! share.

use std::fmt;
use std::sync::Arc;

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret as _, SecretBox};

/// Computes the hashes of people.
#[derive(Clone)]
pub(crate) struct PersonKey(Arc<hmac::Key>);

impl PersonKey {
    pub(crate) fn new(stored: &SecretBox<[u8; 32]>) -> Self {
        let key = hmac::Key::new(hmac::HMAC_SHA256, stored.expose_secret());
        Self(Arc::new(key))
    }

    /// Returns the hash of a LINE user, which is the same for all accounts of the user. The hash is useless without
    /// the key.
    pub(crate) fn hash(&self, line_user_id: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.0, line_user_id.as_bytes()))
    }
}

impl fmt::Debug for PersonKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PersonKey")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_depends_on_the_person_and_on_the_key() {
        let [key, other_key] =
            [1, 2].map(|byte| PersonKey::new(&SecretBox::new(Box::new([byte; 32]))));
        assert_eq!(key.hash("U1"), key.hash("U1"));
        assert_ne!(key.hash("U1"), key.hash("U2"));
        assert_ne!(key.hash("U1"), other_key.hash("U1"));
        assert_eq!(format!("{key:?}"), "PersonKey");
    }
}
