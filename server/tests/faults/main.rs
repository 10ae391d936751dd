//! Faults while people register, while they are introduced, and while they write notes, on SQLite, or on PostgreSQL with
//! `TEST_DATABASE=postgres`. An acknowledged person is registered exactly once, with every field and photo. A person
//! without an answer can send the form again.
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
mod fault;
mod form;
mod http_proxy;
mod introductions;
mod killed;
mod ledger;
mod members;
mod network;
mod notes;
mod on_postgres;
mod on_sqlite;
mod person;
mod process;
mod retrying_client;
mod world;

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use enmusubi_tests::DatabaseKind;
use enmusubi_tests::postgres::Cluster;

/// Returns the URL of a new, empty database.
fn database_url(folder: &Path) -> String {
    static N_DATABASES: AtomicUsize = AtomicUsize::new(0);
    match DatabaseKind::of_this_run() {
        DatabaseKind::Sqlite => format!("sqlite://{}/a.db", folder.display()),
        DatabaseKind::Postgres => {
            let n = N_DATABASES.fetch_add(1, Ordering::Relaxed);
            cluster().create_database(&format!("faults_{n}")).unwrap()
        }
    }
}

/// Returns the cluster of this process, which stops when the process ends.
fn cluster() -> &'static Cluster {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    // PostgreSQL notices late that connections fell silent, and keeps a slot for each of them.
    CLUSTER.get_or_init(|| Cluster::start(&["max_connections=400"]).unwrap())
}
