//! What is done to a connection when it is made, and looked at when it is given back: one that would
//! spoil what comes after is closed.

use sea_orm::sqlx::{
    Connection as _, Error, Executor as _, PgConnection, Row as _, SqliteConnection, raw_sql,
};
use tokio::time::timeout;

use super::connection::{LONGEST_WAIT, SqliteFile};

/// Nothing of ours pauses within a transaction. Where a server of ours cannot be reached any more,
/// PostgreSQL would keep its locks, and the same person's next try waiting, until TCP gives up.
const BOUND: &str = "SET idle_in_transaction_session_timeout = '10s'";

/// Has PostgreSQL end transactions that were left behind.
pub(super) async fn bound(connection: &mut PgConnection) -> Result<(), Error> {
    connection.execute(BOUND).await.map(drop)
}

/// Whether SQLite's connection is outside of a transaction. A full disk makes SQLite end one by itself;
/// the driver goes on counting it, begins the next as a part of it, and may never commit again.
pub(super) async fn is_sqlite_free(connection: &mut SqliteConnection) -> Result<bool, Error> {
    if connection.is_in_transaction() {
        // The rollback waits in line before this.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

/// Fails as [`SqliteFile::require`] does.
pub(super) fn require_file(file: Option<&SqliteFile>) -> Result<(), Error> {
    file.map_or(Ok(()), SqliteFile::require).map_err(Error::Io)
}

/// In a query that is a transaction of its own both are the same moment.
const IS_FREE: &str = "SELECT now() = statement_timestamp()";

/// Whether PostgreSQL answers on the connection, outside of a transaction.
///
/// The driver forgets a transaction when the call that begins it is given up, and what is written after
/// it would be lost. And it waits for ever for what a call that was given up has left unread: a network
/// that swallows everything would take all connections. Its own question, which follows this one, still
/// waits until TCP gives up; only a silence that begins in just that moment meets it.
pub(super) async fn is_postgres_free(connection: &mut PgConnection) -> Result<bool, Error> {
    let asked = raw_sql(IS_FREE).fetch_one(connection);
    // An error has it closed without another word to PostgreSQL.
    let answer = timeout(LONGEST_WAIT, asked).await;
    answer.map_err(std::io::Error::from)??.try_get(0)
}

#[cfg(test)]
mod tests {
    use enmusubi_core::ErrorCode;
    use sea_orm::{ConnectionTrait as _, DbBackend, Statement};

    use crate::error::Result;
    use crate::store::{Database, begin};

    #[tokio::test]
    async fn a_disk_that_was_full_takes_no_later_write_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/a.db", folder.path().display());
        let database = Database::open(&url.into()).await.unwrap();
        let write = async |sql| {
            let transaction = begin(&database).await?;
            transaction.execute_unprepared(sql).await?;
            Result::<()>::Ok(transaction.commit().await?)
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
        // Of a call whose client has gone away.
        drop(begin(&database).await.unwrap());
        write(large).await.unwrap();
        let kept = Statement::from_string(DbBackend::Sqlite, "SELECT 1 FROM kept");
        let kept = database.reads.query_all_raw(kept).await.unwrap();
        assert_eq!(kept.len(), 1);
    }
}
