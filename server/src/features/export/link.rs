//! The address at which a browser that is not logged in fetches an export: good for some minutes, and
//! no longer than the login that asked for it.

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::session::{Kind, Session};
use crate::features::signature::{Signature, SignedFor};
use crate::store;

/// How long a link is good, in seconds: time to change browsers, and no more.
const LIFETIME_S: i64 = 5 * 60;

/// What is in the address.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    /// The hash that stands for the session in the tables. It names nobody.
    pub(crate) session: String,
    pub(crate) signature: Signature,
}

/// A link for the user of this session, from now on for a while.
pub(crate) fn sign(app: &App, session: &Session) -> Link {
    let expires_at_s = app.clock.now_s() + LIFETIME_S;
    Link {
        session: session.token_hash.clone(),
        signature: Signature::new(app, SignedFor::Export, &session.token_hash, expires_at_s),
    }
}

/// Whose export it leads to. Anything but a link of ours that is still good is E003, told in one way;
/// so is one whose login has ended, by a logout, a suspension or the deletion of the account.
pub(crate) async fn require_good(app: &App, link: &Link) -> Result<String> {
    if !link
        .signature
        .is_good(app, SignedFor::Export, &link.session)
    {
        return Err(no_such_export());
    }
    let session = store::session::find(&app.database.reads, &link.session).await?;
    session
        .filter(|session| session.kind == Kind::Session && session.revoked_at_ms.is_none())
        .map(|session| session.line_user_id)
        .ok_or_else(no_such_export)
}

pub(crate) fn no_such_export() -> Error {
    Error::not_found("There is no such export.")
}
