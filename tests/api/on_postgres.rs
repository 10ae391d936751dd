//! The API over HTTP, on a bucket and a PostgreSQL cluster that live as long as this process.
//!
//! `cargo test -p enmusubi-tests --features postgres --test api-on-postgres`
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

/// Which database the suite runs on.
const DATABASE: suite::database::Kind = suite::database::Kind::Postgres;
