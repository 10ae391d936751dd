//! The reviewers: operators add and remove them, a link registers a passkey, and a passkey opens a session.

mod challenge;
mod command;
mod enrolment;
mod passkey;
mod sign_in;

pub(crate) use crate::features::opaque_token::LENGTH as TOKEN_LENGTH;
pub(crate) use challenge::ChallengeKey;
pub use command::{ReviewerCommand, ReviewerError};
pub(crate) use passkey::RelyingParty;

use std::sync::Arc;

use enmusubi_core::review::{AuditAction, ReviewerRole};

use crate::clock::{Clock, HOUR_MS, MINUTE_MS, Millis};
use crate::error::{Error, Result};
use crate::features::opaque_token::{generate, hash};
use crate::features::person_key::PersonKey;
use crate::features::session;
use crate::store::audit::actor::Actor;
use crate::store::audit::{self, Act};
use crate::store::meeting::block::HashedPerson;
pub use crate::store::reviewer::LinkedMember;
use crate::store::reviewer::{self, Reviewer, Session};
use crate::store::{self, AccountId, Database, ReviewerId, Transaction};

/// A session ends after this time, however much it is used.
const LONGEST_MS: i64 = 12 * HOUR_MS;
/// A session ends after this time without a call. The table knows the latest call within [`SEEN_EVERY_MS`].
const IDLE_MS: i64 = 30 * MINUTE_MS;
/// The least time between two writes of a session's latest call. Without it, every call would write.
const SEEN_EVERY_MS: i64 = MINUTE_MS;
/// Sessions stay in the table for this long after they began, so that their tokens get E001B for a while.
const SESSION_STORED_MS: i64 = 2 * LONGEST_MS;

/// Adds, removes and authenticates reviewers.
#[derive(Debug, Clone)]
pub struct Reviewers {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    /// Hashes LINE user ids, by which the server recognises a person whose account was deleted.
    pub(crate) key: PersonKey,
    /// `None` if the host of the public URL is an IP address, to which no passkey can belong.
    pub(crate) relying_party: Option<Arc<RelyingParty>>,
    pub(crate) challenge_key: ChallengeKey,
    /// The public URL without a slash at its end, for links.
    pub(crate) public_url: String,
    /// The scheme, host and port of the public URL.
    pub(crate) public_origin: String,
}

/// A reviewer with an open session.
#[derive(Debug, Clone)]
pub struct SignedInReviewer {
    /// The id, which no later reviewer gets.
    pub id: ReviewerId,
    /// The name that other reviewers read.
    pub name: String,
    pub role: ReviewerRole,
    /// The reviewer as a member.
    pub member: Option<LinkedMember>,
}

/// An open session.
#[derive(Debug, Clone)]
pub(crate) struct OpenSession {
    token_hash: String,
    /// The latest end of the session, in Unix milliseconds.
    pub(crate) expires_at_ms: Millis,
}

/// A session that has just been opened, with its token.
#[derive(Debug)]
pub(crate) struct NewSession {
    pub(crate) reviewer: SignedInReviewer,
    /// The token itself. The server stores only its hash.
    pub(crate) token: String,
}

/// The time for which a browser keeps the token, in seconds.
pub(crate) const SESSION_S: i64 = LONGEST_MS / 1000;

impl From<Reviewer> for SignedInReviewer {
    fn from(reviewer: Reviewer) -> Self {
        Self {
            id: reviewer.id,
            name: reviewer.name,
            role: reviewer.role,
            member: reviewer.member,
        }
    }
}

impl Reviewers {
    /// Authenticates the token of a session. Returns E001A if it is unknown or revoked, or if the reviewer was removed,
    /// and E001B if the session has ended by time.
    pub(crate) async fn authenticate(
        &self,
        token: &str,
    ) -> Result<(SignedInReviewer, OpenSession)> {
        let now_ms = self.clock.now_ms();
        let reads = &self.database.reads;
        let found = reviewer::find_session(reads, &hash(token)).await?;
        let session = found
            .filter(|session| session.revoked_at_ms.is_none())
            .ok_or_else(session::unknown)?;
        let expires_at_ms = session.created_at_ms + LONGEST_MS;
        if now_ms >= expires_at_ms.min(session.last_seen_at_ms + IDLE_MS) {
            return Err(Error::expired_token("The session has expired."));
        }
        let found = reviewer::find(reads, session.reviewer_id).await?;
        let reviewer = found.ok_or_else(session::unknown)?;
        if now_ms - session.last_seen_at_ms >= SEEN_EVERY_MS {
            reviewer::see_session(&self.database.writes, &session.token_hash, now_ms).await?;
        }
        let open = OpenSession {
            token_hash: session.token_hash,
            expires_at_ms,
        };
        Ok((reviewer.into(), open))
    }

    pub(crate) async fn sign_out(
        &self,
        reviewer: &SignedInReviewer,
        session: &OpenSession,
    ) -> Result<()> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        if !reviewer::revoke_session(&transaction, &session.token_hash, now_ms).await? {
            return Ok(());
        }
        record_own(&transaction, reviewer.id, AuditAction::SignOut, now_ms).await?;
        transaction.commit().await
    }

    /// Deletes rows that have expired.
    pub(crate) async fn clean_up(&self) -> Result<()> {
        let now_ms = self.clock.now_ms();
        let writes = &self.database.writes;
        reviewer::delete_expired_challenges(writes, now_ms).await?;
        reviewer::delete_expired_links(writes, now_ms).await?;
        reviewer::delete_ended_sessions(writes, now_ms - SESSION_STORED_MS).await
    }

    fn hashed(&self, account_id: AccountId, line_user_id: &str) -> HashedPerson {
        HashedPerson {
            account_id,
            hash: self.key.hash(line_user_id),
        }
    }

    fn relying_party(&self) -> Result<&RelyingParty> {
        self.relying_party.as_deref().ok_or_else(|| {
            Error::forbidden(
                "Passkeys need a host name in PUBLIC_BASE_URL, and it has an IP address.",
            )
        })
    }

    /// Opens a session within a transaction.
    async fn open(
        transaction: &Transaction,
        reviewer: Reviewer,
        now_ms: Millis,
    ) -> Result<NewSession> {
        let token = generate()?;
        let session = Session {
            token_hash: hash(&token),
            reviewer_id: reviewer.id,
            created_at_ms: now_ms,
            last_seen_at_ms: now_ms,
            revoked_at_ms: None,
        };
        reviewer::insert_session(transaction, &session).await?;
        Ok(NewSession {
            reviewer: reviewer.into(),
            token,
        })
    }
}

/// Refuses the answer of an authenticator. All reasons have the same error, so that a thief learns none.
fn refuse(ceremony: &'static str, refused: passkey::Refused) -> Error {
    tracing::warn!(ceremony, reason = refused.0, "a passkey was refused");
    Error::invalid_token("The passkey was not accepted.")
}

/// Records an act of a reviewer about themselves. Call this directly before the commit: until then, other transactions
/// that add rows to the audit log wait.
async fn record_own(
    transaction: &Transaction,
    reviewer_id: ReviewerId,
    action: AuditAction,
    now_ms: Millis,
) -> Result<()> {
    let actor = Actor::Reviewer(reviewer_id);
    record(transaction, actor, action, reviewer_id, now_ms).await
}

/// Records an act about a reviewer. Call this directly before the commit, as [`record_own`] says.
async fn record(
    transaction: &Transaction,
    actor: Actor,
    action: AuditAction,
    reviewer_id: ReviewerId,
    now_ms: Millis,
) -> Result<()> {
    let act = Act {
        reviewer_id: Some(reviewer_id),
        ..Act::new(&actor, action)
    };
    audit::append(transaction, act, now_ms).await
}
