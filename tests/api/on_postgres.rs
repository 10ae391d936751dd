//! The API over HTTP, on a PostgreSQL cluster and a bucket that exist as long as this process.
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

/// The database of the suite.
const DATABASE: suite::database::Kind = suite::database::Kind::Postgres;

#[tokio::test]
async fn instances_that_start_together_create_the_tables_once() {
    let folder = tempfile::tempdir().unwrap();
    let database = suite::database::TestDatabase::create(folder.path()).await;
    let open = || {
        let config = enmusubi_server::ops::config::Settings {
            mock_enable: Some(true),
            database_url: Some(database.url.clone()),
            storage_url: Some(format!("file://{}/blobs", folder.path().display())),
            ..Default::default()
        };
        let config = config.check().unwrap();
        enmusubi_server::App::open(config, enmusubi_server::Clock::system())
    };
    let (one, two, three) = tokio::join!(open(), open(), open());
    for opened in [one.map(drop), two.map(drop), three.map(drop)] {
        opened.unwrap();
    }
}
