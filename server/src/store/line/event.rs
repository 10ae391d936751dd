//! The table of LINE's events that were handled.

use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, ColumnTrait as _, EntityTrait};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::{CanWrite, Transaction, statements};
use crate::store::line::tables::line_event::{ActiveModel, Column, Entity};

/// Stores the event. Returns false if it is stored already.
pub(crate) async fn insert(transaction: &Transaction, id: &str, now_ms: Millis) -> Result<bool> {
    let row = ActiveModel {
        id: Set(id.to_owned()),
        received_at_ms: Set(now_ms),
    };
    let n_rows = Entity::insert(row)
        .on_conflict(OnConflict::column(Column::Id).do_nothing().to_owned())
        .exec_without_returning(transaction)
        .await?;
    Ok(n_rows == 1)
}

/// Deletes the events that were received before `before_ms`.
pub(crate) async fn delete_before(connection: &impl CanWrite, before_ms: Millis) -> Result<()> {
    statements::delete::<Entity>(connection, Column::ReceivedAtMs.lt(before_ms)).await
}
