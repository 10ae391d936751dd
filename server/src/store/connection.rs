//! The handles that run statements: a pool for reads, a pool for writes, and a transaction.
//!
//! They wrap SeaORM's types, so that no other wing imports SeaORM.

use async_trait::async_trait;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult,
    QueryResult, SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait as _,
};

use crate::error::Result;

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

/// Statements that take effect together with `commit`. Dropping the transaction rolls it back.
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
            // SQLite then waits for another process here instead of failing at the first write.
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        Ok(Transaction(self.0.begin_with_options(options).await?))
    }

    /// Runs SQL that only a test needs.
    #[cfg(test)]
    pub(crate) async fn execute_unprepared(&self, sql: &str) -> Result<()> {
        self.0.execute_unprepared(sql).await?;
        Ok(())
    }
}

impl Transaction {
    /// Makes the changes durable and visible to others.
    pub(crate) async fn commit(self) -> Result<()> {
        Ok(self.0.commit().await?)
    }

    /// Undoes the changes. A dropped transaction is rolled back too, but only later.
    pub(super) async fn rollback(self) -> Result<()> {
        Ok(self.0.rollback().await?)
    }
}

/// Passes each call on to the wrapped connection.
macro_rules! delegate {
    ($handle:ty) => {
        #[async_trait]
        impl ConnectionTrait for $handle {
            fn get_database_backend(&self) -> DbBackend {
                self.0.get_database_backend()
            }

            async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
                self.0.execute_raw(statement).await
            }

            async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
                self.0.execute_unprepared(sql).await
            }

            async fn query_one_raw(
                &self,
                statement: Statement,
            ) -> Result<Option<QueryResult>, DbErr> {
                self.0.query_one_raw(statement).await
            }

            async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
                self.0.query_all_raw(statement).await
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
