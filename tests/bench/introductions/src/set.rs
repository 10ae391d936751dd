//! The daily set as a server makes and writes it: the time of `enmusubi-server introduce` on a SQLite file.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use enmusubi_population::{Resident, insert_statements};
use rusqlite::Connection;

/// Makes the members and two sets of them, and prints the figures. `program` is the server.
pub(crate) fn run(program: &Path, n_members: u32) -> Result<(), Box<dyn Error>> {
    let program: PathBuf = program.canonicalize()?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("a.db");
    let server = |arguments: &[&str]| -> Result<String, Box<dyn Error>> {
        let output = Command::new(&program)
            .args(arguments)
            .current_dir(folder.path())
            .env("MOCK_ENABLE", "true")
            .env("DATABASE_URL", format!("sqlite://{}", file.display()))
            .output()?;
        if !output.status.success() {
            return Err(String::from_utf8(output.stderr)?.into());
        }
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    };
    let mut out = stdout();
    server(&["migrate"])?;
    let start = Instant::now();
    insert(&file, n_members)?;
    let size_mb = std::fs::metadata(&file)?.len() >> 20;
    writeln!(
        out,
        "{n_members} members stored in {:.1?}, {size_mb} MB",
        start.elapsed()
    )?;
    for round in ["first", "second"] {
        let start = Instant::now();
        let report = server(&["introduce"])?;
        writeln!(
            out,
            "the {round} run, {:.1?} with its start: {report}",
            start.elapsed()
        )?;
    }
    let connection = Connection::open(&file)?;
    let mut counting = connection.prepare(
        "SELECT n, COUNT(*) FROM (SELECT COUNT(other_id) AS n FROM account \
         LEFT JOIN introduction_side ON account_id = account.id GROUP BY account.id) GROUP BY n",
    )?;
    let rows = counting.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let counts: BTreeMap<u32, u32> = rows.collect::<Result<_, _>>()?;
    writeln!(out, "members by their introductions: {counts:?}")?;
    Ok(())
}

/// Inserts approved members into the tables of the server.
pub(crate) fn insert(file: &Path, n_members: u32) -> Result<(), Box<dyn Error>> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let now_ms = i64::try_from(now.as_millis())?;
    let connection = Connection::open(file)?;
    connection.execute_batch("PRAGMA synchronous = OFF; BEGIN")?;
    for statements in insert_statements(Resident::crowd(n_members), now_ms) {
        connection.execute_batch(&statements)?;
    }
    connection.execute_batch("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")?;
    Ok(())
}
