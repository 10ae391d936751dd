//! Times the index of members and the daily pairs:
//! `bench-introductions [search MEMBERS | circles MEMBERS | days MEMBERS | set MEMBERS | first MEMBERS]`.
//!
//! Without arguments, it measures the searches and the circles of one million members, simulates thirty days of 100,000, lets a
//! server make a set of 100,000, and approves newcomers among them.

mod circles;
mod days;
mod first;
mod search;
mod set;
mod sqlite;

use std::error::Error;
use std::path::Path;

/// The server, which the recipe of the benchmark builds.
const SERVER: &str = "target/release/enmusubi-server";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let part = arguments.next();
    let n_members = arguments.next().map(|number| number.parse()).transpose()?;
    match part.as_deref() {
        Some("search") => search::run(n_members.unwrap_or(1_000_000)),
        Some("circles") => circles::run(n_members.unwrap_or(1_000_000)),
        Some("days") => days::run(n_members.unwrap_or(100_000)),
        Some("first") => first::run(Path::new(SERVER), n_members.unwrap_or(100_000)),
        Some("set") => set::run(Path::new(SERVER), n_members.unwrap_or(100_000)),
        Some(other) => Err(format!("no part is called {other}").into()),
        None => {
            search::run(1_000_000)?;
            circles::run(1_000_000)?;
            days::run(100_000)?;
            set::run(Path::new(SERVER), 100_000)?;
            first::run(Path::new(SERVER), 100_000)
        }
    }
}
