//! The table of links with which reviewers register a passkey. Each link is valid once.

use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, EntityTrait, QueryFilter};

use super::Reviewer;
use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::ReviewerId;
use crate::store::connection::{CanRead, CanWrite, Transaction, statements};
use crate::store::reviewer::tables::reviewer_link::{ActiveModel, Column, Entity};

/// Stores a link and deletes the earlier ones of the same reviewer.
pub(crate) async fn replace(
    transaction: &Transaction,
    reviewer_id: ReviewerId,
    token_hash: String,
    expires_at_ms: Millis,
) -> Result<()> {
    delete_all_of(transaction, reviewer_id).await?;
    let row = ActiveModel {
        token_hash: Set(token_hash),
        reviewer_id: Set(reviewer_id),
        expires_at_ms: Set(expires_at_ms),
        used_at_ms: Set(None),
    };
    statements::insert(transaction, row).await
}

/// Returns the reviewer of a link that is still valid.
pub(crate) async fn find_reviewer(
    connection: &impl CanRead,
    token_hash: &str,
    now_ms: Millis,
) -> Result<Option<Reviewer>> {
    let link = Entity::find()
        .filter(is_good(token_hash, now_ms))
        .one(connection)
        .await?;
    match link {
        Some(link) => super::find(connection, link.reviewer_id).await,
        None => Ok(None),
    }
}

/// Uses a link up. Returns false if the link is not valid any more.
pub(crate) async fn use_up(
    transaction: &Transaction,
    token_hash: &str,
    now_ms: Millis,
) -> Result<bool> {
    let used = Entity::update_many()
        .col_expr(Column::UsedAtMs, Expr::value(now_ms))
        .filter(is_good(token_hash, now_ms))
        .exec(transaction)
        .await?;
    Ok(used.rows_affected == 1)
}

/// Deletes links that have expired.
pub(crate) async fn delete_expired(connection: &impl CanWrite, now_ms: Millis) -> Result<()> {
    statements::delete::<Entity>(connection, Column::ExpiresAtMs.lte(now_ms)).await
}

pub(super) async fn delete_all_of(
    transaction: &Transaction,
    reviewer_id: ReviewerId,
) -> Result<()> {
    statements::delete::<Entity>(transaction, Column::ReviewerId.eq(reviewer_id)).await
}

fn is_good(token_hash: &str, now_ms: Millis) -> Condition {
    Condition::all()
        .add(Column::TokenHash.eq(token_hash))
        .add(Column::UsedAtMs.is_null())
        .add(Column::ExpiresAtMs.gt(now_ms))
}
