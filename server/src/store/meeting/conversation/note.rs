//! The table of notes.

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, ExprTrait as _, Query};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult as _, IntoActiveModel as _, Iterable as _,
    QueryFilter, QueryOrder as _, QuerySelect as _,
};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::{AccountId, IntroductionId};
use crate::store::connection::{self, CanRead, Transaction, statements};
use crate::store::meeting::tables::match_side;
pub(crate) use crate::store::meeting::tables::note::Model as StoredNote;
use crate::store::meeting::tables::note::{Column, Entity};

/// The part of a conversation to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoteRange {
    /// The latest notes.
    Latest,
    /// The first notes after this number.
    After(i64),
    /// The latest notes before this number.
    Before(i64),
}

/// Stores the next note of a conversation, whose members are locked, and counts it in both sides.
pub(crate) async fn insert(transaction: &Transaction, note: &StoredNote) -> Result<()> {
    statements::insert(transaction, note.clone().into_active_model()).await?;
    match_side::Entity::update_many()
        .col_expr(match_side::Column::LastNumber, Expr::value(note.number))
        .filter(match_side::Column::IntroductionId.eq(note.introduction_id))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Returns the note that a member sent with this idempotency key.
pub(crate) async fn find_by_key(
    connection: &impl CanRead,
    author_id: AccountId,
    key: &str,
) -> Result<Option<StoredNote>> {
    let row = Entity::find()
        .filter(Column::AuthorId.eq(author_id))
        .filter(Column::Key.eq(key))
        .one(connection)
        .await?;
    Ok(row)
}

/// Returns at most `limit` notes of a conversation, the oldest first.
pub(crate) async fn list(
    connection: &impl CanRead,
    introduction_id: IntroductionId,
    page: NoteRange,
    limit: u64,
) -> Result<Vec<StoredNote>> {
    let of_match = Entity::find().filter(Column::IntroductionId.eq(introduction_id));
    let newest_first = match page {
        NoteRange::After(number) => {
            let rows = of_match
                .filter(Column::Number.gt(number))
                .order_by_asc(Column::Number)
                .limit(limit)
                .all(connection)
                .await?;
            return Ok(rows);
        }
        NoteRange::Before(number) => of_match.filter(Column::Number.lt(number)),
        NoteRange::Latest => of_match,
    };
    let rows = newest_first
        .order_by_desc(Column::Number)
        .limit(limit)
        .all(connection)
        .await?;
    Ok(rows.into_iter().rev().collect())
}

/// Returns the latest note of each match of a member, by introduction id. A match without notes is missing.
pub(crate) async fn list_latest(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<HashMap<IntroductionId, StoredNote>> {
    let side = |column| Expr::col((match_side::Entity, column));
    let note = |column| Expr::col((Entity, column));
    // Join the sides, which have the numbers of the latest notes: SQLite uses no index for a list of pairs of columns.
    let is_latest = note(Column::IntroductionId)
        .eq(side(match_side::Column::IntroductionId))
        .and(note(Column::Number).eq(side(match_side::Column::LastNumber)));
    let mut query = Query::select();
    query
        .columns(Column::iter().map(|column| (Entity, column)))
        .from(match_side::Entity)
        .inner_join(Entity, is_latest)
        .and_where(match_side::Column::AccountId.eq(account_id));
    let rows = connection.query_all(&query).await?;
    rows.iter()
        .map(|row| {
            let note = StoredNote::from_query_result(row, "")?;
            Ok((note.introduction_id, note))
        })
        .collect()
}

/// Counts the notes that a member has not read, by introduction id. A match without unread notes is missing.
pub(crate) async fn count_unread(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<HashMap<IntroductionId, i64>> {
    let of_side = Expr::col((match_side::Entity, match_side::Column::IntroductionId));
    let is_unread = Expr::col((Entity, Column::Number)).gt(Expr::col((
        match_side::Entity,
        match_side::Column::ReadNumber,
    )));
    let mut query = Query::select();
    query
        .column((Entity, Column::IntroductionId))
        .expr(Expr::col((Entity, Column::Number)).count())
        .from(match_side::Entity)
        .inner_join(
            Entity,
            of_side
                .equals((Entity, Column::IntroductionId))
                .and(is_unread),
        )
        .and_where(match_side::Column::AccountId.eq(account_id))
        .and_where(Column::AuthorId.ne(account_id))
        .group_by_col((Entity, Column::IntroductionId));
    let rows = connection.query_all(&query).await?;
    rows.iter()
        .map(|row| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?)))
        .collect()
}

/// Returns the time of the `n`-th latest note of a member after a moment, counted from 1.
pub(crate) async fn find_nth_latest(
    connection: &impl CanRead,
    author_id: AccountId,
    after_ms: Millis,
    n: u64,
) -> Result<Option<Millis>> {
    let (by, at) = ((Column::AuthorId, author_id), (Column::SentAtMs, after_ms));
    connection::find_nth_latest::<Entity>(connection, by, at, n).await
}

/// Returns all notes of a member, the oldest first.
pub(crate) async fn list_of(
    connection: &impl CanRead,
    author_id: AccountId,
) -> Result<Vec<StoredNote>> {
    let rows = Entity::find()
        .filter(Column::AuthorId.eq(author_id))
        .order_by_asc(Column::SentAtMs)
        .order_by_asc(Column::IntroductionId)
        .order_by_asc(Column::Number)
        .all(connection)
        .await?;
    Ok(rows)
}
