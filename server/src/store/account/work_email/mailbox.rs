//! The table of confirmed mailboxes. Each belongs to one user.

use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect as _, Select,
};

use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::account::tables::work_email::{ActiveModel, Column, Entity};
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, CanWrite, Transaction, statements};

/// A mailbox that a user has just confirmed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mailbox<'a> {
    /// A keyed hash of the address.
    pub(crate) hash: &'a str,
    pub(crate) line_user_id: &'a str,
    pub(crate) employer_id: &'a str,
    pub(crate) expires_at_ms: Millis,
}

/// Stores the mailbox for its user. Returns false if it belongs to another user.
pub(crate) async fn claim(
    transaction: &Transaction,
    mailbox: Mailbox<'_>,
    now_ms: Millis,
) -> Result<bool> {
    Entity::delete_many()
        .filter(Column::MailboxHash.eq(mailbox.hash))
        .filter(is_expired(now_ms))
        .exec(transaction)
        .await?;
    let row = ActiveModel {
        mailbox_hash: Set(mailbox.hash.to_owned()),
        line_user_id: Set(mailbox.line_user_id.to_owned()),
        employer_id: Set(mailbox.employer_id.to_owned()),
        expires_at_ms: Set(mailbox.expires_at_ms),
        account_id: Set(None),
    };
    // Ignore the conflict. An error would abort a transaction on PostgreSQL.
    let n_inserted = Entity::insert(row)
        .on_conflict(
            OnConflict::column(Column::MailboxHash)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(transaction)
        .await?;
    if n_inserted > 0 {
        return Ok(true);
    }
    let prolonged = Entity::update_many()
        .col_expr(Column::ExpiresAtMs, Expr::value(mailbox.expires_at_ms))
        .filter(Column::MailboxHash.eq(mailbox.hash))
        .filter(Column::LineUserId.eq(mailbox.line_user_id))
        .exec(transaction)
        .await?;
    Ok(prolonged.rows_affected > 0)
}

/// Selects the employers at which the users have a confirmed mailbox. A row has the kind, the employer and
/// the LINE user id.
pub(in crate::store) fn owned_by(
    line_user_ids: &[String],
    kind: &str,
    now_ms: Millis,
) -> Select<Entity> {
    Entity::find()
        .select_only()
        .expr_as(Expr::value(kind), "kind")
        .column_as(Column::EmployerId, "name")
        .column(Column::LineUserId)
        .filter(Column::LineUserId.is_in(line_user_ids))
        .filter(is_valid(now_ms))
}

/// Attaches the user's mailboxes at an employer to the account that they verify. Returns E004 if none is
/// confirmed any more.
pub(crate) async fn attach(
    transaction: &Transaction,
    account_id: AccountId,
    line_user_id: &str,
    employer_id: &str,
    now_ms: Millis,
) -> Result<()> {
    let attached = Entity::update_many()
        .col_expr(Column::AccountId, Expr::value(account_id))
        .filter(Column::LineUserId.eq(line_user_id))
        .filter(Column::EmployerId.eq(employer_id))
        .filter(is_valid(now_ms))
        .exec(transaction)
        .await?;
    if attached.rows_affected == 0 {
        return Err(Error::conflict("The mailbox is no longer confirmed."));
    }
    Ok(())
}

/// Returns true if the account has a confirmed mailbox at the employer.
pub(crate) async fn is_attached(
    connection: &impl CanRead,
    account_id: AccountId,
    employer_id: &str,
) -> Result<bool> {
    let found = Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::EmployerId.eq(employer_id))
        .one(connection)
        .await?;
    Ok(found.is_some())
}

/// Deletes mailboxes that expired before an account used them.
pub(crate) async fn delete_expired(connection: &impl CanWrite, now_ms: Millis) -> Result<()> {
    statements::delete::<Entity>(connection, is_expired(now_ms)).await
}

fn is_expired(now_ms: Millis) -> Condition {
    Condition::all()
        .add(Column::AccountId.is_null())
        .add(Column::ExpiresAtMs.lte(now_ms))
}

fn is_valid(now_ms: Millis) -> Condition {
    Condition::any()
        .add(Column::AccountId.is_not_null())
        .add(Column::ExpiresAtMs.gt(now_ms))
}
