//! The claim of a case: a lease with a number that grows with each claim.

use enmusubi_core::limits::CLAIM_HOURS;
use enmusubi_core::review::CaseState;
use sea_orm::sea_query::{CaseStatement, Condition, Expr, ExprTrait as _};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _, Select, UpdateMany,
};

use super::{By, Fence, HiddenCases, StoredCase, case_of};
use crate::clock::{HOUR_MS, MINUTE_MS, Millis};
use crate::error::Result;
use crate::store::audit::actor::Actor;
use crate::store::connection::ids::CaseId;
use crate::store::connection::{CanRead, CanWrite, Transaction};
use crate::store::review::tables::review_case::{Column, Entity};

/// The longest turn of a reviewer. A turn is the time for which a reviewer has a case, in one claim or in several.
const TURN_MS: i64 = CLAIM_HOURS * HOUR_MS;
/// A claim within this time after the reviewer's earlier claim goes on with the turn. Without the pause, a reviewer could
/// release a case and claim it again in the same second, for ever.
pub(crate) const TURN_PAUSE_MS: i64 = 10 * MINUTE_MS;

/// Claims an open case until `until_ms` or the end of the reviewer's turn, which may be in the past. Returns `None` if
/// another person holds the case, if the case is not open, or if the actor may not decide it. A holder who claims a
/// case again gets a new number. The people at the command line share one actor, and differ by their names.
pub(crate) async fn claim(
    transaction: &Transaction,
    id: CaseId,
    by: &By,
    hidden: &HiddenCases,
    now_ms: Millis,
    until_ms: Millis,
) -> Result<Option<StoredCase>> {
    let is_own = Condition::all()
        .add(Column::Holder.eq(by.actor))
        .add(Column::HolderName.eq(&by.name));
    let is_free = is_unheld(now_ms).add(is_own);
    let turn_of = is_limited(by.actor).then_some(by.actor);
    let since_ms = CaseStatement::new()
        .case(has_turn(by.actor, now_ms), Expr::col(Column::TurnSinceMs))
        .finally(now_ms);
    let end_ms = lease_end(has_turn(by.actor, now_ms), until_ms);
    let claimed = with_holder(Entity::update_many(), by, end_ms)
        .col_expr(Column::TurnOf, Expr::value(turn_of))
        .col_expr(Column::TurnSinceMs, since_ms.into())
        .filter(Column::Id.eq(id))
        .filter(Column::State.eq(CaseState::Open))
        .filter(is_free)
        .filter(hidden.condition())
        .exec_with_returning(transaction)
        .await?;
    claimed.into_iter().next().map(case_of).transpose()
}

/// Returns the ends of the claims that an actor has on other cases than this one, the earliest first.
pub(crate) async fn list_lease_ends(
    connection: &impl CanRead,
    actor: Actor,
    but_id: CaseId,
    now_ms: Millis,
) -> Result<Vec<Millis>> {
    let ends = held_by(actor, but_id, now_ms);
    Ok(ends.into_tuple().all(connection).await?)
}

pub(super) fn held_by(actor: Actor, but_id: CaseId, now_ms: Millis) -> Select<Entity> {
    Entity::find()
        .select_only()
        .column(Column::LeaseUntilMs)
        .filter(Column::Holder.eq(actor))
        .filter(Column::LeaseUntilMs.gt(now_ms))
        .filter(Column::Id.ne(but_id))
        .order_by_asc(Column::LeaseUntilMs)
}

/// Moves the end of a lease that has not lapsed to `until_ms`, or to the end of the reviewer's turn. Returns the new end,
/// or `None` if the claim is over.
pub(crate) async fn renew(
    connection: &impl CanWrite,
    id: CaseId,
    fence: Fence,
    now_ms: Millis,
    until_ms: Millis,
) -> Result<Option<Millis>> {
    let end_ms = lease_end(has_turn(fence.actor, now_ms), until_ms);
    let renewed = Entity::update_many()
        .col_expr(Column::LeaseUntilMs, end_ms)
        .filter(is_held(id, fence, now_ms))
        .exec_with_returning(connection)
        .await?;
    Ok(renewed.into_iter().next().map(|row| row.lease_until_ms))
}

/// Returns true if the claim is the latest of the case and has not lapsed.
pub(crate) async fn is_held_by(
    connection: &impl CanRead,
    id: CaseId,
    fence: Fence,
    now_ms: Millis,
) -> Result<bool> {
    let held = Entity::find().filter(is_held(id, fence, now_ms));
    Ok(held.one(connection).await?.is_some())
}

/// Ends a claim. Returns false if it was over already.
pub(crate) async fn release(
    transaction: &Transaction,
    id: CaseId,
    fence: Fence,
    now_ms: Millis,
) -> Result<bool> {
    let freed = without_holder(Entity::update_many())
        .col_expr(Column::LeaseUntilMs, Expr::value(now_ms))
        .filter(is_held(id, fence, now_ms))
        .exec(transaction)
        .await?;
    Ok(freed.rows_affected == 1)
}

/// Returns cases whose claims have lapsed.
pub(crate) async fn list_lapsed(
    connection: &impl CanRead,
    now_ms: Millis,
    limit: u64,
) -> Result<Vec<CaseId>> {
    Ok(lapsed(now_ms, limit).into_tuple().all(connection).await?)
}

/// Selects the claims that have lapsed. The condition leaves out the state, because SQLite would then read all open
/// cases by their index. Only open cases have a holder.
pub(super) fn lapsed(now_ms: Millis, limit: u64) -> Select<Entity> {
    Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Holder.is_not_null())
        .filter(Column::LeaseUntilMs.lte(now_ms))
        .order_by_asc(Column::LeaseUntilMs)
        .limit(limit)
}

/// Ends a claim that has lapsed. Returns false if its holder has renewed it, or another actor has claimed the case.
pub(crate) async fn lapse(transaction: &Transaction, id: CaseId, now_ms: Millis) -> Result<bool> {
    let has_lapsed = Condition::all()
        .add(Column::Id.eq(id))
        .add(Column::State.eq(CaseState::Open))
        .add(Column::Holder.is_not_null())
        .add(Column::LeaseUntilMs.lte(now_ms));
    let freed = without_holder(Entity::update_many())
        .filter(has_lapsed)
        .exec(transaction)
        .await?;
    Ok(freed.rows_affected == 1)
}

/// Lets the claims of a removed reviewer lapse. The next look for lapsed claims gives the cases back to the queue.
pub(crate) async fn end_claims_of(transaction: &Transaction, actor: Actor) -> Result<()> {
    Entity::update_many()
        // A decision under way compares the end of the lease with a time before the removal. With 0 as its end, the
        // lease is over for that decision, too.
        .col_expr(Column::LeaseUntilMs, Expr::value(LAPSED_MS))
        .filter(Column::Holder.eq(actor))
        .exec(transaction)
        .await?;
    Ok(())
}

/// An end that lies in the past for every call.
pub(super) const LAPSED_MS: Millis = Millis(0);

/// Only reviewers have turns: several people share the command line.
const fn is_limited(actor: Actor) -> bool {
    matches!(actor, Actor::Reviewer(_))
}

/// The condition that the actor's turn of the case still goes on.
pub(super) fn has_turn(actor: Actor, now_ms: Millis) -> Condition {
    Condition::all()
        .add(Column::TurnOf.eq(actor))
        .add(Column::LeaseUntilMs.gt(now_ms - TURN_PAUSE_MS))
}

/// Returns `until_ms`, or the end of the turn if that is earlier.
pub(super) fn lease_end(has_turn: Condition, until_ms: Millis) -> Expr {
    let is_earlier = has_turn.add(Column::TurnSinceMs.lt(until_ms - TURN_MS));
    CaseStatement::new()
        .case(is_earlier, Expr::col(Column::TurnSinceMs).add(TURN_MS))
        .finally(until_ms)
        .into()
}

/// Gives the case to an actor, under a new number.
pub(super) fn with_holder(
    update: UpdateMany<Entity>,
    by: &By,
    until_ms: impl Into<Expr>,
) -> UpdateMany<Entity> {
    update
        .col_expr(Column::Holder, Expr::value(by.actor))
        .col_expr(Column::HolderName, Expr::value(&by.name))
        .col_expr(Column::LeaseUntilMs, until_ms.into())
        .col_expr(Column::Fence, Expr::col(Column::Fence).add(1))
}

/// Takes the case from its holder.
pub(super) fn without_holder(update: UpdateMany<Entity>) -> UpdateMany<Entity> {
    update
        .col_expr(Column::Holder, Expr::value(None::<String>))
        .col_expr(Column::HolderName, Expr::value(None::<String>))
}

/// The condition of a case that no actor holds.
pub(super) fn is_unheld(now_ms: Millis) -> Condition {
    Condition::any()
        .add(Column::Holder.is_null())
        .add(Column::LeaseUntilMs.lte(now_ms))
}

/// The condition of every act of a holder: the case is open, and this claim is the latest and has not lapsed.
pub(super) fn is_held(id: CaseId, fence: Fence, now_ms: Millis) -> Condition {
    Condition::all()
        .add(Column::Id.eq(id))
        .add(Column::State.eq(CaseState::Open))
        .add(Column::Holder.eq(fence.actor))
        .add(Column::Fence.eq(fence.number))
        .add(Column::LeaseUntilMs.gt(now_ms))
}
