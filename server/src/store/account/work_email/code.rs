//! The table of confirmation codes. It has the newest code of each LINE user.

use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel as _, QueryFilter, QuerySelect as _};

use crate::clock::Millis;
use crate::error::Result;
pub(crate) use crate::store::account::tables::work_email_code::Model as MailedCode;
use crate::store::account::tables::work_email_code::{Column, Entity};
use crate::store::connection::{CanWrite, Transaction, statements};

/// Stores a code and replaces the user's older one.
pub(crate) async fn put(connection: &impl CanWrite, code: MailedCode) -> Result<()> {
    statements::upsert(
        connection,
        code.into_active_model(),
        [
            Column::MailboxHash,
            Column::EmployerId,
            Column::CodeHash,
            Column::NFailures,
            Column::ExpiresAtMs,
            Column::ConfirmedUntilMs,
            Column::ConfirmKey,
        ],
    )
    .await
}

/// Returns the user's code and locks it. Another request that tries the code waits until the transaction
/// ends.
pub(crate) async fn find_locked(
    transaction: &Transaction,
    line_user_id: &str,
) -> Result<Option<MailedCode>> {
    Ok(Entity::find_by_id(line_user_id)
        .lock_exclusive()
        .one(transaction)
        .await?)
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
    until_ms: Millis,
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

pub(crate) async fn delete_expired(connection: &impl CanWrite, now_ms: Millis) -> Result<()> {
    statements::delete::<Entity>(connection, Column::ExpiresAtMs.lte(now_ms)).await
}
