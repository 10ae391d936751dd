//! Deletes a person from all tables.

use enmusubi_core::review::AuditAction;
use sea_orm::sea_query::{Expr, ExprTrait as _, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect as _};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::account::session::TokenKind;
use crate::store::account::tables::{
    account, idempotency, session, work_email, work_email_code, work_email_limit,
};
use crate::store::account::work_email::limit::is_of_account;
use crate::store::audit::actor::Actor;
use crate::store::audit::{self, Act};
use crate::store::connection::ids::AccountId;
use crate::store::connection::{Database, Transaction, padded};
use crate::store::file::tables::upload;
use crate::store::file::upload::ORPHANED;
use crate::store::meeting::block;
use crate::store::review::evidence_trace;
use crate::store::reviewer;

/// The number of sessions that one statement deletes.
const SESSIONS_PER_DELETION: usize = 500;

/// Deletes all rows of a person except those of the files, and returns the names of the files. The rows of the files
/// become orphaned, lose their thumbhash, and stay until the files are deleted.
///
/// Blocks stay with the keyed hashes of both people, so that a new account of either stays apart from the other. The
/// keyed hashes of the documents and mailboxes stay with the latest decision, so that reviewers recognise them in
/// another account. A reviewer keeps the keyed hash of the person, and the audit log has a row for leads. The count of
/// mails to a mailbox stays for its day, to protect the person who reads the mailbox; its hash identifies no one. The
/// counts of the account are deleted.
pub(crate) async fn delete(
    transaction: &Transaction,
    account_id: AccountId,
    line_user_id: &str,
    now_ms: Millis,
) -> Result<Vec<String>> {
    session::Entity::delete_many()
        .filter(session::Column::LineUserId.eq(line_user_id))
        .exec(transaction)
        .await?;
    block::clear_nicknames(transaction, account_id).await?;
    evidence_trace::detach(transaction, account_id, now_ms).await?;
    let reviewer_ids = reviewer::list_of_member(transaction, account_id).await?;
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
    let files = orphan_files(transaction, line_user_id).await?;
    for reviewer_id in reviewer_ids {
        let act = Act {
            account_id: Some(account_id),
            reviewer_id: Some(reviewer_id),
            ..Act::new(&Actor::Job, AuditAction::ReviewerMemberGone)
        };
        audit::append(transaction, act, now_ms).await?;
    }
    Ok(files)
}

/// Deletes sessions without an account. A login at the moment of a deletion may leave such a session.
///
/// The search reads all sessions, so it does not run on SQLite's only connection for writes.
pub(crate) async fn delete_orphaned_sessions(database: &Database) -> Result<()> {
    // With `NOT IN`, PostgreSQL would compare each session with all accounts once the accounts exceed its `work_mem`.
    let its_account = Query::select()
        .column(account::Column::Id)
        .from(account::Entity)
        .and_where(
            Expr::col((account::Entity, account::Column::LineUserId))
                .equals((session::Entity, session::Column::LineUserId)),
        )
        .take();
    let orphaned: Vec<String> = session::Entity::find()
        .select_only()
        .column(session::Column::TokenHash)
        .filter(session::Column::Kind.eq(TokenKind::Session))
        .filter(Expr::not_exists(its_account))
        .into_tuple()
        .all(&database.reads)
        .await?;
    for token_hashes in orphaned.chunks(SESSIONS_PER_DELETION) {
        session::Entity::delete_many()
            .filter(session::Column::TokenHash.is_in(padded(token_hashes.to_vec())))
            .exec(&database.writes)
            .await?;
    }
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
        .col_expr(upload::Column::AttachedAtMs, Expr::value(None::<Millis>))
        .col_expr(upload::Column::Thumbhash, Expr::value(""))
        .col_expr(upload::Column::EvidenceHash, Expr::value(None::<String>))
        .filter(is_of_person)
        .exec(transaction)
        .await?;
    Ok(names)
}

#[cfg(test)]
mod tests {
    use sea_orm::{DbBackend, Statement};

    use super::*;

    #[tokio::test]
    async fn the_foreign_keys_of_a_deletion_read_no_whole_table() {
        let database = Database::open(&"sqlite::memory:".into()).await.unwrap();
        database.migrate().await.unwrap();
        for deletion in [
            "DELETE FROM account WHERE id = 1",
            "DELETE FROM upload WHERE name = 'a'",
        ] {
            let sql = format!("EXPLAIN QUERY PLAN {deletion}");
            let plan = Statement::from_string(DbBackend::Sqlite, sql);
            let steps = database.reads.query_all_raw(plan).await.unwrap();
            assert!(steps.len() > 3);
            for step in steps {
                let step: String = step.try_get("", "detail").unwrap();
                assert!(step.starts_with("SEARCH"), "{deletion}: {step}");
            }
        }
    }
}
