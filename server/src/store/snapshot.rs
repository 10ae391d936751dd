//! The tables of the embedded default as one file: written while the server runs, and looked at
//! before it is used again.

use std::path::Path;

use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseBackend, EntityTrait, QueryFilter, QuerySelect, Statement,
};

use super::database::Database;
use super::migrations::list_ran;
use super::upload::ORPHANED;
use crate::error::{Error, Result};
use crate::store::entity::upload::{Column, Entity};

/// A file that the tables name.
#[derive(Debug, Clone)]
pub(crate) struct NamedFile {
    pub(crate) name: String,
    /// A profile shows it. One that nobody took may never have reached the file store.
    pub(crate) is_attached: bool,
}

/// Writes the tables as they are at one moment to a file that is not there yet. Nobody waits for
/// it: SQLite's readers and its writer are in nobody's way.
pub(crate) async fn write(database: &Database, path: &Path) -> Result<()> {
    let path = path
        .to_str()
        .ok_or_else(|| Error::internal("the path of a backup should be readable text (UTF-8)"))?;
    let statement =
        Statement::from_sql_and_values(DatabaseBackend::Sqlite, "VACUUM INTO ?", [path.into()]);
    // Not by `reads`, where SQLite takes it for a change.
    database.writes.execute_raw(statement).await?;
    Ok(())
}

/// The files that the tables name, but for those whose deletion has begun.
pub(crate) async fn list_files(database: &Database) -> Result<Vec<NamedFile>> {
    let rows: Vec<(String, Option<i64>)> = Entity::find()
        .select_only()
        .column(Column::Name)
        .column(Column::AttachedAtMs)
        .filter(Column::LineUserId.ne(ORPHANED))
        .into_tuple()
        .all(&database.reads)
        .await?;
    let named = rows.into_iter().map(|(name, attached_at_ms)| NamedFile {
        name,
        is_attached: attached_at_ms.is_some(),
    });
    Ok(named.collect())
}

/// Whether a profile still shows the file.
pub(crate) async fn is_attached(database: &Database, name: &str) -> Result<bool> {
    let found = Entity::find_by_id(name)
        .filter(Column::AttachedAtMs.is_not_null())
        .one(&database.reads)
        .await?;
    Ok(found.is_some())
}

/// Whether SQLite finds nothing wrong with the file.
pub(crate) async fn is_whole(database: &Database) -> Result<bool> {
    let check = "PRAGMA integrity_check";
    let statement = Statement::from_string(DatabaseBackend::Sqlite, check.to_owned());
    let row = database.reads.query_one_raw(statement).await?;
    let told: Option<String> = row.and_then(|row| row.try_get_by_index(0).ok());
    Ok(told.as_deref() == Some("ok"))
}

/// The newest migration that ran on these tables; `Err` inside names one that this program does not
/// know, because a newer one ran it.
pub(crate) async fn schema(database: &Database) -> Result<std::result::Result<String, String>> {
    let mut ran = list_ran(&database.reads.0).await?;
    let unknown = ran.unknown.into_iter().next();
    Ok(unknown.map_or_else(|| Ok(ran.known.pop().unwrap_or_default()), Err))
}
