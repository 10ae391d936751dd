//! The table of how often codes were sent and tried, shared by all copies of the server.

use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter};

use crate::error::{Error, Result};
use crate::store::connection::{CanRead, CanWrite, Transaction};
use crate::store::entity::work_email_limit::{ActiveModel, Column, Entity};

/// When something was counted for this subject; whoever else asks about this subject waits for the transaction to end.
pub(crate) async fn list_locked(
    transaction: &Transaction,
    subject: &str,
    now_ms: i64,
) -> Result<Vec<i64>> {
    let row = ActiveModel {
        subject: Set(subject.to_owned()),
        counted_at_ms: Set("[]".to_owned()),
        touched_at_ms: Set(now_ms),
    };
    // A row that is not there cannot be locked, one that was just written is.
    let touch = OnConflict::column(Column::Subject)
        .update_column(Column::TouchedAtMs)
        .to_owned();
    Entity::insert(row)
        .on_conflict(touch)
        .exec_without_returning(transaction)
        .await?;
    let row = Entity::find_by_id(subject).one(transaction).await?;
    let row = row.ok_or_else(|| Error::internal("a row that was just written is gone"))?;
    read(&row.counted_at_ms)
}

/// The same for a look only.
pub(crate) async fn list(connection: &impl CanRead, subject: &str) -> Result<Vec<i64>> {
    let row = Entity::find_by_id(subject).one(connection).await?;
    row.map_or_else(|| Ok(Vec::new()), |row| read(&row.counted_at_ms))
}

pub(crate) async fn put(
    transaction: &Transaction,
    subject: &str,
    counted_at_ms: &[i64],
) -> Result<()> {
    let list = serde_json::to_string(counted_at_ms).map_err(Error::internal)?;
    Entity::update_many()
        .col_expr(Column::CountedAtMs, Expr::value(list))
        .filter(Column::Subject.eq(subject))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Forgets subjects that nobody asked about since that moment.
pub(crate) async fn delete_untouched(connection: &impl CanWrite, since_ms: i64) -> Result<()> {
    Entity::delete_many()
        .filter(Column::TouchedAtMs.lt(since_ms))
        .exec(connection)
        .await?;
    Ok(())
}

fn read(list: &str) -> Result<Vec<i64>> {
    serde_json::from_str(list).map_err(Error::internal)
}
