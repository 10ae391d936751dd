//! The table with the minutes by which the clock of the mock is ahead.

use sea_orm::{ActiveValue::Set, EntityTrait};

use crate::error::Result;
use crate::store::connection::tables::mock_clock::{ActiveModel, Column, Entity};
use crate::store::connection::{CanRead, CanWrite, statements};

/// The id of the only row.
const ID: i32 = 1;

/// Returns the stored minutes, which are 0 until the clock is moved.
pub(crate) async fn find(connection: &impl CanRead) -> Result<i32> {
    let row = Entity::find_by_id(ID).one(connection).await?;
    Ok(row.map_or(0, |row| row.ahead_minutes))
}

pub(crate) async fn set(connection: &impl CanWrite, ahead_minutes: i32) -> Result<()> {
    let row = ActiveModel {
        id: Set(ID),
        ahead_minutes: Set(ahead_minutes),
    };
    statements::upsert(connection, row, [Column::AheadMinutes]).await
}
