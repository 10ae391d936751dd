//! The table of checks of members' ages. The audit log has the reviewer who checked.

use chrono::NaiveDate;
use enmusubi_core::review::AgeDocument;
use sea_orm::{ActiveValue::Set, EntityTrait as _};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, CanWrite, statements};
use crate::store::profile::tables::age_check::{ActiveModel, Column, Entity};

/// The check of a member's age.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AgeCheck {
    /// The birthday that a reviewer has read on the document.
    pub(crate) birthday: NaiveDate,
    pub(crate) document: AgeDocument,
    pub(crate) checked_at_ms: Millis,
}

/// Returns the latest check of an account.
pub(crate) async fn find(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Option<AgeCheck>> {
    let row = Entity::find_by_id(account_id).one(connection).await?;
    Ok(row.map(|row| AgeCheck {
        birthday: row.birthday,
        document: row.document,
        checked_at_ms: row.checked_at_ms,
    }))
}

/// Stores a check, and replaces an earlier one.
pub(crate) async fn put(
    connection: &impl CanWrite,
    account_id: AccountId,
    check: AgeCheck,
) -> Result<()> {
    let row = ActiveModel {
        account_id: Set(account_id),
        birthday: Set(check.birthday),
        document: Set(check.document),
        checked_at_ms: Set(check.checked_at_ms),
    };
    let columns = [Column::Birthday, Column::Document, Column::CheckedAtMs];
    statements::upsert(connection, row, columns).await
}

/// Deletes the check of an account, because a reviewer asks for another document.
pub(crate) async fn delete(connection: &impl CanWrite, account_id: AccountId) -> Result<()> {
    Entity::delete_by_id(account_id).exec(connection).await?;
    Ok(())
}
