//! The table that counts the messages in LINE of each month.

use enmusubi_core::service::MessageTopic;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{ActiveValue::Set, ColumnTrait as _, EntityTrait, QueryFilter as _};

use crate::error::Result;
use crate::store::connection::{CanRead, CanWrite, Transaction};
use crate::store::line::tables::line_month::{ActiveModel, Column, Entity};

/// The messages of a month. The default is a month without a message.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MonthUsage {
    pub(crate) n_messages: i64,
    /// The most important topic about which the log has warned that it gets no more messages.
    pub(crate) announced: Option<MessageTopic>,
}

pub(crate) async fn find(connection: &impl CanRead, month: &str) -> Result<MonthUsage> {
    let row = Entity::find_by_id(month).one(connection).await?;
    Ok(row.map_or_else(MonthUsage::default, |row| MonthUsage {
        n_messages: row.n_messages,
        announced: row.announced.parse().ok(),
    }))
}

/// Counts one more message.
pub(crate) async fn count_message(transaction: &Transaction, month: &str) -> Result<()> {
    insert(transaction, month).await?;
    Entity::update_many()
        .col_expr(Column::NMessages, Expr::col(Column::NMessages).add(1))
        .filter(Column::Month.eq(month))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Stores that the log has warned about this topic.
pub(crate) async fn set_announced(
    transaction: &Transaction,
    month: &str,
    topic: MessageTopic,
) -> Result<()> {
    insert(transaction, month).await?;
    Entity::update_many()
        .col_expr(Column::Announced, Expr::value(topic.as_str()))
        .filter(Column::Month.eq(month))
        .exec(transaction)
        .await?;
    Ok(())
}

async fn insert(connection: &impl CanWrite, month: &str) -> Result<()> {
    let row = ActiveModel {
        month: Set(month.to_owned()),
        n_messages: Set(0),
        announced: Set(String::new()),
    };
    Entity::insert(row)
        .on_conflict(OnConflict::column(Column::Month).do_nothing().to_owned())
        .exec_without_returning(connection)
        .await?;
    Ok(())
}
