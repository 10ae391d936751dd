//! The commands about the audit log: `verify` looks for a change of the log, and `export` prints the log.

mod verify;

pub use verify::{Checkpoint, Fault, FaultKind};

use std::io::{self, Write};

use clap::Subcommand;
use thiserror::Error;

use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::store::audit::{self, Act};
use crate::store::{self, Database};

/// The commands about the audit log.
#[derive(Debug, Clone, Subcommand)]
pub enum AuditCommand {
    /// Check that no row was altered, removed, inserted or moved, and print the number of rows and the last hash
    ///
    /// Keep that output in another place than the database. Only with it does a later check notice that the last
    /// rows were cut off, or that the whole log was written again with new hashes.
    Verify {
        /// The output of an earlier check, which must still be true of the first COUNT rows
        #[arg(long, value_name = "COUNT:HASH")]
        expect: Option<Checkpoint>,
    },
    /// Print the rows as lines of JSON
    Export {
        /// Leave out the rows up to this one
        #[arg(long, value_name = "ID")]
        after: Option<i64>,
    },
}

/// The reason why a command failed.
#[derive(Debug, Error)]
pub enum AuditError {
    /// The log was changed.
    #[error("The audit log was changed: {0}")]
    Broken(#[from] Fault),
    /// The rows could not be printed.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The database failed.
    #[error(transparent)]
    Failed(#[from] Error),
}

/// Checks, prints and extends the audit log.
#[derive(Debug, Clone)]
pub struct Audits {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
}

/// The number of rows that one statement reads.
const PAGE: u64 = 1000;

impl Audits {
    /// Runs a command and writes its output.
    pub async fn run(
        &self,
        command: AuditCommand,
        output: &mut (impl Write + Send),
    ) -> Result<(), AuditError> {
        match command {
            AuditCommand::Verify { expect } => {
                let checked = self.verify(expect.as_ref()).await?;
                writeln!(output, "{checked}")?;
                Ok(())
            }
            AuditCommand::Export { after } => self.export(after, output).await,
        }
    }

    /// Records an act that changes no other row, such as a look at a document. An act that changes rows is recorded
    /// in the transaction of the change.
    pub async fn record(&self, act: Act<'_>) -> Result<()> {
        let transaction = store::begin(&self.database).await?;
        audit::append(&transaction, act, self.clock.now_ms()).await?;
        transaction.commit().await
    }

    /// Writes a line of JSON for each row after this id, one page of rows at a time.
    async fn export(
        &self,
        after: Option<i64>,
        output: &mut (impl Write + Send),
    ) -> Result<(), AuditError> {
        let mut last = after;
        loop {
            let rows = audit::list_after(&self.database.reads, last, PAGE).await?;
            if rows.is_empty() {
                return Ok(output.flush()?);
            }
            for row in rows {
                let entry = row.map_err(|unreadable| Fault::unreadable(unreadable, last))?;
                let line = serde_json::to_string(&entry).map_err(Error::internal)?;
                writeln!(output, "{line}")?;
                last = Some(entry.id);
            }
        }
    }
}
