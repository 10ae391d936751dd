//! Opens the pools of the database, migrates its tables and reports on its connections. Statements run
//! through three handles: a pool for reads, a pool for writes, and a transaction. The tables that are about no person are
//! here too: leases, secrets and the clock of the mock.
//!
//! The handles wrap SeaORM's types, so that no other wing imports SeaORM.

pub(super) mod database_error;
pub(super) mod ids;
pub(crate) mod lease;
pub(super) mod migrations;
pub(super) mod millis;
pub(crate) mod mock_clock;
pub(super) mod open;
pub(super) mod pool;
pub(crate) mod secret;
pub(super) mod sqlite_file;
pub(super) mod statement_times;
pub(super) mod statements;
pub(super) mod tables;

use std::str::FromStr;
use std::sync::Arc;

use async_trait::async_trait;
use enmusubi_migration::{Migrator, MigratorTrait};
use sea_orm::{
    ColumnTrait as _, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr,
    EntityTrait, ExecResult, QueryFilter as _, QueryOrder as _, QueryResult, QuerySelect as _,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait as _,
};
use secrecy::{ExposeSecret as _, SecretString};
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

use crate::clock::Millis;
use crate::disk;
use crate::error::{Error, Result};
use crate::store::connection::ids::AccountId;
use crate::store::connection::migrations::list_ran;
use crate::store::connection::pool::{
    LIMIT_IDLE_TRANSACTIONS, options, postgres_options, sqlite_options,
};
use crate::store::connection::sqlite_file::{SqliteFile, file_of};
use crate::store::connection::statement_times::{Step, timed};

const MAX_CONNECTIONS: u32 = 8;

const NO_ROOM: &str = "The service has no room for more. Try again later.";

/// Takes an advisory lock with a key of our own. The transaction is idle while the migrations run, so it
/// has no timeout.
const MIGRATION_LOCK: &str = "SET LOCAL idle_in_transaction_session_timeout = 0;
    SELECT pg_advisory_xact_lock(4975390286)";

/// The database, with one pool for reads and one for writes.
///
/// SQLite has one writer at a time. All writes to SQLite share one connection and wait for it in the
/// order in which they came. With several connections, each would retry the lock after ever longer
/// pauses, and some would wait for seconds. On PostgreSQL both pools are the same.
#[derive(Debug, Clone)]
pub struct Database {
    /// Runs statements that change nothing; SQLite refuses any other here.
    pub reads: ReadPool,
    /// Runs all other statements. Use a [`Transaction`] for statements that belong together or depend
    /// on rows that were read before.
    pub writes: WritePool,
    file: Option<Arc<SqliteFile>>,
}

/// The SQLite file has tables that Enmusubi did not create. Adding our tables could make the file
/// useless for the other program.
#[derive(Debug, Error)]
#[error("the SQLite file holds the tables of another program")]
pub(crate) struct ForeignDatabase;

impl Database {
    /// Connects. Creates a SQLite file and its folder if they are missing.
    pub async fn open(url: &SecretString) -> Result<Self> {
        let url = url.expose_secret();
        let file = file_of(url).map(|path| SqliteFile::open(&path)).transpose();
        let file = file.map_err(Error::internal)?;
        if file.is_none() && !url.starts_with("sqlite:") {
            let options = postgres_options(url, MAX_CONNECTIONS);
            let pool = sea_orm::Database::connect(options).await?;
            return Ok(Self {
                reads: ReadPool(pool.clone()),
                writes: WritePool(pool),
                file,
            });
        }
        // Open the writer first, because it sets the journal mode.
        let writes =
            sea_orm::Database::connect(sqlite_options(url, file.as_ref(), 1, false)).await?;
        if is_foreign(&writes).await? {
            writes.close().await?;
            return Err(Error::internal(ForeignDatabase));
        }
        // Set the mode once: the pragma writes, and later the path may lead to another file.
        writes
            .execute_unprepared("PRAGMA journal_mode = WAL")
            .await?;
        if let Some(file) = &file {
            file.watch_log(options(url, 1)).await?;
        }
        let reads = if url.contains(":memory:") {
            // Each connection to a database in memory would see a database of its own.
            writes.clone()
        } else {
            let options = sqlite_options(url, file.as_ref(), MAX_CONNECTIONS, true);
            sea_orm::Database::connect(options).await?
        };
        Ok(Self {
            reads: ReadPool(reads),
            writes: WritePool(writes),
            file,
        })
    }

    /// Returns true for SQLite, and false for PostgreSQL.
    pub(crate) fn is_sqlite(&self) -> bool {
        self.writes.get_database_backend() == DbBackend::Sqlite
    }

    /// Returns E503 if the disk of SQLite's file is nearly full. Call it before a registration or
    /// an upload adds rows.
    pub(crate) fn require_room(&self) -> Result<()> {
        let room = self
            .file
            .as_ref()
            .map(|file| disk::require_room(&file.pinned.path));
        room.transpose()
            .map(drop)
            .map_err(|error| Error::unavailable(NO_ROOM, error))
    }

    /// Removes the permissions of other users on SQLite's file and its journals. Call it only after the
    /// file is known to be our database, because a wrong `DATABASE_URL` may name any file of the
    /// machine.
    pub(super) fn make_private(&self) {
        if let Some(file) = &self.file {
            file.make_private();
        }
    }

    /// Runs the migrations that have not run yet.
    pub async fn migrate(&self) -> Result<()> {
        let writes = &self.writes.0;
        if self.is_sqlite() {
            return Ok(Migrator::up(writes, None).await?);
        }
        // Instances that start together would create the same tables. The lock lasts until its transaction ends, which
        // does nothing else.
        let lock = writes.begin().await?;
        lock.execute_unprepared(MIGRATION_LOCK).await?;
        Migrator::up(writes, None).await?;
        if let Err(error) = writes.execute_unprepared(LIMIT_IDLE_TRANSACTIONS).await {
            tracing::warn!(%error, "could not limit the idle transactions of the database's user");
        }
        Ok(lock.commit().await?)
    }

    /// Returns the connections of each pool by the pool's name. On PostgreSQL both pools are one.
    pub(crate) fn connections(&self) -> [(&'static str, Connections); 2] {
        [("reads", &self.reads.0), ("writes", &self.writes.0)].map(|(name, pool)| {
            let (n_open, n_idle) = match pool.get_database_backend() {
                DbBackend::Postgres => counts(pool.get_postgres_connection_pool()),
                _ => counts(pool.get_sqlite_connection_pool()),
            };
            (name, Connections { n_open, n_idle })
        })
    }

    /// Waits for the statements under way and closes the connections.
    pub async fn close(&self) -> Result<()> {
        self.reads.0.close_by_ref().await?;
        self.writes.0.close_by_ref().await?;
        match &self.file {
            Some(file) => file.close().await,
            None => Ok(()),
        }
    }
}

/// The number of connections of a pool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Connections {
    pub(crate) n_open: u32,
    /// The number of open connections that no call uses.
    pub(crate) n_idle: u32,
}

fn counts<D: sea_orm::sqlx::Database>(pool: &sea_orm::sqlx::Pool<D>) -> (u32, u32) {
    // While a connection comes back, the driver's number may be below zero for a moment.
    let n_open = pool.size();
    let n_idle = u32::try_from(pool.num_idle()).unwrap_or(0).min(n_open);
    (n_open, n_idle)
}

/// Returns true if the file has tables, and no migration of ours ran on it.
async fn is_foreign(sqlite: &DatabaseConnection) -> Result<bool> {
    let count = async |sql: &str| {
        let statement = Statement::from_string(DbBackend::Sqlite, sql);
        let row = sqlite.query_one_raw(statement).await?;
        row.map_or(Ok(0_i64), |row| row.try_get_by_index(0))
    };
    let n_tables = "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table'";
    let n_lists = "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'seaql_migrations'";
    if count(n_tables).await? == 0 {
        return Ok(false);
    }
    if count(n_lists).await? == 0 {
        return Ok(true);
    }
    Ok(list_ran(sqlite).await?.is_foreign())
}

/// Begins a transaction that will write.
pub(crate) async fn begin(database: &Database) -> Result<Transaction> {
    database.writes.begin().await
}

/// A handle that can run a `SELECT`.
pub(crate) trait CanRead: ConnectionTrait {}

/// A handle that can change rows. A function that runs several statements which belong together
/// takes a [`Transaction`] instead.
pub(crate) trait CanWrite: CanRead {}

/// Connections for statements that change nothing. SQLite refuses any other statement here.
#[derive(Debug, Clone)]
pub struct ReadPool(pub(super) DatabaseConnection);

/// Connections for statements that change rows. Each statement is a transaction of its own.
#[derive(Debug, Clone)]
pub struct WritePool(pub(super) DatabaseConnection);

/// Statements that take effect together with `commit`. Dropping the transaction rolls it back. A handler that
/// finds its work already done commits too: its lock is a write, so the answer waits for the standbys (decision 055).
#[derive(Debug)]
pub struct Transaction(DatabaseTransaction);

impl ReadPool {
    /// Checks that the database answers.
    pub(crate) async fn ping(&self) -> Result<()> {
        Ok(self.0.ping().await?)
    }
}

impl WritePool {
    /// Begins a transaction that will write.
    pub(super) async fn begin(&self) -> Result<Transaction> {
        let options = TransactionOptions {
            // With this mode, SQLite waits here for another process, and does not fail at the first write.
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        let begun = timed(Step::Begin, self.0.begin_with_options(options)).await?;
        Ok(Transaction(begun))
    }

    /// Runs SQL that only a test needs.
    #[cfg(test)]
    pub(crate) async fn execute_unprepared(&self, sql: &str) -> Result<()> {
        self.0.execute_unprepared(sql).await?;
        Ok(())
    }
}

impl Transaction {
    /// Makes the changes durable and visible to other connections.
    pub(crate) async fn commit(self) -> Result<()> {
        Ok(timed(Step::Commit, self.0.commit()).await?)
    }

    /// Undoes the changes. A dropped transaction is rolled back too, but only later.
    pub(super) async fn rollback(self) -> Result<()> {
        Ok(self.0.rollback().await?)
    }
}

/// Passes each call on to the wrapped connection, and times it.
macro_rules! delegate {
    ($handle:ty) => {
        #[async_trait]
        impl ConnectionTrait for $handle {
            fn get_database_backend(&self) -> DbBackend {
                self.0.get_database_backend()
            }

            async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
                let step = Step::statement(&statement.sql);
                timed(step, self.0.execute_raw(statement)).await
            }

            async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
                timed(Step::statement(sql), self.0.execute_unprepared(sql)).await
            }

            async fn query_one_raw(
                &self,
                statement: Statement,
            ) -> Result<Option<QueryResult>, DbErr> {
                let step = Step::statement(&statement.sql);
                timed(step, self.0.query_one_raw(statement)).await
            }

            async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
                let step = Step::statement(&statement.sql);
                timed(step, self.0.query_all_raw(statement)).await
            }
        }

        impl CanRead for $handle {}
    };
}

delegate!(ReadPool);
delegate!(WritePool);
delegate!(Transaction);

impl CanWrite for WritePool {}
impl CanWrite for Transaction {}

/// Returns the time of the `n`-th latest row of an account after a moment, counted from 1. `by` is the column of the
/// account, and `at` the column of the time.
pub(super) async fn find_nth_latest<E: EntityTrait>(
    connection: &impl CanRead,
    (by, account_id): (E::Column, AccountId),
    (at, after_ms): (E::Column, Millis),
    n: u64,
) -> Result<Option<Millis>> {
    Ok(E::find()
        .select_only()
        .column(at)
        .filter(by.eq(account_id))
        .filter(at.gt(after_ms))
        .order_by_desc(at)
        .offset(n.saturating_sub(1))
        .limit(1)
        .into_tuple()
        .one(connection)
        .await?)
}

/// Returns a name from outside if the database can search for it, or else the empty name, which finds nothing.
/// PostgreSQL refuses to search for a text with a null character. All names are plain ASCII.
pub(super) fn searchable(name: &str) -> &str {
    if name.bytes().all(|byte| byte.is_ascii_graphic()) {
        name
    } else {
        ""
    }
}

/// Pads the list to a power of two by repeating the last key, so that the database prepares few
/// statements. A database prepares one statement for each length of the list.
pub(super) fn padded<Key: Clone>(mut keys: Vec<Key>) -> Vec<Key> {
    if let Some(last) = keys.last().cloned() {
        keys.resize(keys.len().next_power_of_two(), last);
    }
    keys
}

/// Reads a JSON column.
pub(super) fn from_json<T: DeserializeOwned>(value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(Error::internal)
}

/// Reads a word of an enum.
pub(super) fn parse<T: FromStr>(word: &str) -> Result<T> {
    word.parse()
        .map_err(|_| Error::internal("a stored word is unknown"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_read_pool_refuses_to_change_rows() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/a.db", folder.path().display());
        let database = Database::open(&url.into()).await.unwrap();
        database.migrate().await.unwrap();
        let deletion = "DELETE FROM account";
        let refused = database.reads.execute_unprepared(deletion).await;
        assert!(refused.is_err());
        database.writes.execute_unprepared(deletion).await.unwrap();
    }

    #[test]
    fn the_database_sees_few_lengths() {
        let lengths = (0..=9).map(|n| padded((0..n).collect()).len());
        assert_eq!(lengths.collect::<Vec<_>>(), [0, 1, 2, 4, 4, 8, 8, 8, 8, 16]);
        assert_eq!(padded(vec![1, 2, 3]), [1, 2, 3, 3]);
    }
}
