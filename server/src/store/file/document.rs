//! The table of verification documents. Only reviewers see them.

use enmusubi_core::FileUse;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _,
};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::AccountId;
use crate::store::connection::{
    CanRead, CanWrite, Database, Transaction, begin, padded, statements,
};
use crate::store::file::tables::document;
use crate::store::file::upload as upload_files;

/// Adds documents to accounts. The files are already attached.
pub(crate) async fn insert_all(
    connection: &impl CanWrite,
    documents: impl IntoIterator<Item = (AccountId, &str)>,
) -> Result<()> {
    let rows = documents
        .into_iter()
        .map(|(account_id, file_id)| document::ActiveModel {
            account_id: Set(account_id),
            file_id: Set(file_id.to_owned()),
            decided_at_ms: Set(None),
            ..document::ActiveModel::default()
        });
    statements::insert_all(connection, rows.collect()).await
}

/// Replaces or removes the document of an account. Returns the name of the old document, or E004 if the
/// new file is gone.
pub(crate) async fn replace(
    transaction: &Transaction,
    account_id: AccountId,
    line_user_id: &str,
    document: Option<&str>,
    now_ms: Millis,
) -> Result<Option<String>> {
    let replaced = find_of(transaction, account_id).await?;
    let names: Vec<String> = document.map(str::to_owned).into_iter().collect();
    if !upload_files::attach_all(
        transaction,
        line_user_id,
        &names,
        FileUse::Employment,
        now_ms,
    )
    .await?
    {
        return Err(upload_files::gone());
    }
    document::Entity::delete_many()
        .filter(document::Column::AccountId.eq(account_id))
        .exec(transaction)
        .await?;
    insert_all(transaction, document.map(|file_id| (account_id, file_id))).await?;
    Ok(replaced)
}

/// Returns the name of an account's document.
pub(crate) async fn find_of(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Option<String>> {
    let row = document::Entity::find()
        .filter(document::Column::AccountId.eq(account_id))
        .one(connection)
        .await?;
    Ok(row.map(|row| row.file_id))
}

/// Sets the moment of the decision, from which the days until the document's deletion count.
pub(crate) async fn set_decided(
    connection: &impl CanWrite,
    account_id: AccountId,
    now_ms: Millis,
) -> Result<()> {
    document::Entity::update_many()
        .col_expr(document::Column::DecidedAtMs, Expr::value(now_ms))
        .filter(document::Column::AccountId.eq(account_id))
        .exec(connection)
        .await?;
    Ok(())
}

/// The number of documents that one transaction releases.
const RELEASED_AT_ONCE: u64 = 200;

/// Removes documents that were decided before that moment, and returns the number of them. Detaches their files unless
/// the files are photos or avatars as well.
pub(crate) async fn release_decided_before(database: &Database, before_ms: Millis) -> Result<u64> {
    let mut n_released = 0;
    loop {
        let transaction = begin(database).await?;
        let n = release_some(&transaction, before_ms).await?;
        transaction.commit().await?;
        if n == 0 {
            return Ok(n_released);
        }
        n_released += n;
    }
}

async fn release_some(transaction: &Transaction, before_ms: Millis) -> Result<u64> {
    // Two servers that release at the same time lock the rows in the same order.
    let due = document::Entity::find()
        .filter(document::Column::DecidedAtMs.lt(before_ms))
        .order_by_asc(document::Column::Id)
        .limit(RELEASED_AT_ONCE)
        .lock_exclusive()
        .all(transaction)
        .await?;
    let ids: Vec<i64> = due.iter().map(|document| document.id).collect();
    let deleted = document::Entity::delete_many()
        .filter(document::Column::Id.is_in(padded(ids)))
        .exec(transaction)
        .await?;
    for document in due {
        upload_files::release(transaction, &document.file_id).await?;
    }
    Ok(deleted.rows_affected)
}
