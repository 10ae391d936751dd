//! The minimal work: a loop that runs the same statements in SQLite, without a server.

use std::time::Instant;

use rusqlite::types::Value;
use rusqlite::{Connection, Statement};

use crate::Failure;
use crate::load::Outcome;
use crate::place::Place;
use crate::process::processor_time_of;

/// The tables of a registration, in the order of the foreign keys.
const TABLES: [&str; 5] = ["account", "profile", "photo", "review_case", "idempotency"];

type Row = Vec<Value>;

/// Writes the rows that a server wrote into `from` to `to`, `batch` registrations in each commit.
pub(crate) fn register_all(from: &Place, to: &Place, batch: usize) -> Result<Outcome, Failure> {
    let source = from.open()?;
    let mut tables = Vec::new();
    for table in TABLES {
        tables.push(rows_of(&source, table)?);
    }
    let files = taken_of(&source)?;
    let n_requests = files.len();
    let target = to.open()?;
    for (pragma, value) in [
        ("journal_mode", "WAL"),
        ("synchronous", "FULL"),
        ("foreign_keys", "ON"),
    ] {
        target.pragma_update(None, pragma, value)?;
    }
    let mut inserts = Vec::new();
    for (table, rows) in TABLES.iter().zip(&tables) {
        let n_columns = rows.first().ok_or("no rows to write")?.len();
        let marks = vec!["?"; n_columns].join(", ");
        inserts.push(target.prepare(&format!("INSERT INTO {table} VALUES ({marks})"))?);
    }
    let take = "UPDATE upload SET attached_at_ms = ?1 WHERE name = ?2 AND line_user_id = ?3 AND attached_at_ms IS NULL";
    let mut take = target.prepare(take)?;
    let blocks = "SELECT id, blocker_hash, blocked_hash FROM block WHERE blocker_hash = ?1 OR blocked_hash = ?1";
    let reviewers = "SELECT id, member_hash FROM reviewer WHERE member_hash = ?1";
    let mut of_person = [target.prepare(blocks)?, target.prepare(reviewers)?];
    let before = processor_time_of(std::process::id())?;
    let start = Instant::now();
    for (n_batch, files) in files.chunks(batch).enumerate() {
        target.execute_batch("BEGIN IMMEDIATE")?;
        for (n, file) in files.iter().enumerate() {
            for statement in &mut of_person {
                statement.exists([&file[2]])?;
            }
            write(&mut inserts, &tables, n_batch * batch + n)?;
            take.execute(rusqlite::params_from_iter(file))?;
        }
        target.execute_batch("COMMIT")?;
    }
    Ok(Outcome {
        n_requests,
        elapsed: start.elapsed(),
        waits: Vec::new(),
        processor_time: processor_time_of(std::process::id())?.saturating_sub(before),
    })
}

fn write(inserts: &mut [Statement<'_>], tables: &[Vec<Row>], n: usize) -> Result<(), Failure> {
    for (insert, rows) in inserts.iter_mut().zip(tables) {
        insert.execute(rusqlite::params_from_iter(&rows[n]))?;
    }
    Ok(())
}

fn rows_of(source: &Connection, table: &str) -> Result<Vec<Row>, Failure> {
    // The first column is the number of the account, or a number that grows with it.
    all(source, &format!("SELECT * FROM {table} ORDER BY 1"))
}

fn taken_of(source: &Connection) -> Result<Vec<Row>, Failure> {
    all(
        source,
        "SELECT upload.attached_at_ms, upload.name, upload.line_user_id FROM upload
         JOIN account ON account.line_user_id = upload.line_user_id ORDER BY account.id",
    )
}

fn all(source: &Connection, sql: &str) -> Result<Vec<Row>, Failure> {
    let mut statement = source.prepare(sql)?;
    let n_columns = statement.column_count();
    let rows = statement.query_map([], |row| (0..n_columns).map(|n| row.get(n)).collect())?;
    Ok(rows.collect::<Result<_, _>>()?)
}
