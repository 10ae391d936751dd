//! The daily set as a server makes and writes it: the time of `enmusubi-server introduce` on a SQLite file, and the set
//! of two servers that both look for work.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{Write as _, stdout};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use enmusubi_core::Gender;
use enmusubi_core::place::Cell;
use enmusubi_population::{History, Resident, insert_statements};
use rusqlite::Connection;

use crate::server::Place;

/// The introductions of a member on each day of the past: as many as the server makes at most.
const PER_DAY: u32 = 5;
/// Two servers that need longer will not end.
const LONGEST: Duration = Duration::from_mins(10);
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Makes the members and `n_days` of introductions, and then the set of the day: with the command, once more when all
/// have it, and with two servers that both look for work. Prints the figures. `program` is the server.
pub(crate) fn run(program: &Path, n_members: u32, n_days: u32) -> Result<(), Box<dyn Error>> {
    let place = Place::new(program)?;
    let file = place.file();
    let mut out = stdout();
    let start = Instant::now();
    insert(&file, n_members)?;
    let last = insert_history(&file, n_members, n_days)?;
    let size_mb = std::fs::metadata(&file)?.len() >> 20;
    writeln!(
        out,
        "{n_members} members and {last} introductions of {n_days} days stored in {:.1?}, {size_mb} MB",
        start.elapsed()
    )?;
    let connection = Connection::open(&file)?;
    connection.busy_timeout(Duration::from_secs(30))?;
    for round in ["first", "second"] {
        let start = Instant::now();
        let (report, peak) = place.run(&["introduce"])?;
        writeln!(
            out,
            "the {round} run, {:.1?} with its start, at most {} MB: {report}",
            start.elapsed(),
            peak >> 20
        )?;
    }
    writeln!(out, "{}", counts(&connection, last)?)?;
    forget(&connection, last)?;
    let start = Instant::now();
    let servers = [place.start()?, place.start()?];
    while number(&connection, "SELECT COUNT(*) FROM introduction_set", last)? == 0 {
        if start.elapsed() > LONGEST {
            let n_pairs = number(&connection, NEW_PAIRS, last)?;
            return Err(format!("two servers made {n_pairs} pairs in {LONGEST:?}").into());
        }
        sleep(LOOK_EVERY);
    }
    let elapsed = start.elapsed();
    let peaks = servers.each_ref().map(|it| it.peak().unwrap_or(0) >> 20);
    writeln!(
        out,
        "two servers, {elapsed:.1?} with their starts, at most {peaks:?} MB; {}",
        counts(&connection, last)?
    )?;
    Ok(())
}

/// Inserts approved members into the tables of the server.
pub(crate) fn insert(file: &Path, n_members: u32) -> Result<(), Box<dyn Error>> {
    let connection = Connection::open(file)?;
    connection.execute_batch("PRAGMA synchronous = OFF; BEGIN")?;
    for statements in insert_statements(Resident::crowd(n_members), now_ms()?) {
        connection.execute_batch(&statements)?;
    }
    connection.execute_batch("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")?;
    Ok(())
}

/// Inserts the introductions of earlier days, between men and women who live near each other. Returns the id of the
/// latest.
fn insert_history(file: &Path, n_members: u32, n_days: u32) -> Result<i64, Box<dyn Error>> {
    let mut crowd: Vec<(Cell, u32, Gender)> = Resident::crowd(n_members)
        .map(|it| {
            let facts = it.person.facts;
            (facts.cell, it.account_id, facts.gender)
        })
        .collect();
    crowd.sort_unstable_by_key(|(cell, id, _)| (cell.row, cell.column, *id));
    let of = |wanted| {
        let members = crowd.iter().filter(move |(.., gender)| *gender == wanted);
        members.map(|(_, id, _)| *id).collect()
    };
    let history = History {
        ones: of(Gender::Male),
        others: of(Gender::Female),
        n_days,
        per_day: PER_DAY,
    };
    let connection = Connection::open(file)?;
    // Rows are inserted faster without indexes, and without a journal of the pages before.
    let mut listing = connection.prepare(
        "SELECT name, sql FROM sqlite_master \
         WHERE type = 'index' AND tbl_name LIKE 'introduction%' AND sql IS NOT NULL",
    )?;
    let indexes = listing.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let indexes: Vec<(String, String)> = indexes.collect::<Result<_, _>>()?;
    drop(listing);
    connection.execute_batch(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; \
         PRAGMA cache_size = -500000; BEGIN",
    )?;
    for (name, _) in &indexes {
        connection.execute_batch(&format!("DROP INDEX {name}"))?;
    }
    for statements in history.insert_statements(now_ms()?) {
        connection.execute_batch(&statements)?;
    }
    for (_, sql) in &indexes {
        connection.execute_batch(sql)?;
    }
    connection.execute_batch("COMMIT; PRAGMA journal_mode = WAL")?;
    number(
        &connection,
        "SELECT COALESCE(MAX(id), 0) FROM introduction WHERE id > ?1",
        0,
    )
}

const NEW_PAIRS: &str = "SELECT COUNT(*) FROM introduction WHERE id > ?1";

/// Describes the introductions after the one with this id, and fails if a pair exists twice or half.
fn counts(connection: &Connection, last: i64) -> Result<String, Box<dyn Error>> {
    let n_pairs = number(connection, NEW_PAIRS, last)?;
    let twice = "SELECT COUNT(*) FROM introduction AS one JOIN introduction AS other \
        ON other.low_id = one.low_id AND other.high_id = one.high_id AND other.id <> one.id WHERE one.id > ?1";
    let whole = "SELECT COUNT(*) FROM introduction JOIN introduction_side AS one ON one.introduction_id = id \
        AND one.account_id = low_id AND one.other_id = high_id JOIN introduction_side AS other \
        ON other.introduction_id = id AND other.account_id = high_id AND other.other_id = low_id WHERE id > ?1";
    let (n_twice, n_whole) = (
        number(connection, twice, last)?,
        number(connection, whole, last)?,
    );
    if (n_twice, n_whole) != (0, n_pairs) {
        return Err(
            format!("{n_twice} pairs exist twice, and {n_whole} of {n_pairs} whole").into(),
        );
    }
    // With the plus sign, SQLite does not read the sides of all days in the order of their accounts.
    let mut counting = connection.prepare(
        "SELECT n, COUNT(*) FROM (SELECT COUNT(*) AS n FROM introduction_side WHERE introduction_id > ?1 \
         GROUP BY +account_id) GROUP BY n",
    )?;
    let rows = counting.query_map([last], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let counts: BTreeMap<u32, u32> = rows.collect::<Result<_, _>>()?;
    Ok(format!(
        "{n_pairs} pairs, members who got some by their number: {counts:?}"
    ))
}

/// Removes the introductions after the one with this id, and the record that a set was made.
fn forget(connection: &Connection, last: i64) -> Result<(), Box<dyn Error>> {
    connection.execute_batch(&format!(
        "BEGIN IMMEDIATE; DELETE FROM introduction_side WHERE introduction_id > {last}; \
         DELETE FROM introduction WHERE id > {last}; DELETE FROM introduction_member; \
         DELETE FROM introduction_set; DELETE FROM news; COMMIT"
    ))?;
    Ok(())
}

fn number(connection: &Connection, sql: &str, after: i64) -> Result<i64, Box<dyn Error>> {
    let mut counting = connection.prepare(sql)?;
    let parameters = [after];
    let parameters = &parameters[..counting.parameter_count()];
    Ok(counting.query_row(rusqlite::params_from_iter(parameters), |row| row.get(0))?)
}

fn now_ms() -> Result<i64, Box<dyn Error>> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    Ok(i64::try_from(now.as_millis())?)
}
