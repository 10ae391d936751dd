//! The table of the reviewers' sessions.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel as _, QueryFilter};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::ReviewerId;
use crate::store::connection::{CanRead, CanWrite, Transaction, statements};
pub(crate) use crate::store::reviewer::tables::reviewer_session::Model as Session;
use crate::store::reviewer::tables::reviewer_session::{Column, Entity};

pub(crate) async fn insert(transaction: &Transaction, session: &Session) -> Result<()> {
    statements::insert(transaction, session.clone().into_active_model()).await
}

/// Returns the session with this hash.
pub(crate) async fn find(connection: &impl CanRead, token_hash: &str) -> Result<Option<Session>> {
    Ok(Entity::find_by_id(token_hash).one(connection).await?)
}

/// Records a call of the session.
pub(crate) async fn see(
    connection: &impl CanWrite,
    token_hash: &str,
    now_ms: Millis,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::LastSeenAtMs, Expr::value(now_ms))
        .filter(Column::TokenHash.eq(token_hash))
        .filter(Column::LastSeenAtMs.lt(now_ms))
        .exec(connection)
        .await?;
    Ok(())
}

/// Ends a session. Returns false if it has ended already.
pub(crate) async fn revoke(
    transaction: &Transaction,
    token_hash: &str,
    now_ms: Millis,
) -> Result<bool> {
    let revoked = Entity::update_many()
        .col_expr(Column::RevokedAtMs, Expr::value(now_ms))
        .filter(Column::TokenHash.eq(token_hash))
        .filter(Column::RevokedAtMs.is_null())
        .exec(transaction)
        .await?;
    Ok(revoked.rows_affected == 1)
}

/// Ends all sessions of a reviewer.
pub(crate) async fn revoke_all_of(
    transaction: &Transaction,
    reviewer_id: ReviewerId,
    now_ms: Millis,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::RevokedAtMs, Expr::value(now_ms))
        .filter(Column::ReviewerId.eq(reviewer_id))
        .filter(Column::RevokedAtMs.is_null())
        .exec(transaction)
        .await?;
    Ok(())
}

/// Deletes sessions that began before `before_ms`.
pub(crate) async fn delete_ended(connection: &impl CanWrite, before_ms: Millis) -> Result<()> {
    statements::delete::<Entity>(connection, Column::CreatedAtMs.lt(before_ms)).await
}
