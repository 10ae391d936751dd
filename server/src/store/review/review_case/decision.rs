//! The decision of a case: made, undone, and put into effect.

use std::collections::HashMap;

use enmusubi_core::review::{CaseDecision, CaseKind, CaseState, Reason};
use sea_orm::sea_query::{Condition, Expr, ExprTrait as _};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _, Select, UpdateMany,
};

use serde_json::Value;

use super::claim::{LAPSED_MS, has_turn, is_held, lease_end, with_holder, without_holder};
use super::{By, Fence, StoredCase, case_of};
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::audit::actor::Actor;
use crate::store::connection::ids::{AccountId, CaseId};
use crate::store::connection::{CanRead, CanWrite, Transaction, padded};
use crate::store::news::Entry as NewsEntry;
use crate::store::review::tables::review_case::{Column, Entity};

/// A decision, in effect or not.
#[derive(Debug, Clone)]
pub struct StoredDecision {
    pub decision: CaseDecision,
    pub by: By,
    pub at_ms: Millis,
}

/// Stores the decision of the holder, which takes effect at `effect_at_ms`. Returns false if the claim is over, or if
/// the case has another version by now.
pub(crate) async fn decide(
    transaction: &Transaction,
    id: CaseId,
    fence: Fence,
    version: i64,
    decided: &StoredDecision,
    effect_at_ms: Millis,
) -> Result<bool> {
    let decision = serde_json::to_value(&decided.decision).map_err(Error::internal)?;
    let updated = without_holder(Entity::update_many())
        .col_expr(Column::State, Expr::value(CaseState::Decided))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::Decision, Expr::value(decision))
        .col_expr(Column::DecidedBy, Expr::value(decided.by.actor))
        .col_expr(Column::DecidedByName, Expr::value(&decided.by.name))
        .col_expr(Column::DecidedAtMs, Expr::value(decided.at_ms))
        .col_expr(Column::EffectAtMs, Expr::value(effect_at_ms))
        .filter(is_held(id, fence, decided.at_ms))
        .filter(Column::Version.eq(version))
        .exec(transaction)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Deletes a decision that is not in effect, and gives the case back to the actor who made it until `until_ms`, or until
/// the end of the turn. Returns `None` if the decision is in effect, or if another actor made it.
pub(crate) async fn undo(
    transaction: &Transaction,
    id: CaseId,
    by: &By,
    now_ms: Millis,
    until_ms: Millis,
) -> Result<Option<StoredCase>> {
    let is_undoable = Condition::all()
        .add(Column::Id.eq(id))
        .add(Column::State.eq(CaseState::Decided))
        .add(Column::DecidedBy.eq(by.actor))
        .add(Column::EffectAtMs.gt(now_ms));
    let end_ms = lease_end(has_turn(by.actor, now_ms), until_ms);
    let given = with_holder(without_decision(), by, end_ms)
        .filter(is_undoable)
        .exec_with_returning(transaction)
        .await?;
    given.into_iter().next().map(case_of).transpose()
}

/// Returns the decisions of an actor that are not in effect.
pub(crate) async fn list_decided_by(
    connection: &impl CanRead,
    actor: Actor,
) -> Result<Vec<StoredCase>> {
    let rows = Entity::find()
        .filter(is_waiting_decision_of(actor))
        .order_by_asc(Column::Id)
        .all(connection)
        .await?;
    rows.into_iter().map(case_of).collect()
}

/// Deletes the decisions of a removed reviewer that are not in effect, and returns the cases. Each case
/// gets a lapsed claim, and the job `claims` then returns the case to the queue.
pub(crate) async fn undo_all_of(transaction: &Transaction, by: &By) -> Result<Vec<StoredCase>> {
    let undone = with_holder(without_decision(), by, LAPSED_MS)
        .filter(is_waiting_decision_of(by.actor))
        .exec_with_returning(transaction)
        .await?;
    undone.into_iter().map(case_of).collect()
}

fn is_waiting_decision_of(actor: Actor) -> Condition {
    Condition::all()
        .add(Column::EffectAtMs.is_not_null())
        .add(Column::State.eq(CaseState::Decided))
        .add(Column::DecidedBy.eq(actor))
}

/// Puts a case whose decision cannot take effect back into the queue.
pub(crate) async fn return_to_queue(connection: &impl CanWrite, id: CaseId) -> Result<()> {
    without_decision()
        .filter(Column::Id.eq(id))
        .filter(Column::State.eq(CaseState::Decided))
        .exec(connection)
        .await?;
    Ok(())
}

fn without_decision() -> UpdateMany<Entity> {
    Entity::update_many()
        .col_expr(Column::State, Expr::value(CaseState::Open))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::Decision, Expr::value(None::<Value>))
        .col_expr(Column::DecidedBy, Expr::value(None::<String>))
        .col_expr(Column::DecidedByName, Expr::value(None::<String>))
        .col_expr(Column::DecidedAtMs, Expr::value(None::<Millis>))
        .col_expr(Column::EffectAtMs, Expr::value(None::<Millis>))
}

/// Returns decisions whose time has come, the oldest first.
pub(crate) async fn list_due(
    connection: &impl CanRead,
    now_ms: Millis,
    limit: u64,
) -> Result<Vec<CaseId>> {
    Ok(due(now_ms, limit).into_tuple().all(connection).await?)
}

pub(super) fn due(now_ms: Millis, limit: u64) -> Select<Entity> {
    Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::EffectAtMs.is_not_null())
        .filter(Column::EffectAtMs.lte(now_ms))
        .order_by_asc(Column::EffectAtMs)
        .order_by_asc(Column::Id)
        .limit(limit)
}

/// Marks a decision whose time has come as being in effect, and returns the case. Returns `None` if the decision was
/// undone, or if another instance of the server was first.
pub(crate) async fn apply(
    transaction: &Transaction,
    id: CaseId,
    now_ms: Millis,
) -> Result<Option<StoredCase>> {
    let is_due = Condition::all()
        .add(Column::Id.eq(id))
        .add(Column::State.eq(CaseState::Decided))
        .add(Column::EffectAtMs.lte(now_ms));
    let applied = Entity::update_many()
        .col_expr(Column::State, Expr::value(CaseState::Applied))
        .col_expr(Column::Before, Expr::value(None::<Value>))
        .col_expr(Column::EffectAtMs, Expr::value(None::<Millis>))
        .filter(is_due)
        .exec_with_returning(transaction)
        .await?;
    applied.into_iter().next().map(case_of).transpose()
}

/// Gives an open case a new version, because its subject has changed, and ends its claim: the holder has to look again.
pub(crate) async fn change_subject(transaction: &Transaction, subject: &str) -> Result<()> {
    without_holder(Entity::update_many())
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .filter(Column::Subject.eq(subject))
        .filter(Column::State.eq(CaseState::Open))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Records whether a second look came to the same decision as the first.
pub(crate) async fn set_agreement(
    connection: &impl CanWrite,
    id: CaseId,
    agrees: bool,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::Agrees, Expr::value(agrees))
        .filter(Column::Id.eq(id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Returns the decisions about the changes and the reports of a member that are in effect, the oldest first.
pub(crate) async fn list_beside_profile(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Vec<StoredCase>> {
    let kinds = CaseKind::ALL
        .iter()
        .copied()
        .filter(|kind| !kind.is_about_profile());
    let rows = Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::Kind.is_in(kinds))
        .filter(Column::State.eq(CaseState::Applied))
        .order_by_asc(Column::DecidedAtMs)
        .all(connection)
        .await?;
    rows.into_iter().map(case_of).collect()
}

/// Returns the reasons of the decisions in effect that a member's news report, by the subject of the entry. Leaves out
/// decisions about other members.
pub(crate) async fn list_reasons(
    connection: &impl CanRead,
    account_id: AccountId,
    news: &[NewsEntry],
) -> Result<HashMap<String, Vec<Reason>>> {
    let about_case = news.iter().filter(|entry| entry.is_about_case());
    let ids: Vec<CaseId> = about_case
        .filter_map(|entry| entry.subject.parse().ok())
        .collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(CaseId, Option<Value>)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Decision])
        .filter(Column::Id.is_in(padded(ids)))
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::State.eq(CaseState::Applied))
        .into_tuple()
        .all(connection)
        .await?;
    let decided = rows.into_iter().filter_map(|(id, decision)| {
        let read = serde_json::from_value::<CaseDecision>(decision?);
        Some(
            read.map(|decision| (id.to_string(), decision.reasons))
                .map_err(Error::internal),
        )
    });
    decided.collect()
}
