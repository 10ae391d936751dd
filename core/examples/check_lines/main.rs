//! Validates a JSON-lines file of payloads: `check_lines [--json] [YYYY-MM-DD] <payloads.jsonl`.
//!
//! One line of output for each refused record and a summary at the end; the exit code is 1 when any
//! was refused and 2 when the program could not do its work. However long the input is, no more than
//! one record of it is held.

mod lines;
mod program;

use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, io};

use chrono::{DateTime, NaiveDate};

#[expect(
    clippy::print_stderr,
    reason = "where a program says why it cannot go on"
)]
fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    program::run(&arguments, today_in_utc, input, output).unwrap_or_else(|trouble| {
        eprintln!("check_lines: {trouble}");
        ExitCode::from(2)
    })
}

/// The core reads no clock; a program may.
fn today_in_utc() -> Option<NaiveDate> {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    let now = DateTime::from_timestamp(i64::try_from(elapsed.as_secs()).ok()?, 0)?;
    Some(now.date_naive())
}
