//! Withdraws cases permanently, and parks the change cases of members who are not approved.

use enmusubi_core::review::{CaseKind, CaseState};
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::Value;

use super::claim::without_holder;
use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::{AccountId, CaseId};
use crate::store::connection::{CanWrite, Transaction};
use crate::store::review::tables::review_case::{Column, Entity};

/// Takes a case out of the queue because the member takes its subject back.
pub(crate) async fn withdraw(transaction: &Transaction, id: CaseId) -> Result<()> {
    without_holder(Entity::update_many())
        .col_expr(Column::State, Expr::value(CaseState::Withdrawn))
        .col_expr(Column::Before, Expr::value(None::<Value>))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::EffectAtMs, Expr::value(None::<Millis>))
        .filter(Column::Id.eq(id))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Takes the open changes of a member out of the queue while the profile is not approved, or puts them back.
pub(crate) async fn park_changes(
    connection: &impl CanWrite,
    account_id: AccountId,
    is_parked: bool,
) -> Result<()> {
    let (from, to) = if is_parked {
        (CaseState::Open, CaseState::Parked)
    } else {
        (CaseState::Parked, CaseState::Open)
    };
    without_holder(Entity::update_many())
        .col_expr(Column::State, Expr::value(to))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::Kind.eq(CaseKind::Change))
        .filter(Column::State.eq(from))
        .exec(connection)
        .await?;
    Ok(())
}
