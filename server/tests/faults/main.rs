//! What breaks while people register, on SQLite: whoever was told that they are registered is, once,
//! with every word and photo, and whoever was not can send again.
//!
//! `KILLS`, `ROUNDS` and `SEED` choose a longer run, `COUNTS` a file for what was counted.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and tells what it counted"
)]

mod counts;
mod crowd;
mod disk_full;
mod fault;
mod file_store;
mod form;
mod http_proxy;
mod killed;
mod ledger;
mod little_room;
mod network;
mod permissions;
mod person;
mod process;
mod small_disk;
mod way;
mod world;

use std::path::Path;

const DATABASE: &str = "SQLite";

fn database_url(folder: &Path) -> String {
    format!("sqlite://{}/a.db", folder.display())
}
