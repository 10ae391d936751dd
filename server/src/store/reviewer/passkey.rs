//! The table of the reviewers' passkeys. A reviewer has one at most.

use std::collections::HashSet;

use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QuerySelect as _};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::ReviewerId;
use crate::store::connection::{CanRead, Transaction, searchable, statements};
use crate::store::reviewer::tables::reviewer_passkey::{ActiveModel, Column, Entity};

/// The passkey of a reviewer.
#[derive(Debug, Clone)]
pub(crate) struct Passkey {
    /// The id that the authenticator chose, in base64url.
    pub(crate) credential_id: String,
    pub(crate) reviewer_id: ReviewerId,
    pub(crate) public_key: Vec<u8>,
    pub(crate) sign_count: u32,
    /// True if the passkey may be on several devices.
    pub(crate) is_backup_eligible: bool,
}

/// Stores a passkey in the place of the reviewer's earlier one. Returns E004 if another reviewer has the passkey.
pub(crate) async fn replace(
    transaction: &Transaction,
    passkey: Passkey,
    now_ms: Millis,
) -> Result<()> {
    delete_all_of(transaction, passkey.reviewer_id).await?;
    let row = ActiveModel {
        credential_id: Set(passkey.credential_id),
        reviewer_id: Set(passkey.reviewer_id),
        public_key: Set(passkey.public_key),
        sign_count: Set(passkey.sign_count.into()),
        is_backup_eligible: Set(passkey.is_backup_eligible),
        created_at_ms: Set(now_ms),
        last_used_at_ms: Set(None),
    };
    statements::insert(transaction, row).await
}

pub(crate) async fn find(
    connection: &impl CanRead,
    credential_id: &str,
) -> Result<Option<Passkey>> {
    let row = Entity::find_by_id(searchable(credential_id))
        .one(connection)
        .await?;
    row.map(|row| {
        Ok(Passkey {
            credential_id: row.credential_id,
            reviewer_id: row.reviewer_id,
            public_key: row.public_key,
            sign_count: row
                .sign_count
                .try_into()
                .map_err(crate::error::Error::internal)?,
            is_backup_eligible: row.is_backup_eligible,
        })
    })
    .transpose()
}

/// Stores the authenticator's counter after a sign-in. Returns false if the passkey was replaced meanwhile, or if
/// another sign-in has changed the counter.
pub(crate) async fn record_use(
    transaction: &Transaction,
    before: &Passkey,
    sign_count: u32,
    now_ms: Millis,
) -> Result<bool> {
    let updated = Entity::update_many()
        .col_expr(Column::SignCount, Expr::value(i64::from(sign_count)))
        .col_expr(Column::LastUsedAtMs, Expr::value(now_ms))
        .filter(Column::CredentialId.eq(&before.credential_id))
        .filter(Column::ReviewerId.eq(before.reviewer_id))
        .filter(Column::SignCount.eq(i64::from(before.sign_count)))
        .exec(transaction)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Returns the ids of the reviewers who have a passkey.
pub(crate) async fn list_holders(connection: &impl CanRead) -> Result<HashSet<ReviewerId>> {
    let ids: Vec<ReviewerId> = Entity::find()
        .select_only()
        .column(Column::ReviewerId)
        .into_tuple()
        .all(connection)
        .await?;
    Ok(ids.into_iter().collect())
}

pub(super) async fn delete_all_of(
    transaction: &Transaction,
    reviewer_id: ReviewerId,
) -> Result<()> {
    statements::delete::<Entity>(transaction, Column::ReviewerId.eq(reviewer_id)).await
}
