//! The table of the counts of sent and tried codes. All instances of the server share it.

use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, EntityTrait, QueryFilter};

use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::account::tables::work_email_limit::{ActiveModel, Column, Entity};
use crate::store::connection::{CanRead, CanWrite, Transaction, statements};

/// The subject that counts the codes sent for an account.
pub(crate) fn subject_of_account(line_user_id: &str) -> String {
    format!("account:{line_user_id}")
}

/// The subject that counts the codes that one account sent to one mailbox.
pub(crate) fn subject_of_share(line_user_id: &str, mailbox_hash: &str) -> String {
    format!("share:{line_user_id}:{mailbox_hash}")
}

/// The subject that counts the wrong codes that an account tried.
pub(crate) fn subject_of_tries(line_user_id: &str) -> String {
    format!("tries:{line_user_id}")
}

/// The subject that counts the codes that all accounts sent to one mailbox. It names no account, so it
/// outlives a deletion.
pub(crate) fn subject_of_mailbox(mailbox_hash: &str) -> String {
    format!("mailbox:{mailbox_hash}")
}

/// Selects every subject that names the account.
pub(crate) fn is_of_account(line_user_id: &str) -> Condition {
    Condition::any()
        .add(Column::Subject.eq(subject_of_account(line_user_id)))
        .add(Column::Subject.eq(subject_of_tries(line_user_id)))
        .add(Column::Subject.starts_with(subject_of_share(line_user_id, "")))
}

/// Returns the counted moments of a subject and locks it. Another request for this subject waits until the
/// transaction ends.
pub(crate) async fn list_locked(
    transaction: &Transaction,
    subject: &str,
    now_ms: Millis,
) -> Result<Vec<Millis>> {
    let row = ActiveModel {
        subject: Set(subject.to_owned()),
        counted_at_ms: Set("[]".to_owned()),
        touched_at_ms: Set(now_ms),
    };
    // A missing row cannot be locked. Writing the row locks it.
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

/// Returns the counted moments of a subject without a lock.
pub(crate) async fn list(connection: &impl CanRead, subject: &str) -> Result<Vec<Millis>> {
    let row = Entity::find_by_id(subject).one(connection).await?;
    row.map_or_else(|| Ok(Vec::new()), |row| read(&row.counted_at_ms))
}

/// Replaces the counted moments of a subject.
pub(crate) async fn put(
    transaction: &Transaction,
    subject: &str,
    counted_at_ms: &[Millis],
) -> Result<()> {
    let list: Vec<i64> = counted_at_ms.iter().map(|at| at.0).collect();
    let list = serde_json::to_string(&list).map_err(Error::internal)?;
    Entity::update_many()
        .col_expr(Column::CountedAtMs, Expr::value(list))
        .filter(Column::Subject.eq(subject))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Deletes subjects that no request has used since that moment.
pub(crate) async fn delete_untouched(connection: &impl CanWrite, since_ms: Millis) -> Result<()> {
    statements::delete::<Entity>(connection, Column::TouchedAtMs.lt(since_ms)).await
}

/// Reads a list of moments.
pub(crate) fn read(list: &str) -> Result<Vec<Millis>> {
    let list: Vec<i64> = serde_json::from_str(list).map_err(Error::internal)?;
    Ok(list.into_iter().map(Millis).collect())
}
