//! The table of members' choices about being introduced and being seen.

use std::collections::HashMap;

use sea_orm::{ActiveValue::Set, ColumnTrait as _, EntityTrait, QueryFilter as _};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::account::tables::member_setting::{ActiveModel, Column, Entity, Model};
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, CanWrite, padded, statements};

/// The end of a pause without an end: after every other moment.
pub(crate) const FOREVER_MS: Millis = Millis(i64::MAX);

/// The stored choices. The default has the choices of an account without a row.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MemberSetting {
    /// The end of the pause, which may have passed.
    pub(crate) paused_until_ms: Option<Millis>,
    pub(crate) hide_from_colleagues: bool,
    pub(crate) show_employer: bool,
    pub(crate) read_receipts: bool,
}

pub(crate) async fn find(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<MemberSetting> {
    let row = Entity::find_by_id(account_id).one(connection).await?;
    Ok(row.as_ref().map_or_else(MemberSetting::default, setting_of))
}

/// Returns the choices by account id. An account without stored choices is missing.
pub(crate) async fn find_all(
    connection: &impl CanRead,
    account_ids: &[AccountId],
) -> Result<HashMap<AccountId, MemberSetting>> {
    let rows = Entity::find()
        .filter(Column::AccountId.is_in(padded(account_ids.to_vec())))
        .all(connection)
        .await?;
    let by_id = |row: Model| (row.account_id, setting_of(&row));
    Ok(rows.into_iter().map(by_id).collect())
}

const fn setting_of(row: &Model) -> MemberSetting {
    MemberSetting {
        paused_until_ms: row.paused_until_ms,
        hide_from_colleagues: row.hide_from_colleagues,
        show_employer: row.show_employer,
        read_receipts: row.read_receipts,
    }
}

/// Stores the choices, and replaces earlier ones.
pub(crate) async fn put(
    connection: &impl CanWrite,
    account_id: AccountId,
    setting: MemberSetting,
) -> Result<()> {
    let row = ActiveModel {
        account_id: Set(account_id),
        paused_until_ms: Set(setting.paused_until_ms),
        hide_from_colleagues: Set(setting.hide_from_colleagues),
        show_employer: Set(setting.show_employer),
        read_receipts: Set(setting.read_receipts),
    };
    let columns = [
        Column::PausedUntilMs,
        Column::HideFromColleagues,
        Column::ShowEmployer,
        Column::ReadReceipts,
    ];
    statements::upsert(connection, row, columns).await
}
