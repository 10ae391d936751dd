//! Accounts, and what belongs to a LINE user: sessions, choices, mailboxes and stored answers.

pub(crate) mod idempotency;
pub(crate) mod member_setting;
pub(crate) mod preference;
pub(crate) mod session;
pub(in crate::store) mod tables;
pub(crate) mod work_email;

use std::collections::HashMap;

use enmusubi_core::language::Language;
use enmusubi_core::review::{ReviewState, ReviewStatus};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _,
};

use crate::clock::Millis;
use crate::error::{Error, Result};
pub(crate) use crate::store::account::tables::account::Model as AccountRow;
use crate::store::account::tables::account::{ActiveModel, Column, Entity, Model};
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, CanWrite, Transaction, padded};

/// The account of a registered LINE user.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(crate) id: AccountId,
    pub(crate) review: ReviewState,
    /// The name of the picture that the user chose.
    pub(crate) avatar: Option<String>,
    /// The time at which the user last opened the app, exact to a day.
    pub(crate) opened_at_ms: Millis,
    /// The language in which the user last opened the app. `None` if no client has named one.
    pub(crate) language: Option<Language>,
}

/// A user who registers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewAccount<'a> {
    pub(crate) line_user_id: &'a str,
    pub(crate) language: Option<Language>,
    /// The moment of the registration.
    pub(crate) now_ms: Millis,
}

/// Returns the account of a LINE user.
pub(crate) async fn find(connection: &impl CanRead, line_user_id: &str) -> Result<Option<Account>> {
    let row = Entity::find()
        .filter(Column::LineUserId.eq(line_user_id))
        .one(connection)
        .await?;
    Ok(row.map(Account::from))
}

/// Returns the accounts of the users by LINE user id. A user without an account is missing.
pub(super) async fn find_all(
    connection: &impl CanRead,
    line_user_ids: Vec<String>,
) -> Result<HashMap<String, Option<Account>>> {
    let rows = Entity::find()
        .filter(Column::LineUserId.is_in(padded(line_user_ids)))
        .all(connection)
        .await?;
    let accounts = rows.into_iter();
    Ok(accounts
        .map(|row| (row.line_user_id.clone(), Some(row.into())))
        .collect())
}

/// Returns the last LINE user id from `from` on and before `end`.
pub(crate) async fn find_last_between(
    connection: &impl CanRead,
    from: &str,
    end: &str,
) -> Result<Option<String>> {
    let row = Entity::find()
        .filter(Column::LineUserId.gte(from))
        .filter(Column::LineUserId.lt(end))
        .order_by_desc(Column::LineUserId)
        .one(connection)
        .await?;
    Ok(row.map(|row| row.line_user_id))
}

/// Returns the approved members whose LINE user ids are `from` or later, and before `end`.
pub(crate) async fn list_approved_between(
    connection: &impl CanRead,
    from: &str,
    end: &str,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::LineUserId.gte(from))
        .filter(Column::LineUserId.lt(end))
        .filter(Column::ReviewStatus.eq(ReviewStatus::Approved))
        .all(connection)
        .await?)
}

/// Returns the account and locks it. Another transaction that locks or changes the account waits until
/// this one ends.
pub(crate) async fn find_locked(
    transaction: &Transaction,
    line_user_id: &str,
) -> Result<Option<Account>> {
    let row = Entity::find()
        .filter(Column::LineUserId.eq(line_user_id))
        .lock_exclusive()
        .one(transaction)
        .await?;
    Ok(row.map(Account::from))
}

/// Returns the account of this id with its LINE user id, and locks it as [`find_locked`] does.
pub(crate) async fn find_locked_by_id(
    transaction: &Transaction,
    account_id: AccountId,
) -> Result<Option<(String, Account)>> {
    let row = Entity::find_by_id(account_id)
        .lock_exclusive()
        .one(transaction)
        .await?;
    Ok(row.map(|row| (row.line_user_id.clone(), row.into())))
}

/// Locks the accounts, in the order of their ids, and returns those that exist. Because of the order, no two
/// transactions that lock several accounts wait for each other.
pub(crate) async fn lock_all(
    transaction: &Transaction,
    account_ids: &[AccountId],
) -> Result<Vec<AccountId>> {
    Ok(Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Id.is_in(padded(account_ids.to_vec())))
        .order_by_asc(Column::Id)
        .lock_exclusive()
        .into_tuple()
        .all(transaction)
        .await?)
}

/// Records that the user has opened the app, in this language if the client named one. Returns false if the
/// account was deleted. In a transaction, the account stays locked until the transaction ends.
pub(crate) async fn set_opened(
    connection: &impl CanWrite,
    account_id: AccountId,
    language: Option<Language>,
    now_ms: Millis,
) -> Result<bool> {
    let mut update = Entity::update_many()
        .col_expr(Column::OpenedAtMs, Expr::value(now_ms))
        .filter(Column::Id.eq(account_id));
    if let Some(language) = language {
        update = update.col_expr(Column::Language, Expr::value(language));
    }
    Ok(update.exec(connection).await?.rows_affected == 1)
}

/// Makes an upload the avatar of the account.
pub(crate) async fn set_avatar(
    connection: &impl CanWrite,
    account_id: AccountId,
    file_id: &str,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::AvatarFileId, Expr::value(file_id))
        .filter(Column::Id.eq(account_id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Inserts accounts with a pending review, and returns their ids in the same order. If one of the users already has
/// an account, the unique index refuses the statement, and `database_error.rs` makes E004 of that.
pub(crate) async fn insert_all(
    connection: &impl CanWrite,
    users: &[NewAccount<'_>],
) -> Result<Vec<AccountId>> {
    let rows = users.iter().map(|user| ActiveModel {
        line_user_id: Set(user.line_user_id.to_owned()),
        review_status: Set(ReviewStatus::Pending),
        appealed: Set(false),
        created_at_ms: Set(user.now_ms),
        opened_at_ms: Set(user.now_ms),
        language: Set(user.language.map(|language| language.as_str().to_owned())),
        ..ActiveModel::default()
    });
    let inserted = Entity::insert_many(rows)
        .exec_with_returning(connection)
        .await?;
    // The database may return the rows in any order.
    let ids: HashMap<_, _> = inserted
        .into_iter()
        .map(|row| (row.line_user_id, row.id))
        .collect();
    users
        .iter()
        .map(|user| ids.get(user.line_user_id).copied())
        .collect::<Option<_>>()
        .ok_or_else(|| Error::internal("an account that was made is not given back"))
}

/// Returns the LINE user id of an account.
pub(crate) async fn find_user_id(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Option<String>> {
    let mut found = find_user_ids(connection, vec![account_id]).await?;
    Ok(found.remove(&account_id))
}

/// Returns the LINE user ids of these accounts, by account id.
pub(crate) async fn find_user_ids(
    connection: &impl CanRead,
    account_ids: Vec<AccountId>,
) -> Result<HashMap<AccountId, String>> {
    let rows: Vec<(AccountId, String)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::LineUserId])
        .filter(Column::Id.is_in(padded(account_ids)))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

impl From<Model> for Account {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            review: ReviewState {
                status: row.review_status,
                appealed: row.appealed,
            },
            avatar: row.avatar_file_id,
            opened_at_ms: row.opened_at_ms,
            // A newer server may have stored a language that this server does not speak.
            language: row.language.and_then(|tag| tag.parse().ok()),
        }
    }
}
