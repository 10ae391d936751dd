//! The introductions that limit new introductions of members: earlier ones, those of the day, and those without an
//! answer.

use std::collections::HashMap;

use chrono::NaiveDate;
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait as _, Func, Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition};

use super::query::{is_shown, sides, with_other};
use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, padded, parse};
use crate::store::meeting::tables::{introduction, introduction_side as side};

/// The character between two ids of a text.
const SEPARATOR: &str = ",";

/// The introductions of a member that count against a limit.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    /// The introductions of the day.
    pub(crate) of_day: u16,
    /// The introductions that wait for the member's answer.
    pub(crate) waiting: u16,
}

/// For each of these members, returns a pair of accounts for each introduction that the member ever had: the member
/// first.
pub(crate) async fn list_partners(
    connection: &impl CanRead,
    account_ids: &[AccountId],
) -> Result<Vec<(AccountId, AccountId)>> {
    let mut pairs = Vec::new();
    for query in partners(account_ids) {
        for row in connection.query_all(&query).await? {
            let account_id = row.try_get_by_index(0)?;
            let partners: String = row.try_get_by_index(1)?;
            for partner in partners.split(SEPARATOR) {
                pairs.push((account_id, parse(partner)?));
            }
        }
    }
    Ok(pairs)
}

/// Returns two statements: for the members with the lower id of a pair, and for those with the higher id. Each row is a
/// member with the ids of all partners as one text. With a row for each pair, the driver of SQLite needs ten times as
/// long.
pub(super) fn partners(account_ids: &[AccountId]) -> [SelectStatement; 2] {
    use introduction::Column::{HighId, LowId};
    [(LowId, HighId), (HighId, LowId)].map(|(own, other)| {
        let ids = Expr::col(other).cast_as("text");
        Query::select()
            .column(own)
            .expr(Func::cust("string_agg").arg(ids).arg(SEPARATOR))
            .from(introduction::Entity)
            .and_where(own.is_in(padded(account_ids.to_vec())))
            .group_by_col(own)
            .take()
    })
}

/// Counts the introductions of these members. A member without introductions is missing. An introduction without an
/// answer waits until it expires or ends, but does not wait while its other member is paused or not approved.
pub(crate) async fn count(
    connection: &impl CanRead,
    account_ids: &[AccountId],
    day: NaiveDate,
    now_ms: Millis,
) -> Result<HashMap<AccountId, Counts>> {
    let number = |n: i64| u16::try_from(n).unwrap_or(u16::MAX);
    let rows = connection
        .query_all(&counts(account_ids, day, now_ms))
        .await?;
    rows.iter()
        .map(|row| {
            let counts = Counts {
                of_day: number(row.try_get_by_index(1)?),
                waiting: number(row.try_get_by_index(2)?),
            };
            Ok((row.try_get_by_index(0)?, counts))
        })
        .collect()
}

/// Selects the members with their counts. Without the list of ids, SQLite would read the sides of all days.
pub(super) fn counts(account_ids: &[AccountId], day: NaiveDate, now_ms: Millis) -> SelectStatement {
    let number_of =
        |rows: Condition| Expr::expr(CaseStatement::new().case(rows, 1).finally(0)).sum();
    let is_of_day = Condition::all().add(side::Column::Day.eq(day));
    let is_waiting = is_shown(now_ms).add(side::Column::Answer.is_null());
    let mut query = with_other(sides());
    query
        .column((side::Entity, side::Column::AccountId))
        .expr(number_of(is_of_day))
        .expr(number_of(is_waiting))
        // The counted introductions, those of the day and the open ones, have not expired.
        .and_where(side::Column::ExpiresAtMs.gt(now_ms))
        .and_where(side::Column::AccountId.is_in(padded(account_ids.to_vec())))
        .group_by_col((side::Entity, side::Column::AccountId));
    query
}
