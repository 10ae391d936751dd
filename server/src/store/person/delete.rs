//! Deletes a person from every table.

use sea_orm::sea_query::{Expr, Query};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, QueryFilter, QuerySelect as _,
};

use crate::error::Result;
use crate::store::connection::{CanWrite, Transaction};
use crate::store::database::Database;
use crate::store::entity::{
    account, idempotency, session, upload, work_email, work_email_code, work_email_limit,
};
use crate::store::upload::ORPHANED;

/// Deletes all rows of a person. Those of their files are made nobody's, without the miniature, and
/// go once the files are gone; gives their names.
///
/// How often a mailbox was written to stays for its day: that protects whoever reads it, and its hash
/// names nobody. What was counted for the account goes.
pub(crate) async fn delete(
    transaction: &Transaction,
    account_id: i64,
    line_user_id: &str,
) -> Result<Vec<String>> {
    session::Entity::delete_many()
        .filter(session::Column::LineUserId.eq(line_user_id))
        .exec(transaction)
        .await?;
    // Profile, photos, document, review and used mailboxes go with it.
    account::Entity::delete_by_id(account_id)
        .exec(transaction)
        .await?;
    idempotency::Entity::delete_many()
        .filter(idempotency::Column::LineUserId.eq(line_user_id))
        .exec(transaction)
        .await?;
    work_email::Entity::delete_many()
        .filter(work_email::Column::LineUserId.eq(line_user_id))
        .exec(transaction)
        .await?;
    work_email_code::Entity::delete_by_id(line_user_id)
        .exec(transaction)
        .await?;
    work_email_limit::Entity::delete_many()
        .filter(is_counted_for(line_user_id))
        .exec(transaction)
        .await?;
    orphan_files(transaction, line_user_id).await
}

/// Forgets sessions of no account. A login at the moment of a deletion may leave one.
pub(crate) async fn delete_orphaned_sessions(connection: &impl CanWrite) -> Result<()> {
    let accounts = Query::select()
        .column(account::Column::LineUserId)
        .from(account::Entity)
        .take();
    session::Entity::delete_many()
        .filter(session::Column::Kind.eq("SESSION"))
        .filter(session::Column::LineUserId.not_in_subquery(accounts))
        .exec(connection)
        .await?;
    Ok(())
}

/// Empties SQLite's write-ahead log, in which deleted rows still are; in its file they are overwritten
/// as they are deleted. PostgreSQL's vacuum and log are the operator's.
pub(crate) async fn purge_deleted(database: &Database) -> Result<()> {
    if database.writes.get_database_backend() == DbBackend::Sqlite {
        database
            .writes
            .execute_unprepared("PRAGMA wal_checkpoint(TRUNCATE)")
            .await?;
    }
    Ok(())
}

/// What is counted for an account, as `work_email::limits` names it.
pub(super) fn is_counted_for(line_user_id: &str) -> sea_orm::Condition {
    let subject = work_email_limit::Column::Subject;
    sea_orm::Condition::any()
        .add(subject.eq(format!("account:{line_user_id}")))
        .add(subject.eq(format!("tries:{line_user_id}")))
        .add(subject.starts_with(format!("share:{line_user_id}:")))
}

async fn orphan_files(transaction: &Transaction, line_user_id: &str) -> Result<Vec<String>> {
    let is_theirs = upload::Column::LineUserId.eq(line_user_id);
    let names = upload::Entity::find()
        .select_only()
        .column(upload::Column::Name)
        .filter(is_theirs.clone())
        .into_tuple()
        .all(transaction)
        .await?;
    upload::Entity::update_many()
        .col_expr(upload::Column::LineUserId, Expr::value(ORPHANED))
        .col_expr(upload::Column::AttachedAtMs, Expr::value(None::<i64>))
        .col_expr(upload::Column::Thumbhash, Expr::value(""))
        .filter(is_theirs)
        .exec(transaction)
        .await?;
    Ok(names)
}
