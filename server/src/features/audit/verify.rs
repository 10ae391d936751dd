//! Follows the chain of hashes through the audit log. The hashes around the first broken row show how the log was
//! changed.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Audits, PAGE};
use crate::error::Result;
use crate::features::audit::AuditError;
use crate::store::ReadPool;
use crate::store::audit::{self, Entry, FIRST_PREVIOUS_HASH, Unreadable};

/// The number of rows of a log, and the hash of the last one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    count: i64,
    hash: String,
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.count, self.hash)
    }
}

impl FromStr for Checkpoint {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once(':').and_then(|(count, hash)| {
            let count = count.parse().ok().filter(|count| *count >= 0)?;
            let is_hash = hash.len() == FIRST_PREVIOUS_HASH.len()
                && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_hash.then(|| Self {
                count,
                hash: hash.to_ascii_lowercase(),
            })
        });
        parts.ok_or(
            "it is a number, a colon and 64 hexadecimal digits, as `audit verify` prints them",
        )
    }
}

/// A change of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub struct Fault {
    /// The kind of the change, as far as the hashes show it.
    pub kind: FaultKind,
    /// The first row that the change concerns.
    pub row: i64,
}

/// The kinds of changes of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// The row has been altered, or does not follow the row before it.
    Altered,
    /// The row is missing.
    Removed,
    /// The server did not write the row at this place.
    Inserted,
    /// Another row of the log stands at this place, or this row stands at another place.
    Reordered,
    /// The log is shorter than at the earlier check.
    CutOff {
        /// The number of rows at the earlier check.
        expected: i64,
    },
    /// The row has another hash than at the earlier check, although the hashes up to it are right.
    Rewritten,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.row;
        match self.kind {
            FaultKind::Altered => write!(formatter, "row {row} was altered."),
            FaultKind::Removed => write!(formatter, "row {row} was removed."),
            FaultKind::Inserted => write!(formatter, "row {row} was inserted."),
            FaultKind::Reordered => write!(formatter, "row {row} was reordered."),
            FaultKind::CutOff { expected } => write!(
                formatter,
                "row {row} was removed: the log had {expected} rows at the earlier check, and ends before this one."
            ),
            FaultKind::Rewritten => write!(
                formatter,
                "row {row} has another hash than at the earlier check, so it or a row before it was rewritten."
            ),
        }
    }
}

impl Fault {
    const fn new(kind: FaultKind, row: i64) -> Self {
        Self { kind, row }
    }

    /// Returns the fault of a row with a value of the wrong type, which comes after the row `last`.
    pub(super) fn unreadable(row: Unreadable, last: Option<i64>) -> Self {
        let after_last = last.unwrap_or_default().saturating_add(1);
        Self::new(FaultKind::Altered, row.id.unwrap_or(after_last))
    }
}

/// The longest run of removed or inserted rows that the check still recognises as one.
const MAX_SHIFT: i64 = 1000;

impl Audits {
    /// Reads the whole log. Returns its number of rows and its last hash, or the first change.
    pub async fn verify(&self, expect: Option<&Checkpoint>) -> Result<Checkpoint, AuditError> {
        let reads = &self.database.reads;
        let mut good = Checkpoint {
            count: 0,
            hash: FIRST_PREVIOUS_HASH.to_owned(),
        };
        let mut after = None;
        loop {
            check_expected(expect, &good)?;
            let page = audit::list_after(reads, after, PAGE).await?;
            if page.is_empty() {
                break;
            }
            for row in page {
                let row = row.map_err(|row| Fault::unreadable(row, after))?;
                if row.id != good.count + 1
                    || row.previous_hash != good.hash
                    || !row.is_genuine_as(row.id)
                {
                    return Err(classify(reads, &row, &good).await?.into());
                }
                after = Some(row.id);
                good = Checkpoint {
                    count: row.id,
                    hash: row.hash,
                };
                check_expected(expect, &good)?;
            }
        }
        match expect {
            Some(earlier) if earlier.count > good.count => {
                let expected = earlier.count;
                let row = good.count + 1;
                Err(Fault::new(FaultKind::CutOff { expected }, row).into())
            }
            _ => Ok(good),
        }
    }
}

fn check_expected(expect: Option<&Checkpoint>, good: &Checkpoint) -> Result<(), Fault> {
    match expect {
        Some(earlier) if earlier.count == good.count && earlier.hash != good.hash => {
            Err(Fault::new(FaultKind::Rewritten, good.count))
        }
        _ => Ok(()),
    }
}

/// Finds out how the log was changed before `row`, the first one that does not follow the last good row.
async fn classify(reads: &ReadPool, row: &Entry, good: &Checkpoint) -> Result<Fault> {
    let due = good.count + 1;
    let successors = audit::list_successors(reads, &good.hash).await?;
    // The row that belongs at `due` may have another number now.
    let is_moved = successors
        .iter()
        .any(|it| it.id != due && it.is_genuine_as(due));
    let written_as = find_first_number(reads, row, due).await?;
    if row.id < due {
        // Rows are read in the order of their numbers, so only a number below 1 comes here.
        return Ok(match written_as {
            Some(number) => Fault::new(FaultKind::Reordered, number),
            None => Fault::new(FaultKind::Inserted, row.id),
        });
    }
    if is_moved {
        let is_new = row.id == due && written_as.is_none();
        let kind = if is_new {
            FaultKind::Inserted
        } else {
            FaultKind::Reordered
        };
        return Ok(Fault::new(kind, due));
    }
    if row.id > due {
        return Ok(Fault::new(FaultKind::Removed, due));
    }
    Ok(match written_as {
        Some(number) if number > due => Fault::new(FaultKind::Removed, due),
        Some(number) if number < due => Fault::new(FaultKind::Inserted, number),
        _ => Fault::new(FaultKind::Altered, due),
    })
}

/// Returns the number under which the row was written, if its hash proves another number than the present one.
async fn find_first_number(reads: &ReadPool, row: &Entry, due: i64) -> Result<Option<i64>> {
    let before = audit::find_by_hash(reads, &row.previous_hash).await?;
    let near = due.saturating_sub(MAX_SHIFT).max(1)..=due.saturating_add(MAX_SHIFT);
    let mut numbers = before
        .map(|id| id.saturating_add(1))
        .into_iter()
        .chain(near);
    Ok(numbers.find(|number| *number != row.id && row.is_genuine_as(*number)))
}
