//! The state of the job that makes introductions: the sets that are complete, the members who should not wait for the
//! next set, and the state of each member.

use std::collections::HashMap;

use chrono::NaiveDate;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{
    ActiveValue::{NotSet, Set},
    ColumnTrait as _, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _,
};
use serde_json::Value;

use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, CanWrite, padded, statements};
pub(crate) use crate::store::meeting::tables::introduction_request::Model as Request;
use crate::store::meeting::tables::{
    introduction_member as member, introduction_request as request, introduction_set as set,
};

/// The state of a member in the job.
#[derive(Debug, Clone, Default)]
pub(crate) struct MemberState {
    /// The day of the latest set for which the job looked for introductions of the member.
    pub(crate) served_day: Option<NaiveDate>,
    /// The time of the latest introduction.
    pub(crate) introduced_at_ms: Option<Millis>,
    /// The circles that the member has seen.
    pub(crate) circle: Option<Value>,
}

/// Asks the job to introduce a member before the next daily set. A member has one request, with the time of the latest
/// call.
pub(crate) async fn ask(
    connection: &impl CanWrite,
    account_id: AccountId,
    now_ms: Millis,
) -> Result<()> {
    let row = request::ActiveModel {
        account_id: Set(account_id),
        asked_at_ms: Set(now_ms),
    };
    statements::upsert(connection, row, [request::Column::AskedAtMs]).await
}

/// Returns at most `limit` members who wait for introductions, those who asked first.
pub(crate) async fn list_requests(connection: &impl CanRead, limit: u64) -> Result<Vec<Request>> {
    Ok(request::Entity::find()
        .order_by_asc(request::Column::AskedAtMs)
        .limit(limit)
        .all(connection)
        .await?)
}

/// Deletes requests, unless the member has asked again since they were read.
pub(crate) async fn delete_requests(
    connection: &impl CanWrite,
    requests: &[Request],
) -> Result<()> {
    use request::Column::{AccountId, AskedAtMs};
    let keys = requests.iter().map(|it| (it.account_id, it.asked_at_ms));
    let is_one = Expr::tuple([Expr::col(AccountId), Expr::col(AskedAtMs)]);
    request::Entity::delete_many()
        .filter(is_one.in_tuples(padded(keys.collect())))
        .exec(connection)
        .await?;
    Ok(())
}

/// Returns true if the set of this day is complete.
pub(crate) async fn is_finished(connection: &impl CanRead, day: NaiveDate) -> Result<bool> {
    Ok(set::Entity::find_by_id(day)
        .one(connection)
        .await?
        .is_some())
}

/// Records that the set of this day is complete.
pub(crate) async fn finish(
    connection: &impl CanWrite,
    day: NaiveDate,
    now_ms: Millis,
) -> Result<()> {
    let row = set::ActiveModel {
        day: Set(day),
        finished_at_ms: Set(now_ms),
    };
    set::Entity::insert(row)
        .on_conflict(OnConflict::column(set::Column::Day).do_nothing().to_owned())
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Records the time of the latest introduction of members.
pub(crate) async fn set_introduced(
    connection: &impl CanWrite,
    account_ids: &[AccountId],
    now_ms: Millis,
) -> Result<()> {
    let rows = account_ids.iter().map(|account_id| member::ActiveModel {
        account_id: Set(*account_id),
        introduced_at_ms: Set(Some(now_ms)),
        served_day: NotSet,
        circle: NotSet,
    });
    statements::upsert_all(connection, rows.collect(), [member::Column::IntroducedAtMs]).await
}

/// Returns the stored circles of these members. A member without circles is missing.
pub(crate) async fn list_circles(
    connection: &impl CanRead,
    account_ids: &[AccountId],
) -> Result<HashMap<AccountId, Value>> {
    let rows: Vec<(AccountId, Option<Value>)> = member::Entity::find()
        .select_only()
        .columns([member::Column::AccountId, member::Column::Circle])
        .filter(member::Column::AccountId.is_in(padded(account_ids.to_vec())))
        .into_tuple()
        .all(connection)
        .await?;
    let circles = rows.into_iter();
    Ok(circles
        .filter_map(|(id, circle)| Some((id, circle?)))
        .collect())
}

/// Records that the job has looked for introductions of these members for the set of a day, with their circles. The
/// caller has locked the accounts, so that none of them is deleted meanwhile.
pub(crate) async fn set_served(
    connection: &impl CanWrite,
    circles: Vec<(AccountId, Value)>,
    day: NaiveDate,
) -> Result<()> {
    let rows = circles
        .into_iter()
        .map(|(account_id, circle)| member::ActiveModel {
            account_id: Set(account_id),
            served_day: Set(Some(day)),
            introduced_at_ms: NotSet,
            circle: Set(Some(circle)),
        });
    let columns = [member::Column::ServedDay, member::Column::Circle];
    statements::upsert_all(connection, rows.collect(), columns).await
}

/// Returns the state of a member, which is empty before the first set.
pub(crate) async fn find(connection: &impl CanRead, account_id: AccountId) -> Result<MemberState> {
    let row = member::Entity::find_by_id(account_id)
        .one(connection)
        .await?;
    Ok(row.map_or_else(MemberState::default, |row| MemberState {
        served_day: row.served_day,
        introduced_at_ms: row.introduced_at_ms,
        circle: row.circle,
    }))
}
