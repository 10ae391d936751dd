//! The table of the reviewers' sessions.

use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter};

use crate::error::Result;
use crate::store::connection::{CanRead, CanWrite, Transaction};
use crate::store::reviewer::tables::reviewer_session::{ActiveModel, Column, Entity, Model};

/// The row of a session.
#[derive(Debug, Clone)]
pub(crate) struct Session {
    /// The SHA-256 hash of the token.
    pub(crate) token_hash: String,
    pub(crate) reviewer_id: i64,
    pub(crate) created_at_ms: i64,
    /// The time of the latest call, within a minute.
    pub(crate) last_seen_at_ms: i64,
    pub(crate) revoked_at_ms: Option<i64>,
}

pub(crate) async fn insert(transaction: &Transaction, session: &Session) -> Result<()> {
    let row = ActiveModel {
        token_hash: Set(session.token_hash.clone()),
        reviewer_id: Set(session.reviewer_id),
        created_at_ms: Set(session.created_at_ms),
        last_seen_at_ms: Set(session.last_seen_at_ms),
        revoked_at_ms: Set(session.revoked_at_ms),
    };
    Entity::insert(row)
        .exec_without_returning(transaction)
        .await?;
    Ok(())
}

/// Returns the session with this hash.
pub(crate) async fn find(connection: &impl CanRead, token_hash: &str) -> Result<Option<Session>> {
    let row = Entity::find_by_id(token_hash).one(connection).await?;
    Ok(row.map(session_of))
}

/// Records a call.
pub(crate) async fn see(connection: &impl CanWrite, token_hash: &str, now_ms: i64) -> Result<()> {
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
    now_ms: i64,
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
    reviewer_id: i64,
    now_ms: i64,
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
pub(crate) async fn delete_ended(connection: &impl CanWrite, before_ms: i64) -> Result<()> {
    Entity::delete_many()
        .filter(Column::CreatedAtMs.lt(before_ms))
        .exec(connection)
        .await?;
    Ok(())
}

fn session_of(row: Model) -> Session {
    Session {
        token_hash: row.token_hash,
        reviewer_id: row.reviewer_id,
        created_at_ms: row.created_at_ms,
        last_seen_at_ms: row.last_seen_at_ms,
        revoked_at_ms: row.revoked_at_ms,
    }
}
