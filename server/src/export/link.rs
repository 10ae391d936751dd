//! The address at which a browser that is not logged in fetches an export: good for some minutes, and
//! no longer than the login that asked for it.

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use enmusubi_core::ErrorCode;
use secrecy::ExposeSecret as _;

use crate::app::App;
use crate::error::{Error, Result};
use crate::session::{Kind, Session};
use crate::store;

/// How long a link is good, in seconds: time to change browsers, and no more.
const LIFETIME_S: i64 = 5 * 60;

/// What proves that we made the address.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    /// The hash that stands for the session in the tables. It names nobody.
    pub(crate) session: String,
    /// Unix time in seconds after which it is of no use.
    pub(crate) expires_at_s: i64,
    /// Base64 (URL alphabet) of the HMAC.
    pub(crate) mac: String,
}

/// A link for the user of this session, from now on for a while.
pub(crate) fn sign(app: &App, session: &Session) -> Link {
    let expires_at_s = app.clock.now().timestamp() + LIFETIME_S;
    let mac = hmac::sign(&key(app), &message(&session.token_hash, expires_at_s));
    Link {
        session: session.token_hash.clone(),
        expires_at_s,
        mac: URL_SAFE_NO_PAD.encode(mac),
    }
}

/// Whose export it leads to. Anything but a link of ours that is still good is E003, told in one way;
/// so is one whose login has ended, by a logout, a suspension or the deletion of the account.
pub(crate) async fn require_good(app: &App, link: &Link) -> Result<String> {
    let is_ours = URL_SAFE_NO_PAD.decode(&link.mac).is_ok_and(|mac| {
        hmac::verify(&key(app), &message(&link.session, link.expires_at_s), &mac).is_ok()
    });
    if !is_ours || link.expires_at_s < app.clock.now().timestamp() {
        return Err(no_such_export());
    }
    let session = store::session::find(&app.database.reads, &link.session).await?;
    session
        .filter(|session| session.kind == Kind::Session && session.revoked_at_ms.is_none())
        .map(|session| session.line_user_id)
        .ok_or_else(no_such_export)
}

pub(crate) fn no_such_export() -> Error {
    Error::new(ErrorCode::E003, "There is no such export.")
}

fn key(app: &App) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, app.url_key.expose_secret())
}

/// What is signed. The first word keeps a signature of another purpose from being used here.
fn message(session: &str, expires_at_s: i64) -> Vec<u8> {
    format!("export\n{session}\n{expires_at_s}").into_bytes()
}
