//! The tables of introductions. One row is a pair, and two rows are its sides: what each of the two members sees
//! of it.

pub(crate) mod candidate;
pub(crate) mod limits;
mod query;
pub(crate) mod state;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use enmusubi_core::matching::affinity::DistanceBand;
use enmusubi_core::service::Answer;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict, Query};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait as _, DbErr, EntityTrait, FromQueryResult,
    Order, QueryFilter, QueryTrait as _,
};

use self::query::{matched, open, own, read, sides};
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::connection::ids::{AccountId, IntroductionId};
use crate::store::connection::{CanRead, CanWrite, Transaction, padded, searchable, statements};
use crate::store::meeting::conversation;
use crate::store::meeting::tables::{introduction, introduction_side as side};
use crate::store::news;

/// Two members to introduce to each other.
#[derive(Debug, Clone)]
pub(crate) struct NewIntroduction {
    /// A random name, for the wire.
    pub(crate) public_id: String,
    /// The accounts, the lower id first, each with the types of its member's conditions: one bit for each type.
    pub(crate) sides: [(AccountId, i32); 2],
    pub(crate) distance_band: DistanceBand,
}

/// The day and the times that all introductions of a set have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SetTimes {
    pub(crate) day: NaiveDate,
    pub(crate) created_at_ms: Millis,
    pub(crate) expires_at_ms: Millis,
}

/// An introduction as one of its members has it.
#[derive(Debug, Clone, FromQueryResult)]
pub(crate) struct OwnIntroduction {
    pub(crate) id: IntroductionId,
    pub(crate) public_id: String,
    pub(crate) account_id: AccountId,
    pub(crate) other_id: AccountId,
    pub(crate) day: NaiveDate,
    pub(crate) created_at_ms: Millis,
    pub(crate) expires_at_ms: Millis,
    pub(crate) matched_at_ms: Option<Millis>,
    pub(crate) distance_band: DistanceBand,
    /// The types of the member's conditions at the time of the introduction.
    pub(crate) conditions: i32,
    pub(crate) answer: Option<Answer>,
    pub(crate) answered_at_ms: Option<Millis>,
    pub(crate) note: String,
}

/// Stores introductions, and returns the public ids of those that are stored. The unique index drops a pair of members
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
        distance_band: Set(new.distance_band),
        ..introduction::ActiveModel::default()
    });
    let met_before = OnConflict::columns([LowId, HighId]).do_nothing().to_owned();
    let mut inserting = introduction::Entity::insert_many(rows)
        .on_conflict(met_before)
        .into_query();
    inserting.returning(Query::returning().columns([PublicId, Id]));
    let inserted = transaction.query_all(&inserting).await?;
    // The database may return the rows in any order.
    let ids: HashMap<String, IntroductionId> = inserted
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
    statements::insert_all(transaction, sides).await?;
    Ok(ids.into_keys().collect())
}

/// The introductions that a call is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    /// The matches.
    Matched,
    /// The matches, and the introductions that both members may still answer.
    Any,
    /// All introductions, also those that have expired or ended, or whose other member is out of sight. A deleted
    /// account leaves no introduction.
    Ever,
}

/// Returns the introductions that a member can see and may still answer: those without an answer first, and then
/// the oldest first.
pub(crate) async fn list_open(
    connection: &impl CanRead,
    account_id: AccountId,
    now_ms: Millis,
) -> Result<Vec<OwnIntroduction>> {
    let mut query = own(open(now_ms));
    query
        .and_where(side::Column::AccountId.eq(account_id))
        .order_by_expr(side::Column::Answer.is_not_null(), Order::Asc)
        .order_by((introduction::Entity, introduction::Column::Id), Order::Asc);
    read(connection, &query).await
}

/// Returns the introductions that wait for the answers of these members.
pub(crate) async fn list_unanswered(
    connection: &impl CanRead,
    account_ids: &[AccountId],
    now_ms: Millis,
) -> Result<Vec<OwnIntroduction>> {
    let mut query = own(open(now_ms));
    query
        .and_where(side::Column::AccountId.is_in(padded(account_ids.to_vec())))
        .and_where(side::Column::Answer.is_null());
    read(connection, &query).await
}

/// Returns an introduction of a member, if `shown` includes it.
///
/// Runs the same statements for an id that never existed, for an introduction of other members, and for an introduction
/// that the member can no longer see, so that the time does not tell them apart.
pub(crate) async fn find_shown(
    connection: &impl CanRead,
    account_id: AccountId,
    public_id: &str,
    shown: Shown,
    now_ms: Millis,
) -> Result<Option<OwnIntroduction>> {
    let is_one = introduction::Column::PublicId
        .eq(searchable(public_id))
        .and(side::Column::AccountId.eq(account_id));
    if shown == Shown::Any {
        let mut query = own(open(now_ms));
        query.and_where(is_one.clone());
        let found = read(connection, &query).await?.pop();
        if found.is_some() {
            return Ok(found);
        }
    }
    let mut query = own(if shown == Shown::Ever {
        sides()
    } else {
        matched()
    });
    query.and_where(is_one);
    Ok(read(connection, &query).await?.pop())
}

/// Returns the answer of the other member.
pub(crate) async fn find_others_answer(
    connection: &impl CanRead,
    introduction: &OwnIntroduction,
) -> Result<Option<Answer>> {
    let other = side::Entity::find_by_id((introduction.id, introduction.other_id))
        .one(connection)
        .await?;
    let other = other.ok_or_else(|| Error::internal("an introduction has one side only"))?;
    Ok(other.answer)
}

/// Returns all introductions of a member, the oldest first.
pub(crate) async fn list_all(
    connection: &impl CanRead,
    account_id: AccountId,
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
    answer: Answer,
    note: &str,
    now_ms: Millis,
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
    transaction: &Transaction,
    introduction: &OwnIntroduction,
    now_ms: Millis,
) -> Result<()> {
    introduction::Entity::update_many()
        .col_expr(introduction::Column::MatchedAtMs, Expr::value(now_ms))
        .filter(introduction::Column::Id.eq(introduction.id))
        .exec(transaction)
        .await?;
    let ids = [introduction.account_id, introduction.other_id];
    conversation::insert_sides(transaction, introduction.id, ids, now_ms).await
}

/// Ends an introduction and its match for both members, also if they have ended before: neither member sees them again.
pub(crate) async fn end(
    transaction: &Transaction,
    id: IntroductionId,
    public_id: &str,
    members: [AccountId; 2],
    now_ms: Millis,
) -> Result<()> {
    side::Entity::update_many()
        .col_expr(side::Column::EndedAtMs, Expr::value(now_ms))
        .filter(side::Column::IntroductionId.eq(id))
        .exec(transaction)
        .await?;
    conversation::end(transaction, id, now_ms).await?;
    news::delete_about(transaction, members, public_id).await
}
