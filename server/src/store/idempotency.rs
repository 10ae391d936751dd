//! Answers kept for requests that are sent again.

use std::collections::HashMap;

use sea_orm::{ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use super::padded;
use crate::error::Result;
use crate::store::entity::idempotency::{ActiveModel, Column, Entity};

/// An answer to keep.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) line_user_id: String,
    pub(crate) key: String,
    pub(crate) kept: Kept,
    pub(crate) now_ms: i64,
}

/// An answer and what it answered.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    pub(crate) body_hash: String,
    pub(crate) status: i32,
    pub(crate) body: String,
}

/// The answers kept for users, who have few each.
pub(super) async fn find_all(
    connection: &impl ConnectionTrait,
    line_user_ids: Vec<String>,
) -> Result<HashMap<String, Vec<Answer>>> {
    let rows = Entity::find()
        .filter(Column::LineUserId.is_in(padded(line_user_ids)))
        .all(connection)
        .await?;
    let mut found: HashMap<String, Vec<Answer>> = HashMap::new();
    for row in rows {
        let of_user = found.entry(row.line_user_id.clone()).or_default();
        of_user.push(Answer {
            line_user_id: row.line_user_id,
            key: row.key,
            kept: Kept {
                body_hash: row.body_hash,
                status: row.status,
                body: row.body,
            },
            now_ms: row.created_at_ms,
        });
    }
    Ok(found)
}

pub(crate) async fn insert_all(
    connection: &impl ConnectionTrait,
    answers: impl IntoIterator<Item = Answer>,
) -> Result<()> {
    let rows = answers.into_iter().map(|answer| ActiveModel {
        line_user_id: Set(answer.line_user_id),
        key: Set(answer.key),
        body_hash: Set(answer.kept.body_hash),
        status: Set(answer.kept.status),
        body: Set(answer.kept.body),
        created_at_ms: Set(answer.now_ms),
        ..ActiveModel::default()
    });
    // None at all is no statement.
    Entity::insert_many(rows)
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
