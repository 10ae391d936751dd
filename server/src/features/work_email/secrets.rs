//! The hashes that stand for a mailbox and for a code in the tables, under a key that the instances of
//! the server share.

use std::fmt;

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret as _, SecretBox, SecretString};

use crate::store::account::work_email::code::MailedCode;

/// Computes the hashes, and compares them in constant time.
#[derive(Clone)]
pub(crate) struct WorkEmailKey(hmac::Key);

impl WorkEmailKey {
    /// Derives the key. `stored` comes from the database and `configured` from the settings. If there
    /// are both, an attacker needs both.
    pub(crate) fn new(stored: &SecretBox<[u8; 32]>, configured: Option<&SecretString>) -> Self {
        let key_of = |secret: &[u8]| hmac::Key::new(hmac::HMAC_SHA256, secret);
        let stored = stored.expose_secret();
        Self(match configured {
            Some(configured) => {
                let mixer = key_of(configured.expose_secret().as_bytes());
                key_of(hmac::sign(&mixer, stored).as_ref())
            }
            None => key_of(stored),
        })
    }

    /// Returns the hash of a mailbox, which is the same for all addresses of the mailbox. The hash is useless without
    /// the key.
    pub(super) fn mailbox_hash(&self, mailbox: &str) -> String {
        let tag = hmac::sign(&self.0, &message(&["mailbox", mailbox]));
        URL_SAFE_NO_PAD.encode(tag)
    }

    /// Returns the hash of a code for this user, mailbox and employer.
    pub(super) fn code_hash(&self, mailed: &MailedCode, code: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.0, &code_message(mailed, code)))
    }

    /// Returns true if this is the code that was mailed.
    pub(super) fn is_code_of(&self, mailed: &MailedCode, code: &str) -> bool {
        URL_SAFE_NO_PAD
            .decode(&mailed.code_hash)
            .is_ok_and(|tag| hmac::verify(&self.0, &code_message(mailed, code), &tag).is_ok())
    }
}

fn code_message(mailed: &MailedCode, code: &str) -> Vec<u8> {
    message(&[
        "code",
        &mailed.line_user_id,
        &mailed.mailbox_hash,
        &mailed.employer_id,
        code,
    ])
}

/// Joins the parts with null characters, which no part contains.
fn message(parts: &[&str]) -> Vec<u8> {
    parts.join("\0").into_bytes()
}

impl fmt::Debug for WorkEmailKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("WorkEmailKey")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Millis;

    fn key(byte: u8) -> WorkEmailKey {
        WorkEmailKey::new(&SecretBox::new(Box::new([byte; 32])), None)
    }

    fn mixed_key(byte: u8, configured: &str) -> WorkEmailKey {
        let configured = SecretString::from(configured);
        WorkEmailKey::new(&SecretBox::new(Box::new([byte; 32])), Some(&configured))
    }

    fn mailed() -> MailedCode {
        MailedCode {
            line_user_id: "U1".to_owned(),
            mailbox_hash: "M1".to_owned(),
            employer_id: "google".to_owned(),
            code_hash: String::new(),
            n_failures: 0,
            expires_at_ms: Millis(0),
            confirmed_until_ms: None,
            confirm_key: None,
        }
    }

    #[test]
    fn a_hash_depends_on_its_key() {
        assert_eq!(key(1).mailbox_hash("a@b.c"), key(1).mailbox_hash("a@b.c"));
        assert_ne!(key(1).mailbox_hash("a@b.c"), key(2).mailbox_hash("a@b.c"));
        assert_ne!(key(1).mailbox_hash("a@b.c"), key(1).mailbox_hash("a@b.d"));
    }

    #[test]
    fn a_hash_depends_on_the_configured_and_the_stored_key() {
        let hash = |key: WorkEmailKey| key.mailbox_hash("a@b.c");
        assert_eq!(hash(mixed_key(1, "A")), hash(mixed_key(1, "A")));
        assert_ne!(hash(mixed_key(1, "A")), hash(mixed_key(1, "B")));
        assert_ne!(hash(mixed_key(1, "A")), hash(mixed_key(2, "A")));
        assert_ne!(hash(mixed_key(1, "A")), hash(key(1)));
    }

    #[test]
    fn a_code_is_bound_to_its_user_its_mailbox_and_its_employer() {
        let mut own = mailed();
        own.code_hash = key(1).code_hash(&own, "012345");
        assert!(key(1).is_code_of(&own, "012345"));
        assert!(!key(1).is_code_of(&own, "012346"));
        assert!(!key(2).is_code_of(&own, "012345"));
        let other = |change: fn(&mut MailedCode)| {
            let mut other = own.clone();
            change(&mut other);
            key(1).is_code_of(&other, "012345")
        };
        assert!(!other(|it| it.line_user_id = "U2".to_owned()));
        assert!(!other(|it| it.mailbox_hash = "M2".to_owned()));
        assert!(!other(|it| it.employer_id = "apple".to_owned()));
        assert!(!other(|it| it.code_hash = "not base64!".to_owned()));
    }
}
