//! The API over HTTP: a real server in this process, with a stand-in for LINE's servers. It runs on SQLite beside a folder,
//! or, with `TEST_DATABASE=postgres`, on a PostgreSQL cluster and a bucket that exist as long as this process.
//!
//! The name of a test that only one of the two databases can run ends with `on_sqlite` or `on_postgres`.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on fails, and says where"
)]

mod suite;
