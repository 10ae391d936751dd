//! Answers kept for requests that are sent again.

use sea_orm::{ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use crate::entity::idempotency::{ActiveModel, Column, Entity};
use crate::error::Result;

/// An answer and what it answered.
pub(crate) struct Kept {
    pub(crate) body_hash: String,
    pub(crate) status: i32,
    pub(crate) body: String,
}

/// The answer kept for `key` since `since_ms`.
pub(crate) async fn find(
    connection: &impl ConnectionTrait,
    line_user_id: &str,
    key: &str,
    since_ms: i64,
) -> Result<Option<Kept>> {
    let row = Entity::find()
        .filter(Column::LineUserId.eq(line_user_id))
        .filter(Column::Key.eq(key))
        .filter(Column::CreatedAtMs.gte(since_ms))
        .one(connection)
        .await?;
    Ok(row.map(|row| Kept {
        body_hash: row.body_hash,
        status: row.status,
        body: row.body,
    }))
}

pub(crate) async fn insert(
    connection: &impl ConnectionTrait,
    line_user_id: &str,
    key: &str,
    kept: Kept,
    now_ms: i64,
) -> Result<()> {
    let row = ActiveModel {
        line_user_id: Set(line_user_id.to_owned()),
        key: Set(key.to_owned()),
        body_hash: Set(kept.body_hash),
        status: Set(kept.status),
        body: Set(kept.body),
        created_at_ms: Set(now_ms),
        ..ActiveModel::default()
    };
    Entity::insert(row)
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Forgets answers from before `before_ms`.
pub(crate) async fn delete_before(connection: &impl ConnectionTrait, before_ms: i64) -> Result<()> {
    Entity::delete_many()
        .filter(Column::CreatedAtMs.lt(before_ms))
        .exec(connection)
        .await?;
    Ok(())
}
