//! Signatures in URLs: they prove that the server made a URL, and limit the time for which it is valid.

use std::fmt;

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret as _, SecretBox};

use crate::clock::Clock;

/// The purpose of a signed URL. A signature for one purpose is invalid for every other purpose.
#[derive(Debug, Clone, Copy)]
pub(crate) enum UrlPurpose {
    /// A photo; the subject is its file id.
    Picture,
    /// An export; the subject is the hash of a session token.
    Export,
}

impl UrlPurpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Picture => "file-fetch",
            Self::Export => "export",
        }
    }
}

/// The part of a URL that proves that the server made it.
#[derive(Debug, Clone)]
pub(crate) struct Signature {
    /// The end of the URL's validity, in Unix seconds.
    pub(crate) expires_at_s: i64,
    /// The HMAC in base64 (URL alphabet).
    pub(crate) mac: String,
}

impl Signature {
    /// Reads the `exp` and `sig` of a URL. Returns `None` if one is missing, or `exp` is not a number.
    pub(crate) fn from_query(exp: Option<String>, sig: Option<String>) -> Option<Self> {
        Some(Self {
            expires_at_s: exp?.parse().ok()?,
            mac: sig?,
        })
    }

    /// Returns the remaining seconds of validity; negative after the end.
    pub(crate) fn left_s(&self, clock: &Clock) -> i64 {
        self.expires_at_s.saturating_sub(clock.now_s())
    }
}

/// Signs URLs with the key that all instances of the server share.
#[derive(Clone)]
pub(crate) struct UrlSigner {
    key: hmac::Key,
    clock: Clock,
}

impl UrlSigner {
    pub(crate) fn new(secret: &SecretBox<[u8; 32]>, clock: Clock) -> Self {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.expose_secret());
        Self { key, clock }
    }

    /// Signs a URL that is valid until `expires_at_s`, in Unix seconds.
    pub(crate) fn sign(&self, purpose: UrlPurpose, subject: &str, expires_at_s: i64) -> Signature {
        let mac = hmac::sign(&self.key, &message(purpose, subject, expires_at_s));
        Signature {
            expires_at_s,
            mac: URL_SAFE_NO_PAD.encode(mac),
        }
    }

    /// Returns true if the server made this signature for this purpose and subject, and it has not
    /// expired.
    pub(crate) fn is_valid(
        &self,
        signature: &Signature,
        purpose: UrlPurpose,
        subject: &str,
    ) -> bool {
        let message = message(purpose, subject, signature.expires_at_s);
        let is_ours = URL_SAFE_NO_PAD
            .decode(&signature.mac)
            .is_ok_and(|mac| hmac::verify(&self.key, &message, &mac).is_ok());
        is_ours && signature.left_s(&self.clock) >= 0
    }
}

impl fmt::Debug for UrlSigner {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("UrlSigner")
    }
}

fn message(purpose: UrlPurpose, subject: &str, expires_at_s: i64) -> Vec<u8> {
    format!("{}\n{subject}\n{expires_at_s}", purpose.as_str()).into_bytes()
}
