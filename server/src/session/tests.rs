//! Sessions in the tables, with a clock that the test turns.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::DateTime;

use super::*;
use crate::config::Settings;
use crate::{Clock, Config};

const USER: &str = "U0123456789abcdef0123456789abcdef";
const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

struct World {
    app: App,
    now_ms: Arc<AtomicI64>,
    // Holds the files until the test is over.
    _folder: tempfile::TempDir,
}

impl World {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config: Config = Settings {
            mock_enable: Some(true),
            database_url: Some(format!("sqlite://{}/a.db", folder.path().display())),
            storage_url: Some(format!("file://{}/blobs", folder.path().display())),
            ..Settings::default()
        }
        .check()
        .unwrap();
        let now_ms = Arc::new(AtomicI64::new(1_795_000_000_000));
        let shown = now_ms.clone();
        let clock = Clock::new(move || {
            DateTime::from_timestamp_millis(shown.load(Ordering::SeqCst)).unwrap()
        });
        Self { app: App::open(config, clock).await.unwrap(), now_ms, _folder: folder }
    }

    fn pass(&self, ms: i64) {
        self.now_ms.fetch_add(ms, Ordering::SeqCst);
    }

    async fn log_in(&self) -> String {
        super::open(&self.app, Kind::Session, USER).await.unwrap().token
    }

    async fn code_of(&self, token: &str) -> Option<ErrorCode> {
        authenticate(&self.app, token).await.err().map(|error| error.code)
    }
}

#[tokio::test]
async fn a_token_nobody_was_given_is_unknown() {
    let world = World::open().await;
    world.log_in().await;
    assert_eq!(world.code_of("AAlS_FobyQx1BoOqMltzehw2uAEl8qLnZahKYV4aMRk").await, Some(ErrorCode::E001A));
}

#[tokio::test]
async fn after_half_of_its_time_a_token_is_renewed_once() {
    let world = World::open().await;
    let token = world.log_in().await;
    assert!(authenticate(&world.app, &token).await.unwrap().renewed.is_none());

    world.pass(7 * DAY_MS / 2);
    let renewed = authenticate(&world.app, &token).await.unwrap().renewed.unwrap().token;
    assert!(authenticate(&world.app, &token).await.unwrap().renewed.is_none());
    assert_eq!(world.code_of(&renewed).await, None);

    world.pass(MINUTE_MS);
    assert_eq!(world.code_of(&token).await, Some(ErrorCode::E001B));
    assert_eq!(world.code_of(&renewed).await, None);
}

#[tokio::test]
async fn a_session_ends_after_seven_days_without_use() {
    let world = World::open().await;
    let token = world.log_in().await;
    world.pass(7 * DAY_MS);
    assert_eq!(world.code_of(&token).await, Some(ErrorCode::E001B));
}

#[tokio::test]
async fn logging_out_ends_the_token_and_its_renewal_and_no_other_login() {
    let world = World::open().await;
    let (token, other_phone) = (world.log_in().await, world.log_in().await);
    world.pass(7 * DAY_MS / 2);
    let bearer = authenticate(&world.app, &token).await.unwrap();
    let renewed = bearer.renewed.unwrap().token;
    close(&world.app, &bearer.session).await.unwrap();
    assert_eq!(world.code_of(&token).await, Some(ErrorCode::E001A));
    assert_eq!(world.code_of(&renewed).await, Some(ErrorCode::E001A));
    assert_eq!(world.code_of(&other_phone).await, None);
}
