//! Who is logged in: opaque tokens, stored hashed, renewed on the way and revocable.

mod lifetime;
mod token;

pub use crate::store::session::{Kind, Session};

use crate::app::App;
use crate::error::{Error, Result};
use crate::store;
use lifetime::Standing;

/// More than the number of devices that one person has. Somebody with stolen credentials cannot
/// fill the table with sessions.
const MAX_OPEN_SESSIONS: usize = 20;

/// A token for the client to keep.
pub struct Issued {
    /// The token itself; it is nowhere else.
    pub token: String,
    /// When it ends, in Unix milliseconds.
    pub expires_at_ms: i64,
}

/// A bearer who was recognised.
pub struct Bearer {
    /// The row behind the token.
    pub session: Session,
    /// A newer token, to be handed over with the answer.
    pub renewed: Option<Issued>,
}

/// Opens a session and ends the oldest ones beyond `MAX_OPEN_SESSIONS`, or issues a registration
/// token for the time before there is an account.
pub async fn open(app: &App, kind: Kind, line_user_id: &str) -> Result<Issued> {
    let token = token::generate()?;
    let session = Session::begin(kind, line_user_id, token::hash(&token), app.clock.now_ms());
    match kind {
        Kind::Session => {
            store::session::insert_login(&app.database, &session, MAX_OPEN_SESSIONS).await?;
        }
        Kind::RegistrationToken => store::session::insert(&app.database.writes, &session).await?,
    }
    Ok(Issued {
        token,
        expires_at_ms: session.expires_at_ms,
    })
}

/// Recognises a token: E001A when it is unknown or revoked, E001B when its time is over. Renews it
/// once half of its time has passed.
pub async fn authenticate(app: &App, token: &str) -> Result<Bearer> {
    let now_ms = app.clock.now_ms();
    let session = app.lookups.session(token::hash(token)).await?;
    let session = session.ok_or_else(unknown)?;
    match session.standing(now_ms) {
        Standing::Revoked => Err(unknown()),
        Standing::Expired => Err(Error::expired_token("The session has expired.")),
        Standing::Good => Ok(Bearer {
            session,
            renewed: None,
        }),
        Standing::DueForRenewal => {
            let renewed = renew(app, &session, now_ms).await?;
            Ok(Bearer { session, renewed })
        }
    }
}

/// Logs out: this token and every one it was renewed from or into.
pub async fn close(app: &App, session: &Session) -> Result<()> {
    let transaction = store::begin(&app.database).await?;
    store::session::revoke_family(&transaction, &session.family, app.clock.now_ms()).await?;
    transaction.commit().await
}

/// Logs out on every device: ends all sessions and registration tickets of a LINE user.
pub async fn close_all(app: &App, line_user_id: &str) -> Result<()> {
    let transaction = store::begin(&app.database).await?;
    store::session::revoke_all_of(&transaction, line_user_id, app.clock.now_ms()).await?;
    transaction.commit().await
}

/// `None` when a request that came at the same moment got the newer token.
async fn renew(app: &App, old: &Session, now_ms: i64) -> Result<Option<Issued>> {
    let token = token::generate()?;
    let new = old.renew(token::hash(&token), now_ms);
    let grace_ends_ms = old.grace_ends_ms(now_ms);
    let won = store::session::replace(&app.database, old, &new, now_ms, grace_ends_ms).await?;
    Ok(won.then_some(Issued {
        token,
        expires_at_ms: new.expires_at_ms,
    }))
}

/// Of a token that is missing, was never given out, or is good for nothing any more.
pub(crate) fn unknown() -> Error {
    Error::invalid_token("The token is missing, unknown or revoked.")
}

#[cfg(test)]
mod tests;
