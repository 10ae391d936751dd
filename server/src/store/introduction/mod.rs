//! The tables of introductions. One row is a pair, and two rows are its sides: what each of the two members sees
//! of it.

pub(crate) mod candidate;
pub(crate) mod limits;
pub(crate) mod state;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use enmusubi_core::ReviewStatus;
use enmusubi_core::matching::affinity::{DistanceBand, may_be_colleagues};
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict, Query, SelectStatement};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait as _, DbErr, EntityTrait,
    FromQueryResult, JoinType, Order, QueryFilter, QuerySelect as _, QueryTrait as _,
};

use crate::error::{Error, Result};
use crate::store::database::{CanRead, CanWrite, Transaction};
use crate::store::entity::{
    account, introduction, introduction_side as side, member_setting, profile,
};

/// Two members to introduce to each other.
#[derive(Debug, Clone)]
pub(crate) struct NewIntroduction {
    /// A random name, for the wire.
    pub(crate) public_id: String,
    /// The accounts, the lower id first, each with the types of its member's conditions: one bit for each type.
    pub(crate) sides: [(i64, i32); 2],
    pub(crate) distance_band: DistanceBand,
}

/// The day and the times that all introductions of a set have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SetTimes {
    pub(crate) day: NaiveDate,
    pub(crate) created_at_ms: i64,
    pub(crate) expires_at_ms: i64,
}

/// An introduction as one of its members has it.
#[derive(Debug, Clone, FromQueryResult)]
pub(crate) struct OwnIntroduction {
    pub(crate) id: i64,
    pub(crate) public_id: String,
    pub(crate) account_id: i64,
    pub(crate) other_id: i64,
    pub(crate) day: NaiveDate,
    pub(crate) created_at_ms: i64,
    pub(crate) expires_at_ms: i64,
    pub(crate) matched_at_ms: Option<i64>,
    pub(crate) distance_band: String,
    /// The types of the member's conditions at the time of the introduction.
    pub(crate) conditions: i32,
    /// `YES` or `NO`.
    pub(crate) answer: Option<String>,
    pub(crate) answered_at_ms: Option<i64>,
    pub(crate) note: String,
}

/// Stores introductions, and returns the public ids of those that are stored. The unique index leaves out two members
/// who were introduced before.
pub(crate) async fn insert_all(
    transaction: &Transaction,
    introductions: &[NewIntroduction],
    times: SetTimes,
) -> Result<HashSet<String>> {
    use introduction::Column::{HighId, Id, LowId, PublicId};
    if introductions.is_empty() {
        return Ok(HashSet::new());
    }
    let rows = introductions.iter().map(|new| introduction::ActiveModel {
        public_id: Set(new.public_id.clone()),
        low_id: Set(new.sides[0].0),
        high_id: Set(new.sides[1].0),
        created_at_ms: Set(times.created_at_ms),
        distance_band: Set(new.distance_band.as_str().to_owned()),
        ..introduction::ActiveModel::default()
    });
    let met_before = OnConflict::columns([LowId, HighId]).do_nothing().to_owned();
    let mut inserting = introduction::Entity::insert_many(rows)
        .on_conflict(met_before)
        .into_query();
    inserting.returning(Query::returning().columns([PublicId, Id]));
    let inserted = transaction.query_all(&inserting).await?;
    // The database may return the rows in any order.
    let ids: HashMap<String, i64> = inserted
        .iter()
        .map(|row| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?)))
        .collect::<Result<_, DbErr>>()?;
    let mut sides = Vec::new();
    for new in introductions {
        let Some(id) = ids.get(&new.public_id).copied() else {
            continue;
        };
        let [low, high] = new.sides;
        for ((account_id, conditions), (other_id, _)) in [(low, high), (high, low)] {
            sides.push(side::ActiveModel {
                introduction_id: Set(id),
                account_id: Set(account_id),
                other_id: Set(other_id),
                day: Set(times.day),
                expires_at_ms: Set(times.expires_at_ms),
                conditions: Set(conditions),
                note: Set(String::new()),
                ..side::ActiveModel::default()
            });
        }
    }
    if !sides.is_empty() {
        side::Entity::insert_many(sides)
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(ids.into_keys().collect())
}

/// Returns the introductions that a member can see and that are not over: those without an answer first, and then
/// the oldest first.
pub(crate) async fn list_visible(
    connection: &impl CanRead,
    account_id: i64,
    now_ms: i64,
) -> Result<Vec<OwnIntroduction>> {
    let mut query = own(visible(now_ms));
    query
        .and_where(side::Column::AccountId.eq(account_id))
        .order_by_expr(side::Column::Answer.is_not_null(), Order::Asc)
        .order_by((introduction::Entity, introduction::Column::Id), Order::Asc);
    read_visible(connection, query).await
}

/// Returns both sides of an introduction, that of the member first, and locks them. Returns `None` unless the
/// member has such an introduction, can see it, and may still answer it.
pub(crate) async fn find_visible_locked(
    transaction: &Transaction,
    account_id: i64,
    public_id: &str,
    now_ms: i64,
) -> Result<Option<[OwnIntroduction; 2]>> {
    let mut query = own(visible(now_ms));
    query
        .and_where(introduction::Column::PublicId.eq(public_id))
        .and_where(side::Column::AccountId.eq(account_id));
    let Some(found) = read_visible(transaction, query).await?.pop() else {
        return Ok(None);
    };
    // Both sides wait here for each other, and then read again what the other has written.
    let locked = introduction::Entity::find_by_id(found.id)
        .lock_exclusive()
        .one(transaction)
        .await?;
    if locked.is_none() {
        return Ok(None);
    }
    let mut sides = own(sides());
    sides.and_where(side::Column::IntroductionId.eq(found.id));
    let sides: Vec<OwnIntroduction> = read(transaction, &sides).await?;
    let (own, others): (Vec<_>, Vec<_>) = sides
        .into_iter()
        .partition(|it| it.account_id == account_id);
    let pair: Result<[OwnIntroduction; 2], _> = [own, others].concat().try_into();
    pair.map(Some)
        .map_err(|_| Error::internal("an introduction does not have two sides"))
}

/// Returns all introductions of a member, the oldest first.
pub(crate) async fn list_all(
    connection: &impl CanRead,
    account_id: i64,
) -> Result<Vec<OwnIntroduction>> {
    let mut query = own(sides());
    query
        .and_where(side::Column::AccountId.eq(account_id))
        .order_by((introduction::Entity, introduction::Column::Id), Order::Asc);
    read(connection, &query).await
}

/// Stores a member's answer.
pub(crate) async fn set_answer(
    connection: &impl CanWrite,
    introduction: &OwnIntroduction,
    answer: &str,
    note: &str,
    now_ms: i64,
) -> Result<()> {
    side::Entity::update_many()
        .col_expr(side::Column::Answer, Expr::value(answer))
        .col_expr(side::Column::Note, Expr::value(note))
        .col_expr(side::Column::AnsweredAtMs, Expr::value(now_ms))
        .filter(side::Column::IntroductionId.eq(introduction.id))
        .filter(side::Column::AccountId.eq(introduction.account_id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Makes the introduction a match.
pub(crate) async fn set_matched(
    connection: &impl CanWrite,
    introduction_id: i64,
    now_ms: i64,
) -> Result<()> {
    introduction::Entity::update_many()
        .col_expr(introduction::Column::MatchedAtMs, Expr::value(now_ms))
        .filter(introduction::Column::Id.eq(introduction_id))
        .exec(connection)
        .await?;
    Ok(())
}

fn sides() -> SelectStatement {
    Query::select().from(side::Entity).take()
}

/// Selects the sides whose members can see the other: it is not over, and the other is approved and has not
/// paused.
fn visible(now_ms: i64) -> SelectStatement {
    let mut query = with_other(sides());
    query
        .and_where(side::Column::ExpiresAtMs.gt(now_ms))
        .cond_where(is_shown(now_ms));
    query
}

/// Adds the account and the settings of the other member.
fn with_other(mut query: SelectStatement) -> SelectStatement {
    let other_id = (side::Entity, side::Column::OtherId);
    let account_id = Expr::col((account::Entity, account::Column::Id));
    let of_setting = (member_setting::Entity, member_setting::Column::AccountId);
    query
        .inner_join(account::Entity, account_id.equals(other_id))
        .left_join(
            member_setting::Entity,
            Expr::col(of_setting).equals(other_id),
        );
    query
}

/// Returns the condition that the other member is approved and has not paused.
fn is_shown(now_ms: i64) -> Condition {
    let paused_until_ms = member_setting::Column::PausedUntilMs;
    let is_not_paused = paused_until_ms.is_null().or(paused_until_ms.lte(now_ms));
    Condition::all()
        .add(account::Column::ReviewStatus.eq(ReviewStatus::Approved.as_str()))
        .add(is_not_paused)
}

/// Adds what decides whether the two members may be colleagues, and whether one hides from them.
fn with_employers(mut query: SelectStatement) -> SelectStatement {
    use member_setting::Column as Setting;
    use profile::Column as Profile;
    for (profile, of) in [
        (OWN_PROFILE, side::Column::AccountId),
        (OTHER_PROFILE, side::Column::OtherId),
    ] {
        let is_of = Expr::col((profile, Profile::AccountId)).equals((side::Entity, of));
        query.join_as(JoinType::InnerJoin, profile::Entity, profile, is_of);
    }
    let is_own = Expr::col((OWN_SETTING, Setting::AccountId))
        .equals((side::Entity, side::Column::AccountId));
    query
        .join_as(
            JoinType::LeftJoin,
            member_setting::Entity,
            OWN_SETTING,
            is_own,
        )
        .expr_as(
            Expr::col((OWN_PROFILE, Profile::EmployerId)),
            "own_employer",
        )
        .expr_as(
            Expr::col((OTHER_PROFILE, Profile::EmployerId)),
            "other_employer",
        )
        .expr_as(
            Expr::col((OWN_SETTING, Setting::HideFromColleagues)),
            "own_hides",
        )
        .expr_as(
            Expr::col((member_setting::Entity, Setting::HideFromColleagues)),
            "other_hides",
        );
    query
}

/// Reads the visible introductions, without those of two members who may be colleagues if one of them hides from
/// colleagues now.
async fn read_visible(
    connection: &impl CanRead,
    query: SelectStatement,
) -> Result<Vec<OwnIntroduction>> {
    let rows = connection.query_all(&with_employers(query)).await?;
    let mut introductions = Vec::new();
    for row in rows {
        let hides = |column| Ok::<_, DbErr>(row.try_get::<Option<bool>>("", column)? == Some(true));
        let employer = |column| {
            let id: String = row.try_get("", column)?;
            Ok::<_, DbErr>(Some(id).filter(|id| !id.is_empty()))
        };
        let (own, other) = (employer("own_employer")?, employer("other_employer")?);
        let is_hidden = (hides("own_hides")? || hides("other_hides")?)
            && may_be_colleagues(own.as_deref(), other.as_deref());
        if !is_hidden {
            introductions.push(OwnIntroduction::from_query_result(&row, "")?);
        }
    }
    Ok(introductions)
}

const OWN_PROFILE: &str = "own_profile";
const OTHER_PROFILE: &str = "other_profile";
const OWN_SETTING: &str = "own_setting";

/// Adds the columns of [`OwnIntroduction`].
fn own(mut query: SelectStatement) -> SelectStatement {
    use introduction::Column as Introduction;
    query
        .columns(
            [
                Introduction::Id,
                Introduction::PublicId,
                Introduction::CreatedAtMs,
                Introduction::MatchedAtMs,
                Introduction::DistanceBand,
            ]
            .map(|column| (introduction::Entity, column)),
        )
        .columns(
            [
                side::Column::AccountId,
                side::Column::OtherId,
                side::Column::Day,
                side::Column::ExpiresAtMs,
                side::Column::Conditions,
                side::Column::Answer,
                side::Column::AnsweredAtMs,
                side::Column::Note,
            ]
            .map(|column| (side::Entity, column)),
        )
        .inner_join(
            introduction::Entity,
            Expr::col((introduction::Entity, Introduction::Id))
                .equals((side::Entity, side::Column::IntroductionId)),
        );
    query
}

async fn read(connection: &impl CanRead, query: &SelectStatement) -> Result<Vec<OwnIntroduction>> {
    let rows = connection.query_all(query).await?;
    rows.iter()
        .map(|row| Ok(OwnIntroduction::from_query_result(row, "")?))
        .collect()
}
