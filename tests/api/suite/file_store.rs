//! Files in a bucket: storing, deleting, and the answers while the store is away.

use enmusubi_server::Config;
use enmusubi_server::adapters::storage::{CheckError, check};

use super::files::SECRET_KEY;
use super::picture;
use crate::suite::prelude::*;
use enmusubi_server::ErrorCode;

/// The longest wait for an answer: three tries to connect, or one request that the store does not
/// answer.
const SOON: Duration = Duration::from_secs(12);

async fn photo_url(app: &TestApp, session: &Credentials) -> String {
    let info = app.my_info(session).await.ok();
    info["photos"][0]["url"].as_str().unwrap().to_owned()
}

async fn upload(app: &TestApp, n: u32) -> Answer {
    let credentials = app.id_token(&person(n));
    app.upload(&credentials, "me.jpg", picture::jpeg(), None)
        .await
}

/// Checks that upload and download both fail with E503, and soon.
async fn expect_no_files(app: &TestApp, url: &str) {
    let since = Instant::now();
    upload(app, 2).await.refused("E503");
    assert!(since.elapsed() < SOON, "{:?}", since.elapsed());
    let since = Instant::now();
    app.get(url, &Credentials::None).await.refused("E503");
    assert!(since.elapsed() < SOON, "{:?}", since.elapsed());
}

async fn rows(app: &TestApp) -> i64 {
    app.count("upload").await
}

fn files(app: &TestApp) -> usize {
    std::fs::read_dir(&app.files.folder).unwrap().count()
}

/// Returns the configuration of a running server, with a changed setting.
fn changed(app: &TestApp, change: impl FnOnce(&mut Settings)) -> Config {
    let mut settings = Settings {
        mock_enable: Some(true),
        ..Settings::default()
    };
    app.files.set(&mut settings);
    change(&mut settings);
    settings.check().unwrap()
}

#[tokio::test]
async fn a_photo_in_a_bucket_is_shown_unchanged() {
    let app = TestApp::with_bucket().await;
    let session = app.member(&person(1)).await;
    let info = app.my_info(&session).await.ok();
    let name = info["photos"][0]["fileId"].as_str().unwrap();
    let stored = std::fs::read(app.files.folder.join(name)).unwrap();
    let url = info["photos"][0]["url"].as_str().unwrap();
    let answer = app.get(url, &Credentials::None).await;
    assert_eq!((answer.status, answer.bytes), (200, stored));
}

#[tokio::test]
async fn a_file_missing_in_the_bucket_is_not_a_store_failure() {
    let app = TestApp::with_bucket().await;
    let session = app.member(&person(1)).await;
    let url = photo_url(&app, &session).await;
    for file in std::fs::read_dir(&app.files.folder).unwrap() {
        std::fs::remove_file(file.unwrap().path()).unwrap();
    }
    app.get(&url, &Credentials::None).await.refused("E003");
}

#[tokio::test]
async fn an_unattached_file_is_deleted_from_the_bucket() {
    let app = TestApp::with_bucket().await;
    app.member(&person(1)).await;
    upload(&app, 2).await.ok();
    assert_eq!((rows(&app).await, files(&app)), (2, 2));
    app.clock.advance(DAY_S + 1);
    app.running.app.file_cleanup.run().await.unwrap();
    assert_eq!((rows(&app).await, files(&app)), (1, 1));
}

#[tokio::test]
async fn a_stopped_store_gets_e503_soon_and_calls_work_when_it_is_back() {
    let app = TestApp::with_bucket().await;
    let session = app.member(&person(1)).await;
    let url = photo_url(&app, &session).await;
    app.files.stop();
    expect_no_files(&app, &url).await;
    // Calls that need no file still work.
    app.my_info(&session).await.ok();
    app.files.start_again().await;
    assert_eq!(app.get(&url, &Credentials::None).await.status, 200);
    upload(&app, 2).await.ok();
    // The refused upload left a row without a file.
    assert_eq!((rows(&app).await, files(&app)), (3, 2));
    app.clock.advance(DAY_S + 1);
    app.running.app.file_cleanup.run().await.unwrap();
    assert_eq!((rows(&app).await, files(&app)), (1, 1));
}

#[tokio::test]
async fn a_store_that_hangs_gets_e503_soon() {
    let app = TestApp::with_bucket().await;
    let session = app.member(&person(1)).await;
    let url = photo_url(&app, &session).await;
    app.files.hang().await;
    expect_no_files(&app, &url).await;
}

#[tokio::test]
async fn a_file_is_deleted_once_the_store_is_back() {
    let app = TestApp::with_bucket().await;
    upload(&app, 2).await.ok();
    app.clock.advance(DAY_S + 1);
    app.files.stop();
    app.running.app.file_cleanup.run().await.unwrap_err();
    assert_eq!((rows(&app).await, files(&app)), (1, 1));
    app.files.start_again().await;
    app.clock.advance(MINUTE_S);
    app.running.app.file_cleanup.run().await.unwrap();
    assert_eq!((rows(&app).await, files(&app)), (0, 0));
}

#[tokio::test]
async fn a_store_that_is_away_costs_the_cleanup_one_file_and_no_other_job_waits() {
    let app = TestApp::with_bucket().await;
    for n in 2..=5 {
        upload(&app, n).await.ok();
    }
    app.clock.advance(DAY_S + 1);
    app.files.hang().await;
    let since = Instant::now();
    let cleaned = app.running.app.file_cleanup.run().await;
    assert_eq!(cleaned.unwrap_err().code, ErrorCode::Unavailable);
    assert!(since.elapsed() < SOON, "{:?}", since.elapsed());
    let other = app.another_instance().await;
    let request = app.request(Method::GET, "/readyz", &Credentials::None);
    let seen = app.send_to(&other, request).await.expect(503);
    assert_eq!(seen["storage"], "failing");
    for (job, state) in [
        ("files", "failing"),
        ("retention", "ok"),
        ("sessions", "ok"),
    ] {
        assert_eq!(seen["jobs"][job]["state"], state, "{job}");
    }
    assert_eq!((rows(&app).await, files(&app)), (4, 4));
    app.files.stop();
    app.files.start_again().await;
    app.clock.advance(MINUTE_S);
    app.running.app.file_cleanup.run().await.unwrap();
    assert_eq!((rows(&app).await, files(&app)), (0, 0));
    other.stop().await.unwrap();
}

#[tokio::test]
async fn the_cleanup_forgets_a_file_that_the_bucket_has_lost() {
    let app = TestApp::with_bucket().await;
    for n in 2..=3 {
        upload(&app, n).await.ok();
    }
    let lost = std::fs::read_dir(&app.files.folder).unwrap().next();
    std::fs::remove_file(lost.unwrap().unwrap().path()).unwrap();
    app.clock.advance(DAY_S + 1);
    app.running.app.file_cleanup.run().await.unwrap();
    assert_eq!((rows(&app).await, files(&app)), (0, 0));
}

#[tokio::test]
async fn the_end_of_a_rejected_account_does_not_wait_for_a_store_that_hangs() {
    let app = TestApp::with_bucket().await;
    let credentials = app.id_token(&person(1));
    let badge = app.document(&credentials).await;
    let body = app.profile_of(&person(1)).await.with_document(&badge);
    app.create_user_profile(&credentials, &body.build())
        .await
        .expect(201);
    decided(&app, &person(1), ReviewAction::Reject, "").await;
    app.clock.advance(181 * DAY_S);
    app.files.hang().await;
    let since = Instant::now();
    app.running.app.retention.run().await.unwrap();
    assert!(
        since.elapsed() < Duration::from_secs(3),
        "{:?}",
        since.elapsed()
    );
    assert_eq!((rows(&app).await, files(&app)), (2, 2));
    app.files.stop();
    app.files.start_again().await;
    app.running.app.file_cleanup.run().await.unwrap();
    assert_eq!((rows(&app).await, files(&app)), (0, 0));
}

#[tokio::test]
async fn the_check_tells_the_operator_why_the_store_fails() {
    let app = TestApp::with_bucket().await;
    let check_with = async |change: &dyn Fn(&mut Settings)| {
        let config = changed(&app, |settings| change(settings));
        check(&config.storage).await
    };
    check_with(&|_| {}).await.unwrap();
    let is_empty =
        std::fs::read_dir(&app.files.folder).is_ok_and(|mut files| files.next().is_none());
    assert!(
        is_empty || !app.files.folder.exists(),
        "the check leaves no file behind"
    );

    let bucket =
        check_with(&|settings| settings.storage_url = Some("s3://elsewhere".to_owned())).await;
    let key =
        check_with(&|settings| settings.aws_secret_access_key = Some("wrong".to_owned())).await;
    let id = check_with(&|settings| settings.aws_access_key_id = Some("unknown".to_owned())).await;
    app.files.stop();
    let down = check_with(&|_| {}).await;
    for (failed, begin, may_pass) in [
        (bucket, "There is no bucket called \"elsewhere\"", false),
        (key, "The file store refuses our key", false),
        (id, "The file store refuses our key", false),
        (down, "The file store cannot be used", true),
    ] {
        let trouble = failed.unwrap_err();
        assert_eq!(matches!(trouble, CheckError::OutOfReach(_)), may_pass);
        let sentence = trouble.to_string();
        assert!(sentence.starts_with(begin), "{sentence}");
        assert!(!sentence.contains(SECRET_KEY), "{sentence}");
    }
}
