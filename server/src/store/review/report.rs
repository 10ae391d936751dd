//! The table of reports.

use std::collections::HashMap;

use enmusubi_core::service::{ReportCategory, ReportOutcome};
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _,
    Select,
};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::connection::ids::AccountId;
use crate::store::connection::{self, CanRead, Transaction, padded, searchable, statements};
use crate::store::review::tables::report::{ActiveModel, Column, Entity, Model};

/// A report to store.
#[derive(Debug, Clone)]
pub(crate) struct NewReport {
    pub(crate) reporter_id: AccountId,
    pub(crate) reported_id: AccountId,
    pub(crate) category: ReportCategory,
    pub(crate) note: String,
    /// The snapshot of the reported member, on which the reviewer decides.
    pub(crate) snapshot: Value,
}

/// A report in the queue of the reviewers.
#[derive(Debug, Clone)]
pub(crate) struct OpenReport {
    pub(crate) public_id: String,
    pub(crate) reporter_id: AccountId,
    pub(crate) reported_id: AccountId,
    pub(crate) category: ReportCategory,
    pub(crate) created_at_ms: Millis,
}

/// A report with everything that reviewers see of it.
#[derive(Debug, Clone)]
pub(crate) struct StoredReport {
    pub(crate) open: OpenReport,
    pub(crate) note: String,
    pub(crate) snapshot: Value,
}

/// The decision about a report.
#[derive(Debug, Clone)]
pub(crate) struct DecidedReport {
    pub(crate) outcome: ReportOutcome,
    pub(crate) actor: String,
    pub(crate) at_ms: Millis,
}

/// The numbers of reports by a member, or of members who have reported one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ReportCounts {
    pub(crate) open: u64,
    pub(crate) dismissed: u64,
    pub(crate) upheld: u64,
}

/// The part that a member has in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Reporter,
    Reported,
}

/// Stores a report and returns its public id.
pub(crate) async fn insert(
    transaction: &Transaction,
    report: NewReport,
    now_ms: Millis,
) -> Result<String> {
    let public_id = Uuid::new_v4().to_string();
    let row = ActiveModel {
        public_id: Set(public_id.clone()),
        reporter_id: Set(report.reporter_id),
        reported_id: Set(report.reported_id),
        category: Set(report.category),
        note: Set(report.note),
        snapshot: Set(report.snapshot.to_string()),
        created_at_ms: Set(now_ms),
        ..ActiveModel::default()
    };
    statements::insert(transaction, row).await?;
    Ok(public_id)
}

/// Returns true if the member has sent the same report about the other member before, and no reviewer has decided about
/// it.
pub(crate) async fn is_open(
    connection: &impl CanRead,
    account_id: AccountId,
    other_id: AccountId,
    category: ReportCategory,
    note: &str,
) -> Result<bool> {
    let found = Entity::find()
        .filter(Column::ReporterId.eq(account_id))
        .filter(Column::ReportedId.eq(other_id))
        .filter(Column::Category.eq(category))
        .filter(Column::Note.eq(note))
        .filter(Column::DecidedAtMs.is_null())
        .one(connection)
        .await?;
    Ok(found.is_some())
}

/// Returns the time of the `n`-th latest report of a member after a moment, counted from 1.
pub(crate) async fn find_nth_latest(
    connection: &impl CanRead,
    reporter_id: AccountId,
    after_ms: Millis,
    n: u64,
) -> Result<Option<Millis>> {
    let by = (Column::ReporterId, reporter_id);
    let at = (Column::CreatedAtMs, after_ms);
    connection::find_nth_latest::<Entity>(connection, by, at, n).await
}

pub(crate) async fn find(
    connection: &impl CanRead,
    public_id: &str,
) -> Result<Option<StoredReport>> {
    let row = Entity::find()
        .filter(Column::PublicId.eq(searchable(public_id)))
        .one(connection)
        .await?;
    row.map(stored).transpose()
}

/// Counts the reports by these members, or the members who have reported them, by account id. A member without reports
/// is missing.
pub(crate) async fn count(
    connection: &impl CanRead,
    part: Part,
    account_ids: Vec<AccountId>,
) -> Result<HashMap<AccountId, ReportCounts>> {
    // Count the reporters: many reports by one member are one voice about the reported member.
    let (column, counted) = match part {
        Part::Reporter => (Column::ReporterId, Column::Id),
        Part::Reported => (Column::ReportedId, Column::ReporterId),
    };
    let rows: Vec<(AccountId, Option<ReportOutcome>, i64)> = Entity::find()
        .select_only()
        .column(column)
        .column(Column::Outcome)
        .expr(Expr::col(counted).count_distinct())
        .filter(column.is_in(padded(account_ids)))
        .group_by(column)
        .group_by(Column::Outcome)
        .into_tuple()
        .all(connection)
        .await?;
    let mut counts: HashMap<AccountId, ReportCounts> = HashMap::new();
    for (account_id, outcome, n) in rows {
        let n = u64::try_from(n).map_err(Error::internal)?;
        let counts = counts.entry(account_id).or_default();
        match outcome {
            None => counts.open = n,
            Some(ReportOutcome::Dismissed) => counts.dismissed = n,
            Some(ReportOutcome::Upheld) => counts.upheld = n,
        }
    }
    Ok(counts)
}

/// Decides about a report. Returns false if the report has a decision or was deleted.
pub(crate) async fn decide(
    transaction: &Transaction,
    public_id: &str,
    decision: DecidedReport,
) -> Result<bool> {
    let updated = Entity::update_many()
        .col_expr(Column::DecidedAtMs, Expr::value(decision.at_ms))
        .col_expr(Column::Outcome, Expr::value(decision.outcome))
        .col_expr(Column::Actor, Expr::value(decision.actor))
        .filter(Column::PublicId.eq(public_id))
        .filter(Column::DecidedAtMs.is_null())
        .exec(transaction)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Clears the notes and snapshots of reports that were decided at that moment or earlier, `limit` at most, and returns
/// the number of them. Category, outcome and times stay, because reviewers see the counts.
pub(crate) async fn clear_decided_before(
    transaction: &Transaction,
    before_ms: Millis,
    limit: u64,
) -> Result<u64> {
    // Two servers that clear at the same time lock the rows in the same order.
    let due = due_before(before_ms, limit).lock_exclusive();
    let due: Vec<i64> = due.into_tuple().all(transaction).await?;
    let cleared = Entity::update_many()
        .col_expr(Column::Note, Expr::value(""))
        .col_expr(Column::Snapshot, Expr::value(CLEARED))
        .filter(Column::Id.is_in(padded(due)))
        .exec(transaction)
        .await?;
    Ok(cleared.rows_affected)
}

fn due_before(before_ms: Millis, limit: u64) -> Select<Entity> {
    Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::DecidedAtMs.lte(before_ms))
        // The database uses the index of uncleared reports only for a literal, not for a parameter.
        .filter(Expr::col(Column::Snapshot).ne(Expr::cust("'null'")))
        .order_by_asc(Column::Id)
        .limit(limit)
}

/// The snapshot of a report whose snapshot was deleted, as JSON.
const CLEARED: &str = "null";

/// Returns the reports of a member, the oldest first.
pub(crate) async fn list_of(
    connection: &impl CanRead,
    reporter_id: AccountId,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::ReporterId.eq(reporter_id))
        .order_by_asc(Column::Id)
        .all(connection)
        .await?)
}

fn stored(row: Model) -> Result<StoredReport> {
    Ok(StoredReport {
        open: OpenReport {
            public_id: row.public_id,
            reporter_id: row.reporter_id,
            reported_id: row.reported_id,
            category: row.category,
            created_at_ms: row.created_at_ms,
        },
        note: row.note,
        snapshot: serde_json::from_str(&row.snapshot).map_err(Error::internal)?,
    })
}

#[cfg(test)]
mod tests {
    use sea_orm::{ConnectionTrait as _, DbBackend, QueryTrait as _, Statement};

    use super::*;
    use crate::store::Database;

    #[tokio::test]
    async fn the_uncleared_reports_have_an_index() {
        let database = Database::open(&"sqlite::memory:".into()).await.unwrap();
        database.migrate().await.unwrap();
        let due = due_before(Millis(0), 10).build(DbBackend::Sqlite);
        let sql = format!("EXPLAIN QUERY PLAN {}", due.sql);
        let plan = Statement { sql, ..due };
        let steps = database.reads.query_all_raw(plan).await.unwrap();
        let step: String = steps[0].try_get("", "detail").unwrap();
        assert!(step.contains("USING INDEX report_uncleared"), "{step}");
    }
}
