//! The limits of a reviewer in the console: the cases that they hold at once, and the files that they open in an hour.
//!
//! A session of a reviewer can be stolen, and a reviewer bought. The command line belongs to the operator, who reads the
//! database anyway, and has no limits.

use std::time::Duration;

use enmusubi_core::limits::{CLAIMS_AT_ONCE, OPENINGS_PER_HOUR};
use enmusubi_core::{AuditAction, FieldErrorCode, Params};

use super::record::record;
use crate::clock::HOUR_MS;
use crate::error::{BrokenRule, Error, Result};
use crate::ops::metrics;
use crate::store::actor::Actor;
use crate::store::review_case::{StoredCase, TURN_PAUSE_MS, list_lease_ends};
use crate::store::{Transaction, audit, reviewer};

/// Returns the moment until which the actor can hold no further case. Returns `None` if they can.
pub(super) async fn find_room_end(
    transaction: &Transaction,
    actor: Actor,
    case_id: i64,
    now_ms: i64,
) -> Result<Option<i64>> {
    let Actor::Reviewer(id) = actor else {
        return Ok(None);
    };
    // Two claims at the same time would each count without the other.
    reviewer::find_locked(transaction, id).await?;
    let ends = list_lease_ends(transaction, actor, case_id, now_ms).await?;
    Ok((ends.len() >= CLAIMS_AT_ONCE).then(|| ends[ends.len() - CLAIMS_AT_ONCE]))
}

/// Returns E005 if the actor holds as many other cases as they may.
pub(super) async fn require_room(
    transaction: &Transaction,
    actor: Actor,
    case_id: i64,
    now_ms: i64,
) -> Result<()> {
    let end_ms = find_room_end(transaction, actor, case_id, now_ms).await?;
    Error::refuse_until(end_ms, now_ms).map_err(|error| at(error, "claims", CLAIMS_AT_ONCE as u64))
}

/// Returns the E005 for a reviewer whose turn of a case is over.
pub(super) fn turn_over() -> Error {
    let pause_ms = TURN_PAUSE_MS.unsigned_abs();
    let error = Error::too_many_requests(Duration::from_millis(pause_ms));
    at(error, "turn", 1)
}

/// Records that a reviewer opens a file. Returns the E005 of a reviewer who has opened as many in the last hour as they
/// may; the caller commits in both cases, because leads see the first refusal of an hour in the log.
pub(super) async fn record_opening(
    transaction: &Transaction,
    actor: Actor,
    case: &StoredCase,
    file_id: &str,
    now_ms: i64,
) -> Result<Result<()>> {
    let Some(end_ms) = find_openings_end(transaction, actor, now_ms).await? else {
        let action = AuditAction::OpenEvidence;
        record(transaction, actor, action, case, file_id, now_ms).await?;
        return Ok(Ok(()));
    };
    metrics::refused_opening();
    let action = AuditAction::OpeningsRefused;
    let since_ms = now_ms - HOUR_MS;
    let noted = audit::find_nth_latest(transaction, actor, action, 1, since_ms).await?;
    if noted.is_none() {
        tracing::warn!(%actor, "a reviewer has opened as many files as an hour allows");
        record(transaction, actor, action, case, "", now_ms).await?;
    }
    let refused = Error::refuse_until(Some(end_ms), now_ms);
    Ok(refused.map_err(|error| at(error, "openings", OPENINGS_PER_HOUR)))
}

/// Returns the moment until which the actor can open no further file. Returns `None` if they can.
async fn find_openings_end(
    transaction: &Transaction,
    actor: Actor,
    now_ms: i64,
) -> Result<Option<i64>> {
    let Actor::Reviewer(id) = actor else {
        return Ok(None);
    };
    // Openings at the same time would each count without the others.
    reviewer::find_locked(transaction, id).await?;
    let (action, since_ms) = (AuditAction::OpenEvidence, now_ms - HOUR_MS);
    let n = OPENINGS_PER_HOUR;
    let first_ms = audit::find_nth_latest(transaction, actor, action, n, since_ms).await?;
    Ok(first_ms.map(|first_ms| first_ms + HOUR_MS))
}

/// Names the limit that the reviewer has reached, so that the console can say it.
fn at(mut error: Error, limit: &'static str, max: u64) -> Error {
    error.fields.push(BrokenRule {
        path: limit.to_owned(),
        code: FieldErrorCode::TooMany,
        params: Params {
            max: i32::try_from(max).ok(),
            ..Params::NONE
        },
    });
    error
}
