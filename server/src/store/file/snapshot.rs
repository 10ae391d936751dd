//! Snapshots of a SQLite database for backups: writes one while the server runs, and inspects one before
//! a restore uses it.

use std::path::Path;

use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseBackend, EntityTrait, QueryFilter, QuerySelect, Statement,
};

use crate::error::{Error, Result};
use crate::store::connection::Database;
use crate::store::connection::migrations::{OtherVersion, list_ran};
use crate::store::file::tables::upload::{Column, Entity};
use crate::store::file::upload::ORPHANED;

/// A file that the table of files names.
#[derive(Debug, Clone)]
pub(crate) struct NamedFile {
    pub(crate) name: String,
    /// True if a profile shows the file. An unattached file may never have reached the file store.
    pub(crate) is_attached: bool,
}

/// Writes the tables, as they are at one moment, to a new file. Reads and writes of the server do not
/// wait for it.
pub(crate) async fn write(database: &Database, path: &Path) -> Result<()> {
    let path = path
        .to_str()
        .ok_or_else(|| Error::internal("the path of a backup should be readable text (UTF-8)"))?;
    let statement =
        Statement::from_sql_and_values(DatabaseBackend::Sqlite, "VACUUM INTO ?", [path.into()]);
    // The read pool refuses the statement, because SQLite counts it as a change.
    database.writes.execute_raw(statement).await?;
    Ok(())
}

/// Returns all files except those whose deletion has begun.
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

/// Returns true if a profile still shows the file.
pub(crate) async fn is_attached(database: &Database, name: &str) -> Result<bool> {
    let found = Entity::find_by_id(name)
        .filter(Column::AttachedAtMs.is_not_null())
        .one(&database.reads)
        .await?;
    Ok(found.is_some())
}

/// Returns true if SQLite finds the database intact.
pub(crate) async fn is_whole(database: &Database) -> Result<bool> {
    let check = "PRAGMA integrity_check";
    let statement = Statement::from_string(DatabaseBackend::Sqlite, check.to_owned());
    let row = database.reads.query_one_raw(statement).await?;
    let result: Option<String> = row.and_then(|row| row.try_get_by_index(0).ok());
    Ok(result.as_deref() == Some("ok"))
}

/// Returns the newest migration that ran on these tables. The inner `Err` is another version, whose tables this program
/// cannot use.
pub(crate) async fn schema(
    database: &Database,
) -> Result<std::result::Result<String, OtherVersion>> {
    let mut ran = list_ran(&database.reads.0).await?;
    Ok(match ran.other_version() {
        Some(version) => Err(version),
        None => Ok(ran.known.pop().unwrap_or_default()),
    })
}
