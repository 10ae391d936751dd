//! The table of changes of preferences and places.

use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _};
use serde_json::Value;

use crate::clock::Millis;
use crate::error::Result;
pub(crate) use crate::store::account::tables::preference_change::Model as Change;
use crate::store::account::tables::preference_change::{ActiveModel, Column, Entity};
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, CanWrite, statements};

/// The name of the place in the history of changes.
pub(crate) const PLACE: &str = "place";

/// Returns the changes of an account after a moment, the oldest first.
pub(crate) async fn list_after(
    connection: &impl CanRead,
    account_id: AccountId,
    after_ms: Millis,
) -> Result<Vec<Change>> {
    Ok(Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::ChangedAtMs.gt(after_ms))
        .order_by_asc(Column::ChangedAtMs)
        .order_by_asc(Column::Id)
        .all(connection)
        .await?)
}

/// Returns true if the account changed this field at that moment or later.
pub(crate) async fn has_changed_since(
    connection: &impl CanRead,
    account_id: AccountId,
    field: &str,
    since_ms: Millis,
) -> Result<bool> {
    let found = Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::Field.eq(field))
        .filter(Column::ChangedAtMs.gte(since_ms))
        .one(connection)
        .await?;
    Ok(found.is_some())
}

/// Stores the changes of one moment, each with the value before it.
pub(crate) async fn insert_all(
    connection: &impl CanWrite,
    account_id: AccountId,
    changes: Vec<(&str, Value)>,
    now_ms: Millis,
) -> Result<()> {
    let rows = changes
        .into_iter()
        .map(|(field, value_before)| ActiveModel {
            account_id: Set(account_id),
            field: Set(field.to_owned()),
            value_before: Set(value_before),
            changed_at_ms: Set(now_ms),
            ..ActiveModel::default()
        });
    statements::insert_all(connection, rows.collect()).await
}
