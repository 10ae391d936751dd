//! What proves that an address is one that we made, and until when it is good.

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::ExposeSecret as _;

use crate::app::App;

/// What addresses are signed for: a signature of one purpose is of no use for another.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SignedFor {
    /// A photo, by its file id.
    Picture,
    /// An export, by the hash of a session.
    Export,
}

/// The part of an address that proves that we made it.
#[derive(Debug, Clone)]
pub(crate) struct Signature {
    /// Unix time in seconds after which the address is of no use.
    pub(crate) expires_at_s: i64,
    /// Base64 (URL alphabet) of the HMAC.
    pub(crate) mac: String,
}

impl SignedFor {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Picture => "file-fetch",
            Self::Export => "export",
        }
    }
}

impl Signature {
    /// Signs until this Unix time in seconds.
    pub(crate) fn new(app: &App, purpose: SignedFor, subject: &str, expires_at_s: i64) -> Self {
        let mac = hmac::sign(&key(app), &message(purpose, subject, expires_at_s));
        Self {
            expires_at_s,
            mac: URL_SAFE_NO_PAD.encode(mac),
        }
    }

    /// Whether it is ours, for this, and still good.
    pub(crate) fn is_good(&self, app: &App, purpose: SignedFor, subject: &str) -> bool {
        let message = message(purpose, subject, self.expires_at_s);
        let is_ours = URL_SAFE_NO_PAD
            .decode(&self.mac)
            .is_ok_and(|mac| hmac::verify(&key(app), &message, &mac).is_ok());
        is_ours && self.left_s(app) >= 0
    }

    /// For how many more seconds; negative after its end.
    pub(crate) fn left_s(&self, app: &App) -> i64 {
        self.expires_at_s.saturating_sub(app.clock.now_s())
    }
}

fn key(app: &App) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, app.url_key.expose_secret())
}

fn message(purpose: SignedFor, subject: &str, expires_at_s: i64) -> Vec<u8> {
    format!("{}\n{subject}\n{expires_at_s}", purpose.as_str()).into_bytes()
}
