//! The table of challenges that have opened a session. The server recognises its challenges by their signature, so
//! only the sign-in of a reviewer writes here.

use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::{CanWrite, Transaction, statements};
use crate::store::reviewer::tables::reviewer_used_challenge::{ActiveModel, Column, Entity};

/// Uses a challenge up. Returns false if a sign-in has used it before.
pub(crate) async fn use_up(
    transaction: &Transaction,
    challenge: String,
    expires_at_ms: Millis,
) -> Result<bool> {
    let row = ActiveModel {
        challenge: Set(challenge),
        expires_at_ms: Set(expires_at_ms),
    };
    let n_rows = Entity::insert(row)
        .on_conflict(
            OnConflict::column(Column::Challenge)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(transaction)
        .await?;
    Ok(n_rows == 1)
}

/// Deletes challenges that have expired.
pub(crate) async fn delete_expired(connection: &impl CanWrite, now_ms: Millis) -> Result<()> {
    statements::delete::<Entity>(connection, Column::ExpiresAtMs.lte(now_ms)).await
}
