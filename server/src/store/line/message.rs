//! The table of messages in LINE.

use enmusubi_core::service::MessageTopic;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{
    ActiveValue::Set, ColumnTrait as _, EntityTrait, QueryFilter as _, QueryOrder as _,
    QuerySelect as _,
};
use uuid::Uuid;

use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::{AccountId, MessageId};
use crate::store::connection::{CanRead, CanWrite, Transaction, statements};
use crate::store::line::tables::line_message::{ActiveModel, Column, Entity, Model};

/// A message to store.
#[derive(Debug, Clone)]
pub(crate) struct NewMessage {
    pub(crate) account_id: AccountId,
    /// The topics, the most important first.
    pub(crate) topics: Vec<MessageTopic>,
    /// The path of the page that the message opens.
    pub(crate) path: String,
}

/// A stored message.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) id: MessageId,
    pub(crate) account_id: AccountId,
    /// The name by which LINE recognises a message that is sent again.
    pub(crate) retry_key: String,
    pub(crate) topics: Vec<MessageTopic>,
    pub(crate) path: String,
    pub(crate) created_at_ms: Millis,
    pub(crate) n_tries: i32,
    /// The word of an [`Outcome`]. `None` while the message waits.
    pub(crate) outcome: Option<String>,
    pub(crate) settled_at_ms: Option<Millis>,
}

/// The outcome of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// LINE has accepted the message.
    Accepted,
    /// The member read the entries before LINE accepted the message, or the entries are gone.
    Read,
    /// LINE refuses the message.
    Refused,
    /// LINE accepts no more messages this month.
    OverQuota,
    /// No try succeeded in the time in which a message can be sent again.
    GivenUp,
}

impl Outcome {
    pub(crate) const ALL: [Self; 5] = [
        Self::Accepted,
        Self::Read,
        Self::Refused,
        Self::OverQuota,
        Self::GivenUp,
    ];

    /// Returns the word in the table and in the metrics.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Read => "read",
            Self::Refused => "refused",
            Self::OverQuota => "over_quota",
            Self::GivenUp => "given_up",
        }
    }
}

/// Stores a message that can be sent at once, and returns its id.
pub(crate) async fn insert(
    transaction: &Transaction,
    message: NewMessage,
    now_ms: Millis,
) -> Result<MessageId> {
    let topics: Vec<_> = message.topics.iter().map(|topic| topic.as_str()).collect();
    let row = ActiveModel {
        account_id: Set(message.account_id),
        retry_key: Set(Uuid::new_v4().to_string()),
        topics: Set(topics.join(",")),
        path: Set(message.path),
        created_at_ms: Set(now_ms),
        next_try_at_ms: Set(Some(now_ms)),
        ..ActiveModel::default()
    };
    Ok(Entity::insert(row).exec(transaction).await?.last_insert_id)
}

/// Returns a message, or `None` if it was deleted.
pub(crate) async fn find(connection: &impl CanRead, id: MessageId) -> Result<Option<Message>> {
    let row = Entity::find_by_id(id).one(connection).await?;
    Ok(row.map(message_of))
}

/// Returns the ids of at most `limit` messages whose next try is due, the longest-waiting first.
pub(crate) async fn list_due(
    connection: &impl CanRead,
    now_ms: Millis,
    limit: u64,
) -> Result<Vec<MessageId>> {
    let ids = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::NextTryAtMs.lte(now_ms))
        .order_by_asc(Column::NextTryAtMs)
        .order_by_asc(Column::Id)
        .limit(limit)
        .into_tuple()
        .all(connection)
        .await?;
    Ok(ids)
}

/// Returns all messages to a member, the oldest first.
pub(crate) async fn list_of(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Vec<Message>> {
    let rows = Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .order_by_asc(Column::Id)
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(message_of).collect())
}

/// Postpones every due try until `until_ms`.
pub(crate) async fn hold(
    connection: &impl CanWrite,
    now_ms: Millis,
    until_ms: Millis,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::NextTryAtMs, Expr::value(until_ms))
        .filter(Column::NextTryAtMs.lte(now_ms))
        .exec(connection)
        .await?;
    Ok(())
}

/// Stores that a try has failed, and the moment of the next one.
pub(crate) async fn retry_at(
    connection: &impl CanWrite,
    id: MessageId,
    at_ms: Millis,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::NextTryAtMs, Expr::value(at_ms))
        .col_expr(Column::NTries, Expr::col(Column::NTries).add(1))
        .filter(Column::Id.eq(id))
        .filter(Column::NextTryAtMs.is_not_null())
        .exec(connection)
        .await?;
    Ok(())
}

/// Ends a message.
pub(crate) async fn settle(
    connection: &impl CanWrite,
    id: MessageId,
    outcome: Outcome,
    now_ms: Millis,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::NextTryAtMs, Expr::value(None::<Millis>))
        .col_expr(Column::Outcome, Expr::value(outcome.as_str()))
        .col_expr(Column::SettledAtMs, Expr::value(now_ms))
        .filter(Column::Id.eq(id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Deletes the messages that were stored before `before_ms`.
pub(crate) async fn delete_before(connection: &impl CanWrite, before_ms: Millis) -> Result<()> {
    statements::delete::<Entity>(connection, Column::CreatedAtMs.lt(before_ms)).await
}

/// Reads a row. Leaves out topics that only a later version knows, so that they block neither this message nor all
/// messages to its member.
fn message_of(row: Model) -> Message {
    let topics = row.topics.split(',').map(str::parse);
    Message {
        id: row.id,
        account_id: row.account_id,
        retry_key: row.retry_key,
        topics: topics.filter_map(Result::ok).collect(),
        path: row.path,
        created_at_ms: row.created_at_ms,
        n_tries: row.n_tries,
        outcome: row.outcome,
        settled_at_ms: row.settled_at_ms,
    }
}
