//! The table of how often codes were sent, shared by all copies of the server.

use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use crate::entity::work_email_limit::{ActiveModel, Column, Entity};
use crate::error::{Error, Result};

/// When codes were sent; whoever else asks about this subject waits for the transaction to end.
pub(crate) async fn list_locked(
    transaction: &impl ConnectionTrait,
    subject: &str,
    now_ms: i64,
) -> Result<Vec<i64>> {
    let row = ActiveModel {
        subject: Set(subject.to_owned()),
        sent_at_ms: Set("[]".to_owned()),
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
    serde_json::from_str(&row.sent_at_ms).map_err(Error::internal)
}

pub(crate) async fn put(
    transaction: &impl ConnectionTrait,
    subject: &str,
    sent_at_ms: &[i64],
) -> Result<()> {
    let list = serde_json::to_string(sent_at_ms).map_err(Error::internal)?;
    Entity::update_many()
        .col_expr(Column::SentAtMs, Expr::value(list))
        .filter(Column::Subject.eq(subject))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Forgets subjects that nobody asked about since that moment.
pub(crate) async fn delete_untouched(
    connection: &impl ConnectionTrait,
    since_ms: i64,
) -> Result<()> {
    Entity::delete_many()
        .filter(Column::TouchedAtMs.lt(since_ms))
        .exec(connection)
        .await?;
    Ok(())
}
