//! The numbers that a waiting member sees: the cases before the member's own case, and the time that cases have taken.

use enmusubi_core::review::{CaseKind, CaseState};
use sea_orm::sea_query::{Asterisk, Expr, ExprTrait as _, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _, QueryTrait as _,
    Select,
};

use super::QueueKey;
use super::queue::{in_order, place, value_of};
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::connection::CanRead;
use crate::store::review::tables::review_case::{Column, Entity};

/// Counts the open cases before a place in the queue, at most `limit`.
pub(crate) async fn count_ahead(
    connection: &impl CanRead,
    key: QueueKey,
    limit: u64,
) -> Result<u64> {
    let counted = connection.query_one(&ahead(key, limit)).await?;
    let counted = counted.ok_or_else(|| Error::internal("a count without a row"))?;
    let n_ahead: i64 = counted.try_get_by_index(0)?;
    u64::try_from(n_ahead).map_err(Error::internal)
}

/// Counts the cases before a place among the first `limit` cases of the queue. PostgreSQL reads the index of the queue
/// in its order and stops at the limit. With the comparison inside the limited query, it would read all entries before
/// the place, because it misjudges their number.
pub(super) fn ahead(key: QueueKey, limit: u64) -> SelectStatement {
    let first = Entity::find()
        .select_only()
        .columns([Column::Urgency, Column::DueAtMs, Column::Id])
        .filter(Column::State.eq(CaseState::Open));
    let first = in_order(first).limit(limit);
    Query::select()
        .expr(Expr::col(Asterisk).count())
        .from_subquery(first.into_query(), "first_cases")
        .and_where(place().lt(value_of(key)))
        .take()
}

/// Returns the times from the submission to the decision, in milliseconds, of the cases about profiles that were
/// decided from `from_ms` on. Reads the latest `limit` decisions about cases of all kinds.
pub(crate) async fn list_durations_ms(
    connection: &impl CanRead,
    from_ms: Millis,
    limit: u64,
) -> Result<Vec<u64>> {
    let decided: Vec<(Millis, Millis, CaseKind, CaseState)> = decided_from(from_ms, limit)
        .into_tuple()
        .all(connection)
        .await?;
    let mut durations = Vec::new();
    for (submitted_at_ms, decided_at_ms, kind, state) in decided {
        // A decision that is not in effect can still be undone.
        if kind.is_about_profile() && state == CaseState::Applied {
            durations.push(u64::try_from(decided_at_ms - submitted_at_ms).unwrap_or_default());
        }
    }
    Ok(durations)
}

/// Selects the latest decisions. The condition leaves out the kind and the state, because SQLite would then choose an
/// index of these columns and read all cases that were ever decided.
pub(super) fn decided_from(from_ms: Millis, limit: u64) -> Select<Entity> {
    Entity::find()
        .select_only()
        .columns([
            Column::SubmittedAtMs,
            Column::DecidedAtMs,
            Column::Kind,
            Column::State,
        ])
        .filter(Column::DecidedAtMs.gte(from_ms))
        .filter(Column::SecondLookOf.is_null())
        .order_by_desc(Column::DecidedAtMs)
        .limit(limit)
}
