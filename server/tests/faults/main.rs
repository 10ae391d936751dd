//! Faults while people register, while they are introduced, and while they write notes, on SQLite. An acknowledged person is registered exactly once, with
//! every field and photo. A person without an answer can send the form again.
//!
//! `KILLS`, `ROUNDS` and `SEED` choose a longer run. `COUNTS` names a file to which the counts are
//! appended.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and prints its counts"
)]

mod counts;
mod crowd;
mod disk_full;
mod fault;
mod file_store;
mod form;
mod http_proxy;
mod introductions;
mod introductions_without_room;
mod killed;
mod ledger;
mod little_room;
mod members;
mod network;
mod notes;
mod permissions;
mod person;
mod process;
mod retrying_client;
mod small_disk;
mod world;

use std::path::Path;

const DATABASE: &str = "SQLite";

fn database_url(folder: &Path) -> String {
    format!("sqlite://{}/a.db", folder.display())
}
