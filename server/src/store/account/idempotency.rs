//! The table of stored responses, for requests that a client sends again.

use std::collections::HashMap;

use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::account::tables::idempotency::{ActiveModel, Column, Entity, Model};
use crate::store::connection::{CanRead, CanWrite, padded, statements};

/// The response to a request with an idempotency key.
#[derive(Debug, Clone)]
pub(crate) struct StoredResponse {
    pub(crate) line_user_id: String,
    pub(crate) key: String,
    /// A hash of the request's body.
    pub(crate) body_hash: String,
    pub(crate) status: i32,
    /// The body of the response.
    pub(crate) body: String,
    pub(crate) created_at_ms: Millis,
}

/// Returns all stored responses of the users, by LINE user id. Each user has few.
pub(in crate::store) async fn find_all(
    connection: &impl CanRead,
    line_user_ids: Vec<String>,
) -> Result<HashMap<String, Vec<StoredResponse>>> {
    let rows = Entity::find()
        .filter(Column::LineUserId.is_in(padded(line_user_ids)))
        .all(connection)
        .await?;
    let mut found: HashMap<String, Vec<StoredResponse>> = HashMap::new();
    for row in rows {
        let of_user = found.entry(row.line_user_id.clone()).or_default();
        of_user.push(response_of(row));
    }
    Ok(found)
}

/// Returns all stored responses of a LINE user, the oldest first.
pub(in crate::store) async fn list_of(
    connection: &impl CanRead,
    line_user_id: &str,
) -> Result<Vec<StoredResponse>> {
    let rows = Entity::find()
        .filter(Column::LineUserId.eq(line_user_id))
        .order_by_asc(Column::Id)
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(response_of).collect())
}

fn response_of(row: Model) -> StoredResponse {
    StoredResponse {
        line_user_id: row.line_user_id,
        key: row.key,
        body_hash: row.body_hash,
        status: row.status,
        body: row.body,
        created_at_ms: row.created_at_ms,
    }
}

pub(crate) async fn insert_all(
    connection: &impl CanWrite,
    responses: impl IntoIterator<Item = StoredResponse>,
) -> Result<()> {
    let rows = responses.into_iter().map(|response| ActiveModel {
        line_user_id: Set(response.line_user_id),
        key: Set(response.key),
        body_hash: Set(response.body_hash),
        status: Set(response.status),
        body: Set(response.body),
        created_at_ms: Set(response.created_at_ms),
        ..ActiveModel::default()
    });
    statements::insert_all(connection, rows.collect()).await
}

/// Stores a response once more, unchanged, and returns false if the response is gone.
///
/// When a PostgreSQL primary stops, it may show a commit that no standby has. The node soon becomes a read-only
/// standby, and keeps the commit until it follows the new primary, which lacks it. This write fails on such a node, and
/// its own commit waits for the standbys.
pub(crate) async fn confirm(
    connection: &impl CanWrite,
    line_user_id: &str,
    key: &str,
) -> Result<bool> {
    let confirmed = Entity::update_many()
        .col_expr(Column::Status, Expr::col(Column::Status))
        .filter(Column::LineUserId.eq(line_user_id))
        .filter(Column::Key.eq(key))
        .exec(connection)
        .await?;
    Ok(confirmed.rows_affected > 0)
}

/// Deletes the responses that were stored before `before_ms`.
pub(crate) async fn delete_before(connection: &impl CanWrite, before_ms: Millis) -> Result<()> {
    statements::delete::<Entity>(connection, Column::CreatedAtMs.lt(before_ms)).await
}
