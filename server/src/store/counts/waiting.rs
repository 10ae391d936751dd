//! The rows that wait. Each count reads an index, or a table that is nearly empty.

use enmusubi_core::review::{CaseKind, CaseState};
use sea_orm::sea_query::{Asterisk, CaseStatement, Expr, ExprTrait as _, SimpleExpr};
use sea_orm::{ColumnTrait as _, EntityTrait, QueryFilter as _, QueryOrder as _, QuerySelect as _};

use super::unsigned;
use crate::clock::{HOUR_MS, Millis};
use crate::error::Result;
use crate::store::connection::CanRead;
use crate::store::line::tables::line_message;
use crate::store::meeting::tables::{introduction_request as request, introduction_set as set};
use crate::store::review::tables::review_case;

/// Rows that wait for the same thing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct WaitingRows {
    pub(crate) n_waiting: u64,
    /// The moment from which the oldest row waits.
    pub(crate) oldest_ms: Option<Millis>,
}

/// The open cases of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CountedCases {
    pub(crate) kind: CaseKind,
    pub(crate) line: WaitingRows,
    /// The cases that should be decided already.
    pub(crate) n_overdue: u64,
}

/// Counts the open cases by kind. A kind without open cases is missing.
pub(crate) async fn count_open_cases(
    connection: &impl CanRead,
    now_ms: Millis,
) -> Result<Vec<CountedCases>> {
    use review_case::Column::{DueAtMs, Kind, State};
    let is_overdue = CaseStatement::new().case(DueAtMs.lt(now_ms), 1);
    let rows: Vec<(CaseKind, i64, i64, Millis)> = review_case::Entity::find()
        .select_only()
        .column(Kind)
        .expr(Expr::col(Asterisk).count())
        .expr(Expr::expr(is_overdue).count())
        .expr(DueAtMs.min())
        .filter(State.eq(CaseState::Open))
        .group_by(Kind)
        .into_tuple()
        .all(connection)
        .await?;
    let counted = rows.into_iter().map(|(kind, n, n_overdue, due_ms)| {
        Ok(CountedCases {
            kind,
            line: WaitingRows {
                n_waiting: unsigned(n)?,
                // The index of the queue lacks the time of submission, so compute it: all cases of a kind are due after
                // the same time.
                oldest_ms: Some(due_ms - kind.hours() * HOUR_MS),
            },
            n_overdue: unsigned(n_overdue)?,
        })
    });
    counted.collect()
}

/// Counts the members who wait for introductions before the next daily set.
pub(crate) async fn count_requests(connection: &impl CanRead) -> Result<WaitingRows> {
    let oldest = request::Column::AskedAtMs.min();
    let query = request::Entity::find();
    count_line(connection, query, oldest).await
}

/// Counts the messages in LINE that wait for a try.
pub(crate) async fn count_unsent(connection: &impl CanRead) -> Result<WaitingRows> {
    let oldest = line_message::Column::CreatedAtMs.min();
    let query =
        line_message::Entity::find().filter(line_message::Column::NextTryAtMs.is_not_null());
    count_line(connection, query, oldest).await
}

/// Returns the moment at which the latest daily set was complete.
pub(crate) async fn find_latest_set(connection: &impl CanRead) -> Result<Option<Millis>> {
    Ok(set::Entity::find()
        .select_only()
        .column(set::Column::FinishedAtMs)
        .order_by_desc(set::Column::Day)
        .into_tuple()
        .one(connection)
        .await?)
}

async fn count_line<E: EntityTrait>(
    connection: &impl CanRead,
    query: sea_orm::Select<E>,
    oldest: SimpleExpr,
) -> Result<WaitingRows> {
    let row: Option<(i64, Option<Millis>)> = query
        .select_only()
        .expr(Expr::col(Asterisk).count())
        .expr(oldest)
        .into_tuple()
        .one(connection)
        .await?;
    let (n, oldest_ms) = row.unwrap_or_default();
    Ok(WaitingRows {
        n_waiting: unsigned(n)?,
        oldest_ms,
    })
}
