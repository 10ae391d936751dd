//! Statements that many tables need.

use sea_orm::sea_query::{IntoCondition, OnConflict};
use sea_orm::{ActiveModelTrait, EntityTrait, Iterable as _, PrimaryKeyToColumn, QueryFilter as _};

use crate::error::Result;
use crate::store::connection::CanWrite;

type ColumnOf<A> = <<A as ActiveModelTrait>::Entity as EntityTrait>::Column;

pub(in crate::store) async fn insert<A: ActiveModelTrait>(
    connection: &impl CanWrite,
    row: A,
) -> Result<()> {
    A::Entity::insert(row)
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Stores rows. SeaORM runs no statement for an empty list.
pub(in crate::store) async fn insert_all<A: ActiveModelTrait>(
    connection: &impl CanWrite,
    rows: Vec<A>,
) -> Result<()> {
    A::Entity::insert_many(rows)
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Stores a row, or changes these columns of the row with the same primary key.
pub(in crate::store) async fn upsert<A: ActiveModelTrait>(
    connection: &impl CanWrite,
    row: A,
    columns: impl IntoIterator<Item = ColumnOf<A>>,
) -> Result<()> {
    upsert_all(connection, vec![row], columns).await
}

/// Stores rows as [`upsert`] does. SeaORM runs no statement for an empty list.
pub(in crate::store) async fn upsert_all<A: ActiveModelTrait>(
    connection: &impl CanWrite,
    rows: Vec<A>,
    columns: impl IntoIterator<Item = ColumnOf<A>>,
) -> Result<()> {
    let key = <A::Entity as EntityTrait>::PrimaryKey::iter().map(PrimaryKeyToColumn::into_column);
    let replace = OnConflict::columns(key).update_columns(columns).to_owned();
    A::Entity::insert_many(rows)
        .on_conflict(replace)
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Deletes the rows that meet a condition.
pub(in crate::store) async fn delete<E: EntityTrait>(
    connection: &impl CanWrite,
    condition: impl IntoCondition,
) -> Result<()> {
    E::delete_many()
        .filter(condition.into_condition())
        .exec(connection)
        .await?;
    Ok(())
}
