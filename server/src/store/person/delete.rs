//! Deletes a person from all tables.

use sea_orm::sea_query::{Expr, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect as _};

use crate::error::Result;
use crate::store::block;
use crate::store::database::{CanWrite, Database, Transaction};
use crate::store::entity::{
    account, idempotency, session, upload, work_email, work_email_code, work_email_limit,
};
use crate::store::session::TokenKind;
use crate::store::upload::ORPHANED;
use crate::store::work_email::limit::is_of_account;

/// Deletes all rows of a person, except those of the files. These become orphaned, lose their thumbhash,
/// and stay until the files are deleted. Returns the names of the files.
///
/// Blocks stay with the keyed hashes of both people, so that a new account of either stays apart from the other.
/// The count of mails to a mailbox stays for its day. It protects the person who reads the mailbox, and
/// its hash identifies no one. The counts of the account are deleted.
pub(crate) async fn delete(
    transaction: &Transaction,
    account_id: i64,
    line_user_id: &str,
) -> Result<Vec<String>> {
    session::Entity::delete_many()
        .filter(session::Column::LineUserId.eq(line_user_id))
        .exec(transaction)
        .await?;
    block::clear_nicknames(transaction, account_id).await?;
    // The foreign keys also delete the profile, photos, document, review, proposals and used mailboxes.
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
        .filter(is_of_account(line_user_id))
        .exec(transaction)
        .await?;
    orphan_files(transaction, line_user_id).await
}

/// Deletes sessions without an account. A login at the moment of a deletion may leave one.
pub(crate) async fn delete_orphaned_sessions(connection: &impl CanWrite) -> Result<()> {
    let accounts = Query::select()
        .column(account::Column::LineUserId)
        .from(account::Entity)
        .take();
    session::Entity::delete_many()
        .filter(session::Column::Kind.eq(TokenKind::Session.as_str()))
        .filter(session::Column::LineUserId.not_in_subquery(accounts))
        .exec(connection)
        .await?;
    Ok(())
}

/// Empties SQLite's write-ahead log, which still contains deleted rows. SQLite itself overwrites deleted
/// rows in the database file. On PostgreSQL the operator is responsible for vacuum and log.
pub(crate) async fn purge_deleted(database: &Database) -> Result<()> {
    if database.is_sqlite() {
        let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
        ConnectionTrait::execute_unprepared(&database.writes, checkpoint).await?;
    }
    Ok(())
}

async fn orphan_files(transaction: &Transaction, line_user_id: &str) -> Result<Vec<String>> {
    let is_of_person = upload::Column::LineUserId.eq(line_user_id);
    let names = upload::Entity::find()
        .select_only()
        .column(upload::Column::Name)
        .filter(is_of_person.clone())
        .into_tuple()
        .all(transaction)
        .await?;
    upload::Entity::update_many()
        .col_expr(upload::Column::LineUserId, Expr::value(ORPHANED))
        .col_expr(upload::Column::AttachedAtMs, Expr::value(None::<i64>))
        .col_expr(upload::Column::Thumbhash, Expr::value(""))
        .filter(is_of_person)
        .exec(transaction)
        .await?;
    Ok(names)
}
