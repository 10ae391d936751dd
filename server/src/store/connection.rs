//! Opens the database and brings its tables up to date.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use enmusubi_migration::{Migrator, MigratorTrait};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use sea_orm::sqlx::sqlite::SqliteSynchronous;
use sea_orm::{
    ConnectOptions, ConnectionTrait as _, DatabaseConnection, DatabaseTransaction, DbBackend,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait,
};
use secrecy::{ExposeSecret, SecretString};
use thiserror::Error;

use super::migrations::list_ran;
use super::pool;
use crate::error::{Error, Result};
use crate::ops::disk::{self, Place};

/// How long a writer waits for one of another process before the client is told to try again.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// A request waits this long for a free connection, or for an answer on one. After that the server is
/// so busy that more waiting would only slow everyone down.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(5);
const MAX_CONNECTIONS: u32 = 8;
/// A connection that was used just now need not be asked whether it still stands; one that rested
/// may have lost its server meanwhile.
const TRUSTED: Duration = Duration::from_secs(1);

const NO_ROOM: &str = "The service has no room for more. Try again later.";

/// A number of our own among PostgreSQL's advisory locks.
const MIGRATION_LOCK: &str = "SET LOCAL idle_in_transaction_session_timeout = 0;
    SELECT pg_advisory_xact_lock(4975390286)";

/// The tables: connections to read by, and those that writes go through.
///
/// SQLite has one writer at a time. Its writes share one connection, on which they wait in the order
/// in which they came; connections that ask for the lock ask again after ever longer pauses, and the
/// unlucky ones for seconds. PostgreSQL's connections all do both.
#[derive(Debug, Clone)]
pub struct Database {
    /// For statements that change nothing; SQLite refuses any other here.
    pub reads: DatabaseConnection,
    /// For all others; several that belong together, or follow from what was read, go into one
    /// transaction.
    pub writes: DatabaseConnection,
    file: Option<Arc<SqliteFile>>,
}

/// The file of a SQLite database that is open.
#[derive(Debug)]
pub(super) struct SqliteFile {
    place: Place,
    log: OnceLock<WriteAheadLog>,
}

/// SQLite writes changes to this file first, and copies them into the database file later.
#[derive(Debug)]
struct WriteAheadLog {
    place: Place,
    /// SQLite deletes the log with its last connection, and the pools close theirs when they are idle.
    /// This one stays open, so that a log that is gone was deleted by somebody else.
    anchor: DatabaseConnection,
}

impl SqliteFile {
    /// Fails where the file or its write-ahead log was deleted, moved or replaced. A connection goes on
    /// with the files that it has open, and everything that is written to them would be gone with the
    /// process.
    pub(super) fn require(&self) -> io::Result<()> {
        self.place.require()?;
        self.log.get().map_or(Ok(()), |log| log.place.require())
    }

    /// Notes which file is the write-ahead log.
    async fn watch_log(&self, url: &str) -> Result<()> {
        let mut options = options(url, 1);
        options.idle_timeout(None).max_lifetime(None);
        let anchor = sea_orm::Database::connect(options).await?;
        // SQLite opens the log with the first statement that reads.
        anchor
            .execute_unprepared("SELECT 1 FROM sqlite_schema LIMIT 1")
            .await?;
        let [log, ..] = journals_of(&self.place.path);
        let place = Place::of(&log).map_err(Error::internal)?;
        // There is one call for each file.
        let _ = self.log.set(WriteAheadLog { place, anchor });
        Ok(())
    }

    async fn close(&self) -> Result<()> {
        match self.log.get() {
            Some(log) => Ok(log.anchor.close_by_ref().await?),
            None => Ok(()),
        }
    }
}

/// The SQLite file has tables, and Enmusubi created none of them. Ours would be added to them, and the
/// other program might not understand its file any more.
#[derive(Debug, Error)]
#[error("the SQLite file holds the tables of another program")]
pub(crate) struct ForeignDatabase;

impl Database {
    /// Connects. A SQLite file and its folder are made where they are missing.
    pub async fn open(url: &SecretString) -> Result<Self> {
        let url = url.expose_secret();
        let file = file_of(url).map(|path| open_file(&path)).transpose();
        let file = file.map_err(Error::internal)?;
        if file.is_none() && !url.starts_with("sqlite:") {
            let mut options = options(url, MAX_CONNECTIONS);
            options.map_sqlx_postgres_pool_opts(|hooks| {
                hooks
                    .after_connect(|connection, _| Box::pin(pool::bound(connection)))
                    .after_release(|connection, _| Box::pin(pool::is_postgres_free(connection)))
            });
            let pool = sea_orm::Database::connect(options).await?;
            return Ok(Self {
                reads: pool.clone(),
                writes: pool,
                file,
            });
        }
        // The writer first: it chooses the journal.
        let writes =
            sea_orm::Database::connect(sqlite_options(url, file.as_ref(), 1, false)).await?;
        if is_foreign(&writes).await? {
            writes.close().await?;
            return Err(Error::internal(ForeignDatabase));
        }
        // Set this once and not on each new connection, because it writes: the path may lead to
        // another file by then.
        writes
            .execute_unprepared("PRAGMA journal_mode = WAL")
            .await?;
        if let Some(file) = &file {
            file.watch_log(url).await?;
        }
        let reads = if url.contains(":memory:") {
            // Each connection would see a database of its own.
            writes.clone()
        } else {
            let options = sqlite_options(url, file.as_ref(), MAX_CONNECTIONS, true);
            sea_orm::Database::connect(options).await?
        };
        Ok(Self {
            reads,
            writes,
            file,
        })
    }

    /// Returns E503 if the disk of SQLite's file is nearly full. Call it before a registration or
    /// an upload adds rows.
    pub(crate) fn require_room(&self) -> Result<()> {
        let room = self
            .file
            .as_ref()
            .map(|file| disk::require_room(&file.place.path));
        room.transpose()
            .map(drop)
            .map_err(|error| Error::unavailable(NO_ROOM, error))
    }

    /// Takes away what other users may do with SQLite's file and its journals. Call it once the file is
    /// known to be our database: a wrong `DATABASE_URL` may name any file of the machine.
    pub(super) fn make_private(&self) {
        let Some(file) = &self.file else { return };
        disk::make_private(&file.place.path);
        for journal in journals_of(&file.place.path) {
            disk::make_private(&journal);
        }
    }

    /// Runs the migrations that have not run yet.
    pub async fn migrate(&self) -> Result<()> {
        if self.writes.get_database_backend() != DbBackend::Postgres {
            return Ok(Migrator::up(&self.writes, None).await?);
        }
        // Copies that start together would make the same tables. The lock ends with its
        // transaction, in which nothing else happens, for as long as it takes.
        let turn = self.writes.begin().await?;
        turn.execute_unprepared(MIGRATION_LOCK).await?;
        Migrator::up(&self.writes, None).await?;
        Ok(turn.commit().await?)
    }

    /// The connections of each pool by its name; on PostgreSQL both are one.
    pub(crate) fn connections(&self) -> [(&'static str, Connections); 2] {
        [("reads", &self.reads), ("writes", &self.writes)].map(|(name, pool)| {
            let (n_open, n_idle) = match pool.get_database_backend() {
                DbBackend::Postgres => counts(pool.get_postgres_connection_pool()),
                _ => counts(pool.get_sqlite_connection_pool()),
            };
            (name, Connections { n_open, n_idle })
        })
    }

    /// Waits for the statements under way and closes the connections.
    pub async fn close(&self) -> Result<()> {
        self.reads.close_by_ref().await?;
        self.writes.close_by_ref().await?;
        match &self.file {
            Some(file) => file.close().await,
            None => Ok(()),
        }
    }
}

/// How many connections a pool has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Connections {
    pub(crate) n_open: u32,
    /// Of those.
    pub(crate) n_idle: u32,
}

fn counts<D: sea_orm::sqlx::Database>(pool: &sea_orm::sqlx::Pool<D>) -> (u32, u32) {
    let n_idle = u32::try_from(pool.num_idle()).unwrap_or(u32::MAX);
    (pool.size(), n_idle)
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
    let ran = list_ran(sqlite).await?;
    Ok(ran.known.is_empty() && !ran.unknown.is_empty())
}

/// Begins a transaction that will write.
pub(crate) async fn begin(database: &Database) -> Result<DatabaseTransaction> {
    let options = TransactionOptions {
        // SQLite then waits for another process here instead of failing at the first write.
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    };
    Ok(database.writes.begin_with_options(options).await?)
}

fn options(url: &str, max_connections: u32) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    // Statements hold what users typed, so they are never logged.
    options
        .sqlx_logging(false)
        .max_connections(max_connections)
        .acquire_timeout(LONGEST_WAIT)
        .test_before_acquire_if_idle_for(TRUSTED);
    options
}

fn sqlite_options(
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
                let found = pool::require_file(before.as_deref());
                Box::pin(async { found.map(|()| true) })
            })
            .after_connect(move |_, _| {
                let found = pool::require_file(after.as_deref());
                Box::pin(async { found })
            })
            .after_release(|connection, _| Box::pin(pool::is_sqlite_free(connection)))
    });
    options.map_sqlx_sqlite_opts(move |sqlite| {
        let sqlite = sqlite
            // `open_file` made it: a connection that is opened later makes no new and empty one in
            // the place of a file that was deleted.
            .create_if_missing(false)
            // A registration that was confirmed survives a power cut.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT);
        // What is deleted is overwritten: nobody finds it in the file later.
        let sqlite = sqlite.pragma("secure_delete", "ON");
        if is_read_only {
            sqlite.pragma("query_only", "ON")
        } else {
            sqlite
        }
    });
    options
}

/// What would end the path in a URL of SQLite.
const NOT_IN_PATH: &AsciiSet = &CONTROLS.add(b'%').add(b'?').add(b'#');

/// The file that a URL names; `None` where it is not SQLite, or in memory.
pub(crate) fn file_of(url: &str) -> Option<PathBuf> {
    let rest = url.strip_prefix("sqlite:")?;
    let path = rest.strip_prefix("//").unwrap_or(rest).split('?').next()?;
    let is_file = !path.is_empty() && path != ":memory:";
    let path = percent_decode_str(path).decode_utf8().ok()?;
    is_file.then(|| PathBuf::from(path.as_ref()))
}

/// The files that SQLite may keep beside its database: the write-ahead log, the index of that log, and
/// the journal of a database without one.
pub(crate) fn journals_of(file: &Path) -> [PathBuf; 3] {
    ["-wal", "-shm", "-journal"].map(|end| {
        let mut path = file.as_os_str().to_owned();
        path.push(end);
        path.into()
    })
}

/// The URL that names a file.
pub(crate) fn url_of(file: &Path) -> SecretString {
    let path = file.to_string_lossy();
    SecretString::from(format!(
        "sqlite://{}",
        utf8_percent_encode(&path, NOT_IN_PATH)
    ))
}

/// Makes the file and its folder where they are missing. SQLite gives its journals the file's mode.
fn open_file(path: &Path) -> io::Result<Arc<SqliteFile>> {
    if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
        disk::create_folder(folder)?;
    }
    match disk::create_file(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    Ok(Arc::new(SqliteFile {
        place: Place::of(path)?,
        log: OnceLock::new(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_migration_can_be_taken_back_and_run_again() {
        let url = SecretString::from("sqlite::memory:");
        let database = Database::open(&url).await.unwrap();
        for _ in 0..2 {
            database.migrate().await.unwrap();
            Migrator::down(&database.writes, None).await.unwrap();
        }
        let applied = Migrator::get_applied_migrations(&database.reads).await;
        assert_eq!(applied.unwrap().len(), 0);
    }

    #[test]
    fn a_url_names_the_file_it_was_made_of() {
        for path in ["/a/b.db", "a/b.db", "b.db", "/a b/100%?#縁.db"] {
            let url = url_of(Path::new(path));
            assert_eq!(file_of(url.expose_secret()), Some(PathBuf::from(path)));
        }
        for (url, file) in [
            ("sqlite://data/a.db?mode=rwc", Some("data/a.db")),
            ("sqlite:data/a.db", Some("data/a.db")),
            ("sqlite::memory:", None),
            ("sqlite://", None),
            ("postgres://host/a.db", None),
        ] {
            assert_eq!(file_of(url), file.map(PathBuf::from), "{url}");
        }
    }

    #[tokio::test]
    async fn what_is_there_to_read_by_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/a.db", folder.path().display());
        let database = Database::open(&url.into()).await.unwrap();
        database.migrate().await.unwrap();
        let deletion = "DELETE FROM account";
        let refused = database.reads.execute_unprepared(deletion).await;
        assert!(refused.is_err());
        database.writes.execute_unprepared(deletion).await.unwrap();
    }
}
