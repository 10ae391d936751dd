//! The same on PostgreSQL, which may break too, and which several servers share.
//!
//! `cargo test -p enmusubi-server --features postgres --test faults-on-postgres`
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and tells what it counted"
)]

mod counts;
mod crowd;
mod database_network;
mod database_proxy;
mod database_stops;
mod fault;
mod form;
mod http_proxy;
mod killed;
mod ledger;
mod network;
mod person;
mod process;
mod two_servers;
mod way;
mod world;

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use enmusubi_tests::postgres::Cluster;

const DATABASE: &str = "PostgreSQL";

/// The one of this process, which ends with it.
fn cluster() -> &'static Cluster {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    // It learns late of connections that fell silent, and keeps a place for each.
    CLUSTER.get_or_init(|| Cluster::start(&["max_connections=400"]).unwrap())
}

/// Of an empty database.
fn database_url(_: &Path) -> String {
    static N_DATABASES: AtomicUsize = AtomicUsize::new(0);
    let n = N_DATABASES.fetch_add(1, Ordering::Relaxed);
    cluster().create_database(&format!("faults_{n}")).unwrap()
}
