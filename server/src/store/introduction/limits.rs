//! The rows that limit new introductions of members: earlier ones, those of the day, and those without an answer.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait as _};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect as _};

use super::query::{is_shown, sides, with_other};
use crate::error::Result;
use crate::store::database::{CanRead, padded};
use crate::store::entity::introduction_side as side;

/// The introductions of a member that count against a limit.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    /// The introductions of the day.
    pub(crate) of_day: u16,
    /// The introductions that wait for the member's answer.
    pub(crate) waiting: u16,
}

/// Returns everybody whom these members were ever introduced to, by account id.
pub(crate) async fn list_partners(
    connection: &impl CanRead,
    account_ids: &[i64],
) -> Result<HashMap<i64, HashSet<i64>>> {
    let rows: Vec<(i64, i64)> = side::Entity::find()
        .select_only()
        .column(side::Column::AccountId)
        .column(side::Column::OtherId)
        .filter(side::Column::AccountId.is_in(padded(account_ids.to_vec())))
        .into_tuple()
        .all(connection)
        .await?;
    let mut partners: HashMap<i64, HashSet<i64>> = HashMap::new();
    for (account_id, other_id) in rows {
        partners.entry(account_id).or_default().insert(other_id);
    }
    Ok(partners)
}

/// Counts the introductions of these members, or of all. A member without any is missing. An introduction without an
/// answer waits until it expires or ends, and not while its other member is paused or not approved.
pub(crate) async fn count(
    connection: &impl CanRead,
    account_ids: Option<&[i64]>,
    day: NaiveDate,
    now_ms: i64,
) -> Result<HashMap<i64, Counts>> {
    let number_of =
        |rows: Condition| Expr::expr(CaseStatement::new().case(rows, 1).finally(0)).sum();
    let is_of_day = Condition::all().add(side::Column::Day.eq(day));
    let is_waiting = is_shown(now_ms).add(side::Column::Answer.is_null());
    let mut query = with_other(sides());
    query
        .column((side::Entity, side::Column::AccountId))
        .expr(number_of(is_of_day))
        .expr(number_of(is_waiting))
        // Introductions of the day have not expired, and only these and the open ones count.
        .and_where(side::Column::ExpiresAtMs.gt(now_ms))
        .group_by_col((side::Entity, side::Column::AccountId));
    if let Some(ids) = account_ids {
        query.and_where(side::Column::AccountId.is_in(padded(ids.to_vec())));
    }
    let number = |n: i64| u16::try_from(n).unwrap_or(u16::MAX);
    let rows = connection.query_all(&query).await?;
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
