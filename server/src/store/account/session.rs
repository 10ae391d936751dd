//! The table of sessions and registration tokens.

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, SimpleExpr};
use sea_orm::{
    ColumnTrait, DeriveActiveEnum, EntityTrait, EnumIter, IntoActiveModel as _, QueryFilter,
    QueryOrder as _, QuerySelect as _,
};

use serde::Serialize;

use crate::clock::Millis;
use crate::error::Result;
use crate::store::account;
pub(crate) use crate::store::account::tables::session::Model as Session;
use crate::store::account::tables::session::{Column, Entity};
use crate::store::connection::{
    CanRead, CanWrite, Database, Transaction, begin, padded, statements,
};

/// The calls that a token is valid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum TokenKind {
    /// All calls of a registered user.
    #[sea_orm(string_value = "SESSION")]
    Session,
    /// Uploads, the registration and its status, before the user has an account.
    #[sea_orm(string_value = "REGISTRATION")]
    Registration,
}

pub(crate) async fn insert(connection: &impl CanWrite, session: &Session) -> Result<()> {
    statements::insert(connection, session.clone().into_active_model()).await
}

/// Stores a new login and deletes the oldest open logins of the same user and kind beyond `max_open`. All tokens of one
/// login count once. Concurrent logins of a person without an account may exceed the limit.
pub(crate) async fn insert_login(
    database: &Database,
    session: &Session,
    max_open: usize,
) -> Result<()> {
    let transaction = begin(database).await?;
    // Without this lock, two concurrent logins could exceed `max_open`.
    account::find_locked(&transaction, &session.line_user_id).await?;
    let open: Vec<String> = Entity::find()
        .select_only()
        .column(Column::Family)
        .filter(Column::LineUserId.eq(&session.line_user_id))
        .filter(Column::Kind.eq(session.kind))
        .filter(Column::RevokedAtMs.is_null())
        .filter(Column::ExpiresAtMs.gt(session.issued_at_ms))
        .group_by(Column::Family)
        .group_by(Column::LoginAtMs)
        .order_by_desc(Column::LoginAtMs)
        .order_by_desc(Column::Family)
        .into_tuple()
        .all(&transaction)
        .await?;
    let surplus: Vec<String> = open.into_iter().skip(max_open.saturating_sub(1)).collect();
    if !surplus.is_empty() {
        let are_surplus = Column::Family.is_in(surplus);
        wait_for_renewals(&transaction, are_surplus.clone()).await?;
        Entity::delete_many()
            .filter(are_surplus)
            .exec(&transaction)
            .await?;
    }
    insert(&transaction, session).await?;
    transaction.commit().await?;
    Ok(())
}

/// Returns the session or registration token with this hash.
pub(crate) async fn find(connection: &impl CanRead, token_hash: &str) -> Result<Option<Session>> {
    Ok(Entity::find_by_id(token_hash).one(connection).await?)
}

/// Returns the tokens by their hashes. An unknown hash is missing.
pub(in crate::store) async fn find_all(
    connection: &impl CanRead,
    token_hashes: Vec<String>,
) -> Result<HashMap<String, Option<Session>>> {
    let rows = Entity::find()
        .filter(Column::TokenHash.is_in(padded(token_hashes)))
        .all(connection)
        .await?;
    let by_hash = rows.into_iter();
    Ok(by_hash
        .map(|row| (row.token_hash.clone(), Some(row)))
        .collect())
}

/// Returns all sessions and registration tokens of a LINE user, the oldest first.
pub(in crate::store) async fn list_of(
    connection: &impl CanRead,
    line_user_id: &str,
) -> Result<Vec<Session>> {
    Ok(Entity::find()
        .filter(Column::LineUserId.eq(line_user_id))
        .order_by_asc(Column::IssuedAtMs)
        .all(connection)
        .await?)
}

/// Stores `new` and lets `old` expire at `grace_ends_ms`. Returns false if `old` was already renewed or
/// revoked.
pub(crate) async fn replace(
    database: &Database,
    old: &Session,
    new: &Session,
    now_ms: Millis,
    grace_ends_ms: Millis,
) -> Result<bool> {
    let transaction = begin(database).await?;
    let updated = Entity::update_many()
        .col_expr(Column::RenewedAtMs, Expr::value(now_ms))
        .col_expr(Column::ExpiresAtMs, Expr::value(grace_ends_ms))
        .filter(Column::TokenHash.eq(&old.token_hash))
        .filter(Column::RenewedAtMs.is_null())
        .filter(Column::RevokedAtMs.is_null())
        .exec(&transaction)
        .await?;
    if updated.rows_affected == 0 {
        transaction.rollback().await?;
        return Ok(false);
    }
    insert(&transaction, new).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Revokes all tokens of one login.
pub(crate) async fn revoke_family(
    transaction: &Transaction,
    family: &str,
    now_ms: Millis,
) -> Result<()> {
    revoke(transaction, Column::Family.eq(family), now_ms).await
}

/// Revokes all sessions and registration tokens of a LINE user.
pub(crate) async fn revoke_all_of(
    transaction: &Transaction,
    line_user_id: &str,
    now_ms: Millis,
) -> Result<()> {
    revoke(transaction, Column::LineUserId.eq(line_user_id), now_ms).await
}

/// Deletes tokens that expired before `before_ms`.
pub(crate) async fn delete_ended(connection: &impl CanWrite, before_ms: Millis) -> Result<()> {
    statements::delete::<Entity>(connection, Column::ExpiresAtMs.lt(before_ms)).await
}

async fn revoke(transaction: &Transaction, which: SimpleExpr, now_ms: Millis) -> Result<()> {
    wait_for_renewals(transaction, which.clone()).await?;
    Entity::update_many()
        .col_expr(Column::RevokedAtMs, Expr::value(now_ms))
        .filter(which)
        .filter(Column::RevokedAtMs.is_null())
        .exec(transaction)
        .await?;
    Ok(())
}

/// Locks these rows, so that a renewal on another connection commits first and the next statement sees its new token as
/// well. Otherwise the new token would outlive its login. The order of the locks keeps two callers from waiting for each
/// other.
async fn wait_for_renewals(transaction: &Transaction, which: SimpleExpr) -> Result<()> {
    let _locked: Vec<String> = Entity::find()
        .select_only()
        .column(Column::TokenHash)
        .filter(which)
        .order_by_asc(Column::TokenHash)
        .lock_exclusive()
        .into_tuple()
        .all(transaction)
        .await?;
    Ok(())
}
