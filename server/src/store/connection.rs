//! Opens the database and brings its tables up to date.

use std::path::Path;
use std::time::Duration;

use enmusubi_migration::{Migrator, MigratorTrait};
use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::{
    ConnectOptions, Database, DatabaseConnection, DatabaseTransaction, SqliteTransactionMode,
    TransactionOptions, TransactionTrait,
};
use secrecy::{ExposeSecret, SecretString};

use crate::error::{Error, Result};

/// How long a writer waits for another one before the client is told to try again.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(15);

/// Connects. A SQLite file and its folder are made where they are missing.
pub async fn open(url: &SecretString) -> Result<DatabaseConnection> {
    let url = url.expose_secret();
    if let Some(path) = url.strip_prefix("sqlite://") {
        create_folder_of(path)?;
    }
    let mut options = ConnectOptions::new(url);
    // Statements hold what users typed, so they are never logged.
    options
        .sqlx_logging(false)
        .max_connections(8)
        .acquire_timeout(ACQUIRE_TIMEOUT);
    options.map_sqlx_sqlite_opts(|sqlite| {
        sqlite
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A registration that was confirmed survives a power cut.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
    });
    if url.contains(":memory:") {
        // Each connection would see a database of its own.
        options.max_connections(1).min_connections(1);
    }
    Ok(Database::connect(options).await?)
}

/// Runs the migrations that have not run yet.
pub async fn migrate(database: &DatabaseConnection) -> Result<()> {
    Ok(Migrator::up(database, None).await?)
}

/// Begins a transaction that will write.
pub(crate) async fn begin(database: &DatabaseConnection) -> Result<DatabaseTransaction> {
    let options = TransactionOptions {
        // SQLite then waits for another writer here instead of failing at the first write.
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    };
    Ok(database.begin_with_options(options).await?)
}

fn create_folder_of(path: &str) -> Result<()> {
    let path = path.split('?').next().unwrap_or_default();
    match Path::new(path).parent() {
        Some(folder) if !folder.as_os_str().is_empty() => {
            std::fs::create_dir_all(folder).map_err(Error::internal)
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_migration_can_be_taken_back_and_run_again() {
        let database = open(&SecretString::from("sqlite::memory:")).await.unwrap();
        for _ in 0..2 {
            migrate(&database).await.unwrap();
            Migrator::down(&database, None).await.unwrap();
        }
        let applied = Migrator::get_applied_migrations(&database).await.unwrap();
        assert_eq!(applied.len(), 0);
    }
}
