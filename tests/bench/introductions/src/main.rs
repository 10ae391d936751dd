//! Times the index of members and the daily pairs:
//! `bench-introductions [search MEMBERS | circles MEMBERS | days MEMBERS | set MEMBERS [--history DAYS] | first MEMBERS]`.
//!
//! Without arguments, it measures the searches and the circles of one million members, simulates thirty days of 100,000, lets a
//! server make a set of 100,000, and approves newcomers among them.

mod circles;
mod days;
mod first;
mod search;
mod server;
mod set;
mod sqlite;

use std::error::Error;
use std::path::Path;

/// The server, which the recipe of the benchmark builds.
const SERVER: &str = "target/release/enmusubi-server";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (arguments, n_days) = match arguments[..] {
        [ref others @ .., "--history", n_days] => (others, n_days.parse()?),
        ref all => (all, 0),
    };
    let n_members = arguments.get(1).map(|number| number.parse()).transpose()?;
    let server = Path::new(SERVER);
    match arguments.first().copied() {
        Some("search") => search::run(n_members.unwrap_or(1_000_000)),
        Some("circles") => circles::run(n_members.unwrap_or(1_000_000)),
        Some("days") => days::run(n_members.unwrap_or(100_000)),
        Some("first") => first::run(server, n_members.unwrap_or(100_000)),
        Some("set") => set::run(server, n_members.unwrap_or(100_000), n_days),
        Some(other) => Err(format!("no part is called {other}").into()),
        None => {
            search::run(1_000_000)?;
            circles::run(1_000_000)?;
            days::run(100_000)?;
            set::run(server, 100_000, n_days)?;
            first::run(server, 100_000)
        }
    }
}
