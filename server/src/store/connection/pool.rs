//! Options of the connection pools, and checks of each connection.
//!
//! A connection that would spoil later statements is closed when a call gives it back. Old connections
//! are closed when a call asks for one, because the driver's own task for that can hang the process.

use std::sync::Arc;
use std::time::Duration;

use sea_orm::ConnectOptions;
use sea_orm::sqlx::pool::PoolConnectionMetadata;
use sea_orm::sqlx::sqlite::SqliteSynchronous;
use sea_orm::sqlx::{Connection as _, Error, PgConnection, Row as _, SqliteConnection, raw_sql};
use tokio::time::timeout;

use crate::store::connection::sqlite_file::SqliteFile;

/// The longest time that a request waits for a free connection, or for an answer on one. A server that
/// needs longer is so busy that more waiting would only slow all callers down.
pub(in crate::store) const MAX_WAIT: Duration = Duration::from_secs(5);
/// The longest time that a writer waits for a writer of another process before the client gets an error
/// and tries again.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// A connection that was used within this time is not checked before its next use. A connection that
/// was idle for longer may have lost its server meanwhile.
const TRUSTED: Duration = Duration::from_secs(1);
/// A connection to PostgreSQL that was idle for longer is not used again: a firewall on the way may have
/// forgotten it.
const MAX_IDLE: Duration = Duration::from_mins(10);
/// A connection to PostgreSQL that is older is not used again: the memory of its process only grows.
const MAX_AGE: Duration = Duration::from_mins(30);

/// The page cache of the connection that writes to SQLite, as a negative number of KiB. The daily set writes rows all
/// over its indexes, which SQLite would read from the file again and again with the 2 MiB that it has by default.
const WRITER_CACHE: &str = "-65536";

/// The rows that SQLite may be ahead of the task that reads them. With the driver's default of 50, the two threads wake
/// each other so often that the job reads its members a fifth slower.
const ROW_BUFFER: usize = 1024;

/// Sets a time limit for idle transactions, and returns true if PostgreSQL is a standby.
///
/// No code of ours pauses within a transaction. If a server of ours loses its network, PostgreSQL would
/// otherwise keep its locks until TCP gives up, and the same person's next try would wait for them.
const PREPARE: &str = "SET idle_in_transaction_session_timeout = '10s'; SELECT pg_is_in_recovery()";

/// Makes the same time limit the default of our user in this database, unless the operator has chosen one.
///
/// A pooler in transaction mode runs [`PREPARE`] on one of its connections and later statements on other connections,
/// which do not have the limit.
pub(super) const LIMIT_IDLE_TRANSACTIONS: &str = "DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_db_role_setting
        WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
        AND setrole IN (0, (SELECT oid FROM pg_roles WHERE rolname = current_user))
        AND array_to_string(setconfig, ' ') LIKE '%idle_in_transaction_session_timeout=%') THEN
        EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET idle_in_transaction_session_timeout = ''10s''',
            current_database());
    END IF;
END $$";

const STANDBY: &str =
    "the connection leads to a standby, which may show what the primary never confirmed";

/// The options that all pools share.
pub(super) fn options(url: &str, max_connections: u32) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    // Statements hold text that users typed, so they are never logged.
    options
        .sqlx_logging(false)
        .max_connections(max_connections)
        .acquire_timeout(MAX_WAIT)
        .test_before_acquire_if_idle_for(TRUSTED)
        // With either of these, sqlx 0.9.0 runs a task that closes old connections. The task may
        // read a number of idle connections below zero, and then takes and returns connections
        // without end: the program never exits, and the one writer of SQLite is hardly ever free
        // (https://github.com/transact-rs/sqlx/pull/4289).
        .idle_timeout(None)
        .max_lifetime(None);
    options
}

/// The options of a pool of PostgreSQL connections.
pub(super) fn postgres_options(url: &str, max_connections: u32) -> ConnectOptions {
    let mut options = options(url, max_connections);
    options.map_sqlx_postgres_pool_opts(|hooks| {
        hooks
            .before_acquire(|connection, it| Box::pin(is_postgres_usable(connection, it)))
            .after_connect(|connection, _| Box::pin(prepare_postgres(connection)))
            .after_release(|connection, _| Box::pin(is_postgres_free(connection)))
    });
    options
}

/// The options of a pool of SQLite connections. `file` is `None` for a database in memory.
pub(super) fn sqlite_options(
    url: &str,
    file: Option<&Arc<SqliteFile>>,
    max_connections: u32,
    is_read_only: bool,
) -> ConnectOptions {
    let mut options = options(url, max_connections);
    let (before, after) = (file.cloned(), file.cloned());
    options.map_sqlx_sqlite_pool_opts(move |hooks| {
        let (before, after) = (before.clone(), after.clone());
        hooks
            .before_acquire(move |_, _| {
                let found = require_file(before.as_deref());
                Box::pin(async { found.map(|()| true) })
            })
            .after_connect(move |_, _| {
                let found = require_file(after.as_deref());
                Box::pin(async { found })
            })
            .after_release(|connection, _| Box::pin(is_sqlite_free(connection)))
    });
    options.map_sqlx_sqlite_opts(move |sqlite| {
        let sqlite = sqlite
            // `SqliteFile::open` has created the file. If the file is deleted later, a new connection
            // must not create an empty one in its place.
            .create_if_missing(false)
            // A registration that the server has confirmed survives a power cut.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .row_buffer_size(ROW_BUFFER)
            .busy_timeout(BUSY_TIMEOUT);
        // SQLite overwrites deleted rows, so that they cannot be recovered from the file.
        let sqlite = sqlite.pragma("secure_delete", "ON");
        if is_read_only {
            sqlite.pragma("query_only", "ON")
        } else {
            sqlite.pragma("cache_size", WRITER_CACHE)
        }
    });
    options
}

/// Makes PostgreSQL end a transaction of this connection that stays idle. Fails on a standby, where a proxy may lead
/// for a moment when the primary changes. A primary that becomes a standby closes its connections.
async fn prepare_postgres(connection: &mut PgConnection) -> Result<(), Error> {
    let is_standby: bool = raw_sql(PREPARE).fetch_one(connection).await?.try_get(0)?;
    if is_standby {
        return Err(Error::Io(std::io::Error::other(STANDBY)));
    }
    Ok(())
}

/// Returns false if the connection is to be closed because it is too old. Fails if PostgreSQL does not
/// answer on it.
async fn is_postgres_usable(
    connection: &mut PgConnection,
    it: PoolConnectionMetadata,
) -> Result<bool, Error> {
    if it.age > MAX_AGE || it.idle_for > MAX_IDLE {
        return Ok(false);
    }
    if it.idle_for >= TRUSTED {
        connection.ping().await?;
    }
    Ok(true)
}

/// Returns true if SQLite's connection is outside of a transaction.
///
/// On a full disk SQLite ends a transaction by itself. The driver still counts it, begins the next
/// transaction as a part of it, and may never commit again.
async fn is_sqlite_free(connection: &mut SqliteConnection) -> Result<bool, Error> {
    if connection.is_in_transaction() {
        // A rollback may be queued. The ping returns after it.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

/// Fails as [`SqliteFile::require`] does.
fn require_file(file: Option<&SqliteFile>) -> Result<(), Error> {
    file.map_or(Ok(()), SqliteFile::require).map_err(Error::Io)
}

/// True outside of a transaction: the query is then a transaction of its own, and both times are the same.
const IS_FREE: &str = "SELECT now() = statement_timestamp()";

/// Returns true if PostgreSQL answers on the connection, outside of a transaction.
///
/// The driver loses count of a transaction if the call that begins it is dropped. Later statements would
/// then run inside of that transaction and never be committed. The driver also waits without a limit for
/// the rest of an answer that a dropped call has not read. In a network that drops all packets, every
/// connection would end up waiting. The driver's own check follows this one and waits until TCP gives
/// up, but only if the network fails at that very moment.
async fn is_postgres_free(connection: &mut PgConnection) -> Result<bool, Error> {
    let query = raw_sql(IS_FREE).fetch_one(connection);
    // After an error the pool closes the connection without another message to PostgreSQL.
    let answer = timeout(MAX_WAIT, query).await;
    answer.map_err(std::io::Error::from)??.try_get(0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sea_orm::{ConnectionTrait as _, DbBackend, Statement};
    use tokio::runtime::Handle;
    use tokio::time::{sleep, timeout};

    use crate::error::{ErrorCode, Result};
    use crate::store::connection::{Database, begin};

    #[tokio::test]
    async fn a_pool_runs_no_task_that_could_keep_the_process_alive() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/a.db", folder.path().display());
        let database = Database::open(&url.into()).await.unwrap();
        // A task returns each used connection to its pool, and ends.
        let ended = timeout(Duration::from_secs(5), async {
            while Handle::current().metrics().num_alive_tasks() > 0 {
                sleep(Duration::from_millis(10)).await;
            }
        });
        assert!(ended.await.is_ok(), "a task of a pool still runs");
        database.close().await.unwrap();
    }

    #[tokio::test]
    async fn a_write_succeeds_after_another_one_has_failed_on_a_full_disk() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/a.db", folder.path().display());
        let database = Database::open(&url.into()).await.unwrap();
        let write = async |sql| -> Result<()> {
            let transaction = begin(&database).await?;
            transaction.execute_unprepared(sql).await?;
            transaction.commit().await
        };
        let has_room_for = async |n_pages: u32| {
            let sql = format!("PRAGMA max_page_count = {n_pages}");
            database.writes.execute_unprepared(&sql).await.unwrap();
        };
        write("CREATE TABLE kept (bytes BLOB)").await.unwrap();
        has_room_for(9).await;
        let large = "INSERT INTO kept VALUES (zeroblob(100000))";
        assert_eq!(write(large).await.unwrap_err().code, ErrorCode::Unavailable);
        has_room_for(999).await;
        // A call whose client has gone away drops its transaction.
        drop(begin(&database).await.unwrap());
        write(large).await.unwrap();
        let kept = Statement::from_string(DbBackend::Sqlite, "SELECT 1 FROM kept");
        let kept = database.reads.query_all_raw(kept).await.unwrap();
        assert_eq!(kept.len(), 1);
    }
}
