//! The API over HTTP, on SQLite and a folder: a real server in this process, with a stand-in for
//! LINE's servers.
#![cfg_attr(
    not(target_arch = "wasm32"),
    expect(
        clippy::unwrap_used,
        clippy::expect_used,
        reason = "a test that cannot go on fails, and says where"
    )
)]
#![cfg(not(target_arch = "wasm32"))]

mod suite;

/// The database of the suite.
const DATABASE: suite::database::Kind = suite::database::Kind::Sqlite;
