//! Sessions: opaque tokens that the table holds as hashes, that are renewed while they are used and
//! that can be revoked.

use std::sync::Arc;

use crate::clock::{Clock, DAY_MS, MINUTE_MS, Millis};
use crate::error::{Error, Result};
use crate::features::opaque_token::{generate, hash};
use crate::store::{self, BatchedReads, Database};

pub(crate) use crate::store::account::session::{Session, TokenKind};

/// The largest number of open sessions of one account, and of registration tokens of one person. It is more than the
/// number of devices that a person has, and keeps one LINE account from filling the table.
const MAX_OPEN_SESSIONS: usize = 20;

/// A token lasts a week.
const LIFETIME_MS: i64 = 7 * DAY_MS;
/// A login ends after this time, however often its token is renewed.
const LONGEST_MS: i64 = 30 * DAY_MS;
/// The old token stays valid for this long after a renewal, for requests that are already under way.
const GRACE_MS: i64 = MINUTE_MS;

/// A token that the client stores.
pub(crate) struct IssuedToken {
    /// The token itself. The server stores only its hash.
    pub(crate) token: String,
    /// The end of the token's lifetime, in Unix milliseconds.
    pub(crate) expires_at_ms: Millis,
}

/// An authenticated caller.
pub(crate) struct Bearer {
    /// The row of the token.
    pub(crate) session: Session,
    /// A newer token, which the response carries to the client.
    pub(crate) renewed: Option<IssuedToken>,
}

/// Opens, authenticates and closes sessions.
#[derive(Debug, Clone)]
pub(crate) struct Sessions {
    pub(crate) database: Database,
    pub(crate) batched_reads: Arc<BatchedReads>,
    pub(crate) clock: Clock,
}

impl Sessions {
    /// Opens a session, or issues a registration token for the time before there is an account. Ends the user's oldest
    /// logins of the same kind beyond `MAX_OPEN_SESSIONS`.
    pub(crate) async fn open(&self, kind: TokenKind, line_user_id: &str) -> Result<IssuedToken> {
        let token = generate()?;
        let session = Session::begin(kind, line_user_id, hash(&token), self.clock.now_ms());
        store::account::session::insert_login(&self.database, &session, MAX_OPEN_SESSIONS).await?;
        Ok(IssuedToken {
            token,
            expires_at_ms: session.expires_at_ms,
        })
    }

    /// Authenticates a token, and renews it once half of its lifetime has passed. Returns E001A if the
    /// token is unknown or revoked, and E001B if it has expired.
    pub(crate) async fn authenticate(&self, token: &str) -> Result<Bearer> {
        let now_ms = self.clock.now_ms();
        let session = self.batched_reads.session(hash(token)).await?;
        let session = session.ok_or_else(unknown)?;
        match session.state(now_ms) {
            SessionState::Revoked => Err(unknown()),
            SessionState::Expired => Err(Error::expired_token("The session has expired.")),
            SessionState::Valid => Ok(Bearer {
                session,
                renewed: None,
            }),
            SessionState::DueForRenewal => {
                let renewed = self.renew(&session, now_ms).await?;
                Ok(Bearer { session, renewed })
            }
        }
    }

    /// Logs out: revokes the token and every token that it was renewed from or into.
    pub(crate) async fn close(&self, session: &Session) -> Result<()> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        store::account::session::revoke_family(&transaction, &session.family, now_ms).await?;
        transaction.commit().await
    }

    /// Logs out on every device: revokes all sessions and registration tokens of a LINE user.
    pub(crate) async fn close_all(&self, line_user_id: &str) -> Result<()> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        store::account::session::revoke_all_of(&transaction, line_user_id, now_ms).await?;
        transaction.commit().await
    }

    /// Replaces the token by a newer one. Returns `None` if a concurrent request has already done
    /// so.
    async fn renew(&self, old: &Session, now_ms: Millis) -> Result<Option<IssuedToken>> {
        let token = generate()?;
        let new = old.renew(hash(&token), now_ms);
        let grace_ends_ms = old.grace_ends_ms(now_ms);
        let won =
            store::account::session::replace(&self.database, old, &new, now_ms, grace_ends_ms)
                .await?;
        Ok(won.then_some(IssuedToken {
            token,
            expires_at_ms: new.expires_at_ms,
        }))
    }
}

/// The state of a token at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SessionState {
    Revoked,
    Expired,
    DueForRenewal,
    Valid,
}

impl Session {
    /// Returns the row of a new login's first token.
    fn begin(kind: TokenKind, line_user_id: &str, token_hash: String, now_ms: Millis) -> Self {
        Self {
            kind,
            line_user_id: line_user_id.to_owned(),
            family: token_hash.clone(),
            token_hash,
            login_at_ms: now_ms,
            issued_at_ms: now_ms,
            expires_at_ms: now_ms + LIFETIME_MS,
            renewed_at_ms: None,
            revoked_at_ms: None,
        }
    }

    /// Returns the state of the token at `now_ms`.
    fn state(&self, now_ms: Millis) -> SessionState {
        let half_ms = self.issued_at_ms + LIFETIME_MS / 2;
        // Near the end of the 30 days a newer token would not last longer.
        let lasts_longer = self.login_at_ms + LONGEST_MS > self.expires_at_ms;
        if self.revoked_at_ms.is_some() {
            SessionState::Revoked
        } else if now_ms >= self.expires_at_ms {
            SessionState::Expired
        } else if self.kind == TokenKind::Session
            && self.renewed_at_ms.is_none()
            && now_ms >= half_ms
            && lasts_longer
        {
            SessionState::DueForRenewal
        } else {
            SessionState::Valid
        }
    }

    /// Returns the row of a newer token for the same login.
    fn renew(&self, token_hash: String, now_ms: Millis) -> Self {
        Self {
            token_hash,
            issued_at_ms: now_ms,
            expires_at_ms: (now_ms + LIFETIME_MS).min(self.login_at_ms + LONGEST_MS),
            ..self.clone()
        }
    }

    /// Returns the end of this token if a newer one replaces it at `now_ms`.
    fn grace_ends_ms(&self, now_ms: Millis) -> Millis {
        (now_ms + GRACE_MS).min(self.expires_at_ms)
    }
}

/// The error for a token that is missing, revoked, or was never issued.
pub(crate) fn unknown() -> Error {
    Error::invalid_token("The token is missing, unknown or revoked.")
}

#[cfg(test)]
mod tests;
