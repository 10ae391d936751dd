//! Profiles, proposed changes and checks of ages. The table of profiles stores payloads without their coordinates.

pub(crate) mod age_check;
pub(crate) mod profile_change;
pub(in crate::store) mod tables;

use std::collections::HashMap;

use enmusubi_core::place::{Cell, coordinates_of};
use enmusubi_core::{Checked, UserProfileCreate};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect as _};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::{Error, Result};
use crate::store::account::Account;
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, CanWrite, from_json, padded, statements};
use crate::store::profile::tables::profile::{ActiveModel, Column, Entity, Model};
use crate::store::profile::tables::row_of;

pub(super) use self::tables::profile_of;

/// Inserts the profiles of accounts. Their type says that the rules were checked.
pub(crate) async fn insert_all(
    connection: &impl CanWrite,
    profiles: impl Iterator<Item = (AccountId, &Checked<UserProfileCreate>)>,
) -> Result<()> {
    let rows: Vec<ActiveModel> = profiles
        .map(|(account_id, profile)| row_of(account_id, profile))
        .collect::<Result<_>>()?;
    statements::insert_all(connection, rows).await
}

/// Returns the profiles by account id, as the users sent them. The photos are missing because they have
/// a table of their own, and the coordinates because no table has them.
pub(super) async fn find_all(
    connection: &impl CanRead,
    accounts: &HashMap<AccountId, (String, Account)>,
) -> Result<HashMap<AccountId, UserProfileCreate>> {
    let ids: Vec<AccountId> = accounts.keys().copied().collect();
    let rows = Entity::find()
        .filter(Column::AccountId.is_in(padded(ids)))
        .all(connection)
        .await?;
    rows.into_iter()
        .filter_map(|row| Some((accounts.get(&row.account_id)?, row)))
        .map(|((line_user_id, _), row)| Ok((row.account_id, profile_of(row, line_user_id)?)))
        .collect()
}

/// Returns the profiles by account id, without the LINE user ids of their members.
pub(super) async fn find_of(
    connection: &impl CanRead,
    account_ids: &[AccountId],
) -> Result<HashMap<AccountId, UserProfileCreate>> {
    let rows = Entity::find()
        .filter(Column::AccountId.is_in(padded(account_ids.to_vec())))
        .all(connection)
        .await?;
    rows.into_iter()
        .map(|row| Ok((row.account_id, profile_of(row, "")?)))
        .collect()
}

/// Returns the profile with the middle of its cell as its coordinates, so that storing it again results
/// in the same cell. Do not show these coordinates to any user.
pub(crate) async fn get_in_its_place(
    connection: &impl CanRead,
    account_id: AccountId,
    line_user_id: &str,
) -> Result<UserProfileCreate> {
    let row = Entity::find_by_id(account_id).one(connection).await?;
    let row = row.ok_or_else(|| Error::internal("an account without a profile"))?;
    let cell = stored_cell(&row);
    let (latitude, longitude) = coordinates_of(cell, &row.city).unzip();
    Ok(UserProfileCreate {
        latitude,
        longitude,
        ..profile_of(row, line_user_id)?
    })
}

/// Replaces the profile of an account.
pub(crate) async fn update(
    connection: &impl CanWrite,
    account_id: AccountId,
    profile: &UserProfileCreate,
) -> Result<()> {
    Entity::update(row_of(account_id, profile)?)
        .exec(connection)
        .await?;
    Ok(())
}

/// Returns the employer of a profile, or an empty text for one that is not in the catalogue.
pub(crate) async fn find_employer(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Option<String>> {
    Ok(Entity::find()
        .select_only()
        .column(Column::EmployerId)
        .filter(Column::AccountId.eq(account_id))
        .into_tuple()
        .one(connection)
        .await?)
}

/// Records the employer that a reviewer has read in the evidence.
pub(crate) async fn set_employer(
    connection: &impl CanWrite,
    account_id: AccountId,
    employer_id: &str,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::EmployerId, Expr::value(employer_id))
        .filter(Column::AccountId.eq(account_id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Removes the document of a proof of age from a profile.
pub(crate) async fn remove_age_proof(
    connection: &impl CanWrite,
    account_id: AccountId,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::AgeProofFileName, Expr::value(""))
        .filter(Column::AccountId.eq(account_id))
        .exec(connection)
        .await?;
    Ok(())
}

pub(super) const fn stored_cell(row: &Model) -> Cell {
    Cell {
        row: row.cell_row,
        column: row.cell_column,
    }
}

/// An answer that a column of this type holds.
trait Answer<Column>: Sized {
    fn to_column(&self) -> Result<Column>;
    fn of_column(column: Column) -> Result<Self>;
}

impl<T: Clone> Answer<T> for T {
    fn to_column(&self) -> Result<T> {
        Ok(self.clone())
    }

    fn of_column(column: T) -> Result<Self> {
        Ok(column)
    }
}

impl<T: Serialize + DeserializeOwned> Answer<Value> for Vec<T> {
    fn to_column(&self) -> Result<Value> {
        serde_json::to_value(self).map_err(Error::internal)
    }

    fn of_column(column: Value) -> Result<Self> {
        from_json(column)
    }
}
