//! The table of confirmation codes. It has the newest code of each LINE user.

use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QuerySelect as _};

use crate::error::Result;
use crate::store::account::tables::work_email_code::{ActiveModel, Column, Entity};
use crate::store::connection::{CanWrite, Transaction};

/// A code that the server has mailed. Only its hash is stored.
#[derive(Debug, Clone)]
pub(crate) struct MailedCode {
    pub(crate) line_user_id: String,
    pub(crate) mailbox_hash: String,
    pub(crate) employer_id: String,
    pub(crate) code_hash: String,
    pub(crate) n_failures: i32,
    pub(crate) expires_at_ms: i64,
    /// Set once the code has confirmed its mailbox: the moment until which the confirmation is valid
    /// without an account.
    pub(crate) confirmed_until_ms: Option<i64>,
    /// The idempotency key of the request that confirmed the mailbox.
    pub(crate) confirm_key: Option<String>,
}

/// Stores a code and replaces the user's older one.
pub(crate) async fn put(connection: &impl CanWrite, code: MailedCode) -> Result<()> {
    let row = ActiveModel {
        line_user_id: Set(code.line_user_id),
        mailbox_hash: Set(code.mailbox_hash),
        employer_id: Set(code.employer_id),
        code_hash: Set(code.code_hash),
        n_failures: Set(code.n_failures),
        expires_at_ms: Set(code.expires_at_ms),
        confirmed_until_ms: Set(code.confirmed_until_ms),
        confirm_key: Set(code.confirm_key),
    };
    let replace = OnConflict::column(Column::LineUserId)
        .update_columns([
            Column::MailboxHash,
            Column::EmployerId,
            Column::CodeHash,
            Column::NFailures,
            Column::ExpiresAtMs,
            Column::ConfirmedUntilMs,
            Column::ConfirmKey,
        ])
        .to_owned();
    Entity::insert(row)
        .on_conflict(replace)
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Returns the user's code and locks it. Another request that tries the code waits until the transaction
/// ends.
pub(crate) async fn find_locked(
    transaction: &Transaction,
    line_user_id: &str,
) -> Result<Option<MailedCode>> {
    let row = Entity::find_by_id(line_user_id)
        .lock_exclusive()
        .one(transaction)
        .await?;
    Ok(row.map(|row| MailedCode {
        line_user_id: row.line_user_id,
        mailbox_hash: row.mailbox_hash,
        employer_id: row.employer_id,
        code_hash: row.code_hash,
        n_failures: row.n_failures,
        expires_at_ms: row.expires_at_ms,
        confirmed_until_ms: row.confirmed_until_ms,
        confirm_key: row.confirm_key,
    }))
}

/// Counts a wrong try.
pub(crate) async fn count_failure(connection: &impl CanWrite, line_user_id: &str) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::NFailures, Expr::col(Column::NFailures).add(1))
        .filter(Column::LineUserId.eq(line_user_id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Records that the code has confirmed its mailbox.
pub(crate) async fn mark_confirmed(
    connection: &impl CanWrite,
    line_user_id: &str,
    until_ms: i64,
    key: Option<String>,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::ConfirmedUntilMs, Expr::value(until_ms))
        .col_expr(Column::ConfirmKey, Expr::value(key))
        .filter(Column::LineUserId.eq(line_user_id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Deletes the user's code.
pub(crate) async fn delete(connection: &impl CanWrite, line_user_id: &str) -> Result<()> {
    Entity::delete_by_id(line_user_id).exec(connection).await?;
    Ok(())
}

pub(crate) async fn delete_expired(connection: &impl CanWrite, now_ms: i64) -> Result<()> {
    Entity::delete_many()
        .filter(Column::ExpiresAtMs.lte(now_ms))
        .exec(connection)
        .await?;
    Ok(())
}
