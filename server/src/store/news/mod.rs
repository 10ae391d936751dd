//! The table of news.

pub(in crate::store) mod tables;

use enmusubi_core::service::NewsKind;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _,
};
use uuid::Uuid;

use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::{AccountId, MessageId};
use crate::store::connection::{CanRead, CanWrite, Transaction, padded, searchable, statements};
pub(crate) use crate::store::news::tables::news::Model as Entry;
use crate::store::news::tables::news::{ActiveModel, Column, Entity};

/// An entry to store.
#[derive(Debug, Clone)]
pub(crate) struct NewEntry {
    pub(crate) account_id: AccountId,
    pub(crate) kind: NewsKind,
    /// The thing that the entry is about: the public id of a match, a day, a status, an outcome, the id of a case, or
    /// empty.
    pub(crate) subject: String,
}

impl Entry {
    /// Returns true if the entry has the reasons of a case that a reviewer has decided.
    pub(crate) const fn is_about_case(&self) -> bool {
        matches!(self.kind, NewsKind::Warned | NewsKind::ContentRemoved)
    }
}

/// The time from a note to the message about it. A member who reads the conversation needs no message.
const NOTE_DELAY_MS: i64 = 60_000;

/// Stores entries. A member who has not read an entry of the same kind about the same subject gets no second entry.
pub(crate) async fn insert_all(
    connection: &impl CanWrite,
    entries: impl IntoIterator<Item = NewEntry>,
    now_ms: Millis,
) -> Result<()> {
    let rows = entries.into_iter().map(|entry| ActiveModel {
        public_id: Set(Uuid::new_v4().to_string()),
        account_id: Set(entry.account_id),
        kind: Set(entry.kind),
        subject: Set(entry.subject),
        created_at_ms: Set(now_ms),
        due_ms: Set(Some(match entry.kind {
            NewsKind::Note => now_ms + NOTE_DELAY_MS,
            _ => now_ms,
        })),
        ..ActiveModel::default()
    });
    let unread_stays = OnConflict::new().do_nothing().to_owned();
    // SeaORM runs no statement for an empty list.
    Entity::insert_many(rows)
        .on_conflict(unread_stays)
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Stores an entry that replaces the older entries of its kind, which then count as read.
pub(crate) async fn supersede(
    transaction: &Transaction,
    entry: NewEntry,
    now_ms: Millis,
) -> Result<()> {
    set_read(transaction, entry.account_id, entry.kind, None, now_ms).await?;
    insert_all(transaction, [entry], now_ms).await
}

/// Returns the entries of a member, or at most `limit` of them, the newest first.
pub(crate) async fn list(
    connection: &impl CanRead,
    account_id: AccountId,
    limit: Option<u64>,
) -> Result<Vec<Entry>> {
    let rows = Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .order_by_desc(Column::Id)
        .limit(limit)
        .all(connection)
        .await?;
    Ok(rows)
}

/// Returns an entry of a member.
pub(crate) async fn find(
    connection: &impl CanRead,
    account_id: AccountId,
    public_id: &str,
) -> Result<Option<Entry>> {
    let row = Entity::find()
        .filter(Column::PublicId.eq(searchable(public_id)))
        .filter(Column::AccountId.eq(account_id))
        .one(connection)
        .await?;
    Ok(row)
}

/// Marks an entry of a member and all older ones as read.
pub(crate) async fn set_read_until(
    connection: &impl CanWrite,
    account_id: AccountId,
    newest: &Entry,
    now_ms: Millis,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::ReadAtMs, Expr::value(now_ms))
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::Id.lte(newest.id))
        .filter(Column::ReadAtMs.is_null())
        .exec(connection)
        .await?;
    Ok(())
}

/// Marks entries of this kind as read for a member: all, or those about a subject.
pub(crate) async fn set_read(
    connection: &impl CanWrite,
    account_id: AccountId,
    kind: NewsKind,
    subject: Option<&str>,
    now_ms: Millis,
) -> Result<()> {
    let mut update = Entity::update_many()
        .col_expr(Column::ReadAtMs, Expr::value(now_ms))
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::Kind.eq(kind))
        .filter(Column::ReadAtMs.is_null());
    if let Some(subject) = subject {
        update = update.filter(Column::Subject.eq(subject));
    }
    update.exec(connection).await?;
    Ok(())
}

/// Deletes the entries of these members about a subject.
pub(crate) async fn delete_about(
    connection: &impl CanWrite,
    account_ids: [AccountId; 2],
    subject: &str,
) -> Result<()> {
    let are_theirs = Column::AccountId.is_in(account_ids);
    statements::delete::<Entity>(connection, are_theirs.and(Column::Subject.eq(subject))).await
}

/// Deletes the entries that were stored before `before_ms`.
pub(crate) async fn delete_before(connection: &impl CanWrite, before_ms: Millis) -> Result<()> {
    statements::delete::<Entity>(connection, Column::CreatedAtMs.lt(before_ms)).await
}

/// Returns at most `limit` members who have entries about which the server has to decide now.
pub(crate) async fn list_due_members(
    connection: &impl CanRead,
    now_ms: Millis,
    limit: u64,
) -> Result<Vec<AccountId>> {
    Ok(Entity::find()
        .select_only()
        .column(Column::AccountId)
        .distinct()
        .filter(Column::DueMs.lte(now_ms))
        .limit(limit)
        .into_tuple()
        .all(connection)
        .await?)
}

/// Returns the entries of a member about which the server has to decide now, the oldest first.
pub(crate) async fn list_due(
    connection: &impl CanRead,
    account_id: AccountId,
    now_ms: Millis,
) -> Result<Vec<Entry>> {
    let rows = Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::DueMs.lte(now_ms))
        .order_by_asc(Column::Id)
        .all(connection)
        .await?;
    Ok(rows)
}

/// Postpones every due decision until `until_ms`.
pub(crate) async fn hold(
    connection: &impl CanWrite,
    now_ms: Millis,
    until_ms: Millis,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::DueMs, Expr::value(until_ms))
        .filter(Column::DueMs.lte(now_ms))
        .exec(connection)
        .await?;
    Ok(())
}

/// Postpones the decision about entries until `until_ms`.
pub(crate) async fn postpone(
    connection: &impl CanWrite,
    entries: &[&Entry],
    until_ms: Millis,
) -> Result<()> {
    let ids = entries.iter().map(|entry| entry.id).collect();
    Entity::update_many()
        .col_expr(Column::DueMs, Expr::value(until_ms))
        .filter(Column::Id.is_in(padded(ids)))
        .exec(connection)
        .await?;
    Ok(())
}

/// Stores the decision about entries: the message about them, or that they get no message.
pub(crate) async fn set_decided(
    connection: &impl CanWrite,
    entries: &[&Entry],
    message_id: Option<MessageId>,
) -> Result<()> {
    let ids = entries.iter().map(|entry| entry.id).collect();
    Entity::update_many()
        .col_expr(Column::DueMs, Expr::value(None::<Millis>))
        .col_expr(Column::LineMessageId, Expr::value(message_id))
        .filter(Column::Id.is_in(padded(ids)))
        .exec(connection)
        .await?;
    Ok(())
}

/// Returns true if the member has not read an entry that the message is about.
pub(crate) async fn is_unread(connection: &impl CanRead, message_id: MessageId) -> Result<bool> {
    // Read the id only: a newer server may have stored a kind that this server cannot read, which must not block the
    // message.
    let unread: Option<i64> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::LineMessageId.eq(message_id))
        .filter(Column::ReadAtMs.is_null())
        .into_tuple()
        .one(connection)
        .await?;
    Ok(unread.is_some())
}
