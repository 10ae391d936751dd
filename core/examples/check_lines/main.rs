//! Validates a JSON-lines file of payloads: `check_lines [--json] [YYYY-MM-DD] <payloads.jsonl`.
//!
//! The program writes one line for each rejected record and a summary at the end. The exit code is 1 if
//! a record was rejected, and 2 if the program could not do its work. It holds at most one record of
//! the input at a time.

mod lines;
mod program;

use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, io};

use chrono::{DateTime, NaiveDate};

#[expect(
    clippy::print_stderr,
    reason = "a program writes its own failure to standard error"
)]
fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    program::run(&arguments, today_in_utc, input, output).unwrap_or_else(|error| {
        eprintln!("check_lines: {error}");
        ExitCode::from(2)
    })
}

/// Reads the clock, which the core never does.
fn today_in_utc() -> Option<NaiveDate> {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    let now = DateTime::from_timestamp(i64::try_from(elapsed.as_secs()).ok()?, 0)?;
    Some(now.date_naive())
}
