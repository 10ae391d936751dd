//! The numbers that a waiting member sees: the cases before theirs, and the time that cases have taken.

use enmusubi_core::{CaseKind, CaseState};
use sea_orm::sea_query::{Asterisk, Expr, ExprTrait as _, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _, QueryTrait as _,
};

use super::QueueKey;
use super::queue::{place, value_of};
use crate::error::{Error, Result};
use crate::store::database::CanRead;
use crate::store::entity::review_case::{Column, Entity};

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

/// The database stops at the limit, so that a long queue costs no more than a short one.
fn ahead(key: QueueKey, limit: u64) -> SelectStatement {
    let earlier = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::State.eq(CaseState::Open.as_str()))
        .filter(place().lt(value_of(key)))
        .limit(limit);
    Query::select()
        .expr(Expr::col(Asterisk).count())
        .from_subquery(earlier.into_query(), "earlier")
        .take()
}

/// Returns the times from the submission to the decision, in milliseconds, of the cases about profiles that were
/// decided from `from_ms` on: at most `limit`, the latest ones.
pub(crate) async fn list_durations_ms(
    connection: &impl CanRead,
    from_ms: i64,
    limit: u64,
) -> Result<Vec<u64>> {
    let kinds = CaseKind::ALL.iter().filter(|kind| kind.is_about_profile());
    let times: Vec<(i64, i64)> = Entity::find()
        .select_only()
        .columns([Column::SubmittedAtMs, Column::DecidedAtMs])
        .filter(Column::DecidedAtMs.gte(from_ms))
        .filter(Column::State.eq(CaseState::Applied.as_str()))
        .filter(Column::Kind.is_in(kinds.map(|kind| kind.as_str())))
        .filter(Column::SecondLookOf.is_null())
        .order_by_desc(Column::DecidedAtMs)
        .limit(limit)
        .into_tuple()
        .all(connection)
        .await?;
    let durations = times
        .into_iter()
        .map(|(from_ms, to_ms)| u64::try_from(to_ms - from_ms).unwrap_or_default());
    Ok(durations.collect())
}

#[cfg(test)]
mod tests {
    use sea_orm::sea_query::SqliteQueryBuilder;
    use sea_orm::{ConnectionTrait as _, DbBackend, Statement};

    use super::*;
    use crate::store::Database;

    #[tokio::test]
    async fn the_place_of_a_case_comes_from_the_index_of_the_queue_alone() {
        let database = Database::open(&"sqlite::memory:".into()).await.unwrap();
        database.migrate().await.unwrap();
        let key = QueueKey {
            urgency: 1,
            due_at_ms: 1_000,
            id: 7,
        };
        let query = ahead(key, 1000);
        let sql = format!("EXPLAIN QUERY PLAN {}", query.to_string(SqliteQueryBuilder));
        let plan = Statement::from_string(DbBackend::Sqlite, sql);
        let steps = database.reads.query_all_raw(plan).await.unwrap();
        let details = steps.iter().map(|step| step.try_get("", "detail"));
        let details: Vec<String> = details.collect::<Result<_, _>>().unwrap();
        let search = "SEARCH review_case USING COVERING INDEX review_case_queue (state=? AND (";
        assert!(
            details.iter().any(|step| step.starts_with(search)),
            "{details:?}"
        );
    }
}
