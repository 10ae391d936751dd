//! The claim of a case: a lease with a number that grows with each claim.

use enmusubi_core::CaseState;
use sea_orm::sea_query::{Condition, Expr, ExprTrait as _};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _, Select, UpdateMany,
};

use super::{By, Fence, Hidden, StoredCase, case_of};
use crate::error::Result;
use crate::store::actor::Actor;
use crate::store::database::{CanRead, CanWrite, Transaction};
use crate::store::entity::review_case::{Column, Entity};

/// Claims an open case until `until_ms`. Returns `None` if somebody else holds it, if it is not open, or if the actor
/// may not decide it. A holder who claims a case again holds it under a new number. The people at the command line are
/// one actor with several names.
pub(crate) async fn claim(
    transaction: &Transaction,
    id: i64,
    by: &By,
    hidden: &Hidden,
    now_ms: i64,
    until_ms: i64,
) -> Result<Option<StoredCase>> {
    let is_own = Condition::all()
        .add(Column::Holder.eq(by.actor.to_string()))
        .add(Column::HolderName.eq(&by.name));
    let is_free = is_unheld(now_ms).add(is_own);
    let claimed = with_holder(Entity::update_many(), by, until_ms)
        .filter(Column::Id.eq(id))
        .filter(Column::State.eq(CaseState::Open.as_str()))
        .filter(is_free)
        .filter(hidden.condition())
        .exec_with_returning(transaction)
        .await?;
    claimed.into_iter().next().map(case_of).transpose()
}

/// Moves the end of a lease that has not lapsed. Returns false if the claim is over.
pub(crate) async fn renew(
    connection: &impl CanWrite,
    id: i64,
    fence: Fence,
    now_ms: i64,
    until_ms: i64,
) -> Result<bool> {
    let renewed = Entity::update_many()
        .col_expr(Column::LeaseUntilMs, Expr::value(until_ms))
        .filter(is_held(id, fence, now_ms))
        .exec(connection)
        .await?;
    Ok(renewed.rows_affected == 1)
}

/// Returns true if the claim is the latest of the case and has not lapsed.
pub(crate) async fn is_held_by(
    connection: &impl CanRead,
    id: i64,
    fence: Fence,
    now_ms: i64,
) -> Result<bool> {
    let held = Entity::find().filter(is_held(id, fence, now_ms));
    Ok(held.one(connection).await?.is_some())
}

/// Ends a claim. Returns false if it was over already.
pub(crate) async fn release(
    transaction: &Transaction,
    id: i64,
    fence: Fence,
    now_ms: i64,
) -> Result<bool> {
    free(transaction, is_held(id, fence, now_ms)).await
}

/// Returns cases whose claims have lapsed.
pub(crate) async fn list_lapsed(
    connection: &impl CanRead,
    now_ms: i64,
    limit: u64,
) -> Result<Vec<i64>> {
    Ok(lapsed(now_ms, limit).into_tuple().all(connection).await?)
}

/// Selects the claims that have lapsed. It does not compare the state, because SQLite would then read all open cases by
/// an index of theirs. Only open cases have a holder.
pub(super) fn lapsed(now_ms: i64, limit: u64) -> Select<Entity> {
    Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Holder.is_not_null())
        .filter(Column::LeaseUntilMs.lte(now_ms))
        .order_by_asc(Column::LeaseUntilMs)
        .limit(limit)
}

/// Ends a claim that has lapsed. Returns false if its holder has renewed it, or another actor has claimed the case.
pub(crate) async fn lapse(transaction: &Transaction, id: i64, now_ms: i64) -> Result<bool> {
    let has_lapsed = Condition::all()
        .add(Column::Id.eq(id))
        .add(Column::State.eq(CaseState::Open.as_str()))
        .add(Column::Holder.is_not_null())
        .add(Column::LeaseUntilMs.lte(now_ms));
    free(transaction, has_lapsed).await
}

/// Lets the claims of an actor lapse now. The next look for lapsed claims gives the cases back to the queue.
pub(crate) async fn end_claims_of(
    transaction: &Transaction,
    actor: Actor,
    now_ms: i64,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::LeaseUntilMs, Expr::value(now_ms))
        .filter(Column::Holder.eq(actor.to_string()))
        .filter(Column::LeaseUntilMs.gt(now_ms))
        .exec(transaction)
        .await?;
    Ok(())
}

async fn free(transaction: &Transaction, which: Condition) -> Result<bool> {
    let freed = without_holder(Entity::update_many())
        .col_expr(Column::LeaseUntilMs, Expr::value(0_i64))
        .filter(which)
        .exec(transaction)
        .await?;
    Ok(freed.rows_affected == 1)
}

/// Gives the case to an actor, under a new number.
pub(super) fn with_holder(
    update: UpdateMany<Entity>,
    by: &By,
    until_ms: i64,
) -> UpdateMany<Entity> {
    update
        .col_expr(Column::Holder, Expr::value(by.actor.to_string()))
        .col_expr(Column::HolderName, Expr::value(&by.name))
        .col_expr(Column::LeaseUntilMs, Expr::value(until_ms))
        .col_expr(Column::Fence, Expr::col(Column::Fence).add(1))
}

/// Takes the case from its holder.
pub(super) fn without_holder(update: UpdateMany<Entity>) -> UpdateMany<Entity> {
    update
        .col_expr(Column::Holder, Expr::value(None::<String>))
        .col_expr(Column::HolderName, Expr::value(None::<String>))
}

/// The condition of a case that no actor holds.
pub(super) fn is_unheld(now_ms: i64) -> Condition {
    Condition::any()
        .add(Column::Holder.is_null())
        .add(Column::LeaseUntilMs.lte(now_ms))
}

/// The condition of every act of a holder: the case is open, and this claim is the latest and has not lapsed.
pub(super) fn is_held(id: i64, fence: Fence, now_ms: i64) -> Condition {
    Condition::all()
        .add(Column::Id.eq(id))
        .add(Column::State.eq(CaseState::Open.as_str()))
        .add(Column::Holder.eq(fence.actor.to_string()))
        .add(Column::Fence.eq(fence.number))
        .add(Column::LeaseUntilMs.gt(now_ms))
}
