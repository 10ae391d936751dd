//! The same faults on PostgreSQL, which has faults of its own and which several servers share.
//!
//! `cargo test -p enmusubi-server --features postgres --test faults-on-postgres`
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and prints its counts"
)]

mod counts;
mod crowd;
mod database_network;
mod database_proxy;
mod database_stops;
mod fault;
mod form;
mod http_proxy;
mod introductions;
mod introductions_without_database;
mod killed;
mod ledger;
mod members;
mod network;
mod notes;
mod person;
mod process;
mod retrying_client;
mod two_servers;
mod unconfirmed;
mod world;

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use enmusubi_tests::postgres::Cluster;

const DATABASE: &str = "PostgreSQL";

/// Returns the cluster of this process, which stops when the process ends.
fn cluster() -> &'static Cluster {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    // PostgreSQL notices late that connections fell silent, and keeps a slot for each of them.
    CLUSTER.get_or_init(|| Cluster::start(&["max_connections=400"]).unwrap())
}

/// Returns the URL of a new, empty database.
fn database_url(_: &Path) -> String {
    static N_DATABASES: AtomicUsize = AtomicUsize::new(0);
    let n = N_DATABASES.fetch_add(1, Ordering::Relaxed);
    cluster().create_database(&format!("faults_{n}")).unwrap()
}
