//! The limits of a reviewer in the console: the cases that a reviewer holds at once, and the cases claimed and the
//! files opened in an hour.
//!
//! A thief can steal the session of a reviewer, and a reviewer can be bribed. The command line has no limits: it
//! belongs to the operator, who reads the database anyway.

use std::time::Duration;

use enmusubi_core::limits::{CLAIMS_AT_ONCE, CLAIMS_PER_HOUR, OPENINGS_PER_HOUR};
use enmusubi_core::review::AuditAction;
use enmusubi_core::{FieldErrorCode, Params};

use super::Reviews;
use super::record::record;
use crate::clock::{HOUR_MS, Millis};
use crate::error::{BrokenRule, Error, Result};
use crate::features::session;
use crate::ops::metrics;
use crate::store::audit::actor::Actor;
use crate::store::review::review_case::{StoredCase, TURN_PAUSE_MS, list_lease_ends};
use crate::store::{self, CanRead, CaseId, Transaction, audit, reviewer};

/// A limit of the acts of a reviewer in an hour.
#[derive(Debug, Clone, Copy)]
pub(super) enum HourlyLimit {
    /// The different cases that the reviewer claims.
    Claims,
    /// The files that the reviewer opens.
    Openings,
}

impl HourlyLimit {
    /// The name of the limit in the error and in the audit log.
    const fn name(self) -> &'static str {
        match self {
            Self::Claims => "claimsPerHour",
            Self::Openings => "openings",
        }
    }

    const fn max(self) -> u64 {
        match self {
            Self::Claims => CLAIMS_PER_HOUR,
            Self::Openings => OPENINGS_PER_HOUR,
        }
    }

    /// Returns the moment until which the limit refuses the act, or `None` if the limit allows it. The answer is
    /// certain only under the lock of the reviewer.
    pub(super) async fn find_end(
        self,
        connection: &impl CanRead,
        actor: Actor,
        case_id: CaseId,
        now_ms: Millis,
    ) -> Result<Option<Millis>> {
        if !is_limited(actor) {
            return Ok(None);
        }
        let (n, since_ms) = (self.max(), now_ms - HOUR_MS);
        let first_ms = match self {
            Self::Claims => {
                audit::find_nth_latest_claim(connection, actor, case_id, n, since_ms).await?
            }
            Self::Openings => {
                let action = AuditAction::OpenEvidence;
                audit::find_nth_latest(connection, actor, action, n, since_ms).await?
            }
        };
        Ok(first_ms.map(|first_ms| first_ms + HOUR_MS))
    }
}

/// Locks the row of a reviewer until the transaction ends. Without the lock, two concurrent acts would not count each
/// other. Returns E001A for a reviewer who was removed after the request had been authenticated.
pub(super) async fn lock_reviewer(transaction: &Transaction, actor: Actor) -> Result<()> {
    let Actor::Reviewer(id) = actor else {
        return Ok(());
    };
    let found = reviewer::find_locked(transaction, id).await?;
    found.map(drop).ok_or_else(session::unknown)
}

/// Returns the moment until which the actor can hold no further case, or `None` if there is room for one. The caller
/// has locked the reviewer.
pub(super) async fn find_room_end(
    transaction: &Transaction,
    actor: Actor,
    case_id: CaseId,
    now_ms: Millis,
) -> Result<Option<Millis>> {
    if !is_limited(actor) {
        return Ok(None);
    }
    let ends = list_lease_ends(transaction, actor, case_id, now_ms).await?;
    Ok((ends.len() >= CLAIMS_AT_ONCE).then(|| ends[ends.len() - CLAIMS_AT_ONCE]))
}

/// Returns E005 if the actor has no room for another case. The caller has locked the reviewer.
pub(super) async fn require_room(
    transaction: &Transaction,
    actor: Actor,
    case_id: CaseId,
    now_ms: Millis,
) -> Result<()> {
    let end_ms = find_room_end(transaction, actor, case_id, now_ms).await?;
    Error::refuse_until(end_ms, now_ms)
        .map_err(|error| at(error, "claims", Some(CLAIMS_AT_ONCE as u64)))
}

/// Returns the E005 for a reviewer whose turn of a case is over.
pub(super) fn turn_over() -> Error {
    let pause_ms = TURN_PAUSE_MS.unsigned_abs();
    let error = Error::too_many_requests(Duration::from_millis(pause_ms));
    at(error, "turn", None)
}

impl Reviews {
    /// Returns the E005 of a reviewer who has reached the limit of an hour. The first refusal of an hour writes a row
    /// of the audit log, which leads see; later refusals write nothing.
    pub(super) async fn refuse_until(
        &self,
        end_ms: Millis,
        limit: HourlyLimit,
        actor: Actor,
        case: &StoredCase,
    ) -> Result<Error> {
        metrics::refused_opening();
        let now_ms = self.clock.now_ms();
        if !is_noted(&self.database.reads, actor, now_ms).await? {
            let transaction = store::begin(&self.database).await?;
            lock_reviewer(&transaction, actor).await?;
            if !is_noted(&transaction, actor, now_ms).await? {
                let name = limit.name();
                tracing::warn!(%actor, limit = name, "a reviewer has reached the limit of an hour");
                let action = AuditAction::OpeningsRefused;
                record(&transaction, actor, action, case, name, now_ms).await?;
                transaction.commit().await?;
            }
        }
        let error = Error::too_many_requests_until(end_ms, now_ms);
        Ok(at(error, limit.name(), Some(limit.max())))
    }
}

/// Returns true if the audit log has a refusal of the last hour.
async fn is_noted(connection: &impl CanRead, actor: Actor, now_ms: Millis) -> Result<bool> {
    let (action, since_ms) = (AuditAction::OpeningsRefused, now_ms - HOUR_MS);
    let noted = audit::find_nth_latest(connection, actor, action, 1, since_ms).await?;
    Ok(noted.is_some())
}

/// Only reviewers have limits: the command line belongs to the operator.
const fn is_limited(actor: Actor) -> bool {
    matches!(actor, Actor::Reviewer(_))
}

/// Adds the limit that the reviewer has reached, so that the console can name it.
fn at(mut error: Error, limit: &'static str, max: Option<u64>) -> Error {
    error.fields.push(BrokenRule {
        path: limit.to_owned(),
        code: FieldErrorCode::TooMany,
        params: Params {
            max: max.and_then(|max| i32::try_from(max).ok()),
            ..Params::NONE
        },
    });
    error
}
