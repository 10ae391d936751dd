//! Files in a bucket: kept, deleted, and what a person is told while the store is away.

use std::time::{Duration, Instant};

use enmusubi_server::Config;
use enmusubi_server::adapters::storage::{CheckError, check};
use enmusubi_server::features::photo;
use enmusubi_server::ops::config::Settings;

use super::answer::Answer;
use super::app::{Proof, TestApp, person};
use super::database::number;
use super::files::SECRET_KEY;
use super::picture;
use super::time::DAY_S;

/// How long a person waits at most before they are told: three tries to connect, or one request
/// that nobody answers.
const SOON: Duration = Duration::from_secs(12);

async fn photo_url(app: &TestApp, session: &Proof) -> String {
    let info = app.my_info(session).await.expect(200);
    info["photos"][0]["url"].as_str().unwrap().to_owned()
}

async fn upload(app: &TestApp, n: u32) -> Answer {
    let proof = app.id_token(&person(n));
    app.upload(&proof, "me.jpg", picture::jpeg(), None).await
}

/// Both ways to a file are shut, and soon.
async fn expect_no_files(app: &TestApp, url: &str) {
    let since = Instant::now();
    upload(app, 2).await.expect_error("E503");
    assert!(since.elapsed() < SOON, "{:?}", since.elapsed());
    let since = Instant::now();
    app.get(url, &Proof::Nobody).await.expect_error("E503");
    assert!(since.elapsed() < SOON, "{:?}", since.elapsed());
}

async fn rows(app: &TestApp) -> i64 {
    number(
        &app.running.app.database.reads,
        "SELECT COUNT(*) FROM upload",
    )
    .await
}

fn files(app: &TestApp) -> usize {
    std::fs::read_dir(&app.files.folder).unwrap().count()
}

/// The configuration of a running server, with something else in it.
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
async fn a_photo_in_a_bucket_is_shown_as_it_was_kept() {
    let app = TestApp::with_bucket().await;
    let session = app.member(&person(1)).await;
    let info = app.my_info(&session).await.expect(200);
    let name = info["photos"][0]["fileId"].as_str().unwrap();
    let kept = std::fs::read(app.files.folder.join(name)).unwrap();
    let url = info["photos"][0]["url"].as_str().unwrap();
    let answer = app.get(url, &Proof::Nobody).await;
    assert_eq!((answer.status, answer.bytes), (200, kept));
}

#[tokio::test]
async fn a_file_that_is_not_in_the_bucket_is_no_fault_of_the_store() {
    let app = TestApp::with_bucket().await;
    let session = app.member(&person(1)).await;
    let url = photo_url(&app, &session).await;
    for file in std::fs::read_dir(&app.files.folder).unwrap() {
        std::fs::remove_file(file.unwrap().path()).unwrap();
    }
    app.get(&url, &Proof::Nobody).await.expect_error("E003");
}

#[tokio::test]
async fn what_no_profile_took_is_deleted_from_the_bucket() {
    let app = TestApp::with_bucket().await;
    app.member(&person(1)).await;
    upload(&app, 2).await.expect(200);
    assert_eq!((rows(&app).await, files(&app)), (2, 2));
    app.clock.advance(DAY_S + 1);
    photo::sweep(&app.running.app).await.unwrap();
    assert_eq!((rows(&app).await, files(&app)), (1, 1));
}

#[tokio::test]
async fn a_store_that_is_down_is_told_soon_and_forgotten_when_it_is_back() {
    let app = TestApp::with_bucket().await;
    let session = app.member(&person(1)).await;
    let url = photo_url(&app, &session).await;
    app.files.stop();
    expect_no_files(&app, &url).await;
    // What needs no file goes on.
    app.my_info(&session).await.expect(200);
    app.files.go_on().await;
    assert_eq!(app.get(&url, &Proof::Nobody).await.status, 200);
    upload(&app, 2).await.expect(200);
    // The refused upload left a row that names no file.
    assert_eq!((rows(&app).await, files(&app)), (3, 2));
    app.clock.advance(DAY_S + 1);
    photo::sweep(&app.running.app).await.unwrap();
    assert_eq!((rows(&app).await, files(&app)), (1, 1));
}

#[tokio::test]
async fn a_store_that_says_nothing_is_not_waited_for() {
    let app = TestApp::with_bucket().await;
    let session = app.member(&person(1)).await;
    let url = photo_url(&app, &session).await;
    app.files.hang().await;
    expect_no_files(&app, &url).await;
}

#[tokio::test]
async fn what_cannot_be_deleted_now_is_deleted_once_the_store_is_back() {
    let app = TestApp::with_bucket().await;
    upload(&app, 2).await.expect(200);
    app.clock.advance(DAY_S + 1);
    app.files.stop();
    photo::sweep(&app.running.app).await.unwrap();
    assert_eq!((rows(&app).await, files(&app)), (1, 1));
    app.files.go_on().await;
    photo::sweep(&app.running.app).await.unwrap();
    assert_eq!((rows(&app).await, files(&app)), (0, 0));
}

#[tokio::test]
async fn an_operator_is_told_what_is_wrong_with_the_store() {
    let app = TestApp::with_bucket().await;
    let tell = async |change: &dyn Fn(&mut Settings)| {
        let config = changed(&app, |settings| change(settings));
        check(&config.storage).await
    };
    tell(&|_| {}).await.unwrap();
    let is_empty =
        std::fs::read_dir(&app.files.folder).is_ok_and(|mut files| files.next().is_none());
    assert!(
        is_empty || !app.files.folder.exists(),
        "a check leaves nothing behind"
    );

    let bucket = tell(&|settings| settings.storage_url = Some("s3://elsewhere".to_owned())).await;
    let key = tell(&|settings| settings.aws_secret_access_key = Some("wrong".to_owned())).await;
    let id = tell(&|settings| settings.aws_access_key_id = Some("unknown".to_owned())).await;
    app.files.stop();
    let down = tell(&|_| {}).await;
    for (told, begin, may_pass) in [
        (bucket, "There is no bucket called \"elsewhere\"", false),
        (key, "The file store refuses our key", false),
        (id, "The file store refuses our key", false),
        (down, "The file store cannot be used", true),
    ] {
        let trouble = told.unwrap_err();
        assert_eq!(matches!(trouble, CheckError::OutOfReach(_)), may_pass);
        let sentence = trouble.to_string();
        assert!(sentence.starts_with(begin), "{sentence}");
        assert!(!sentence.contains(SECRET_KEY), "{sentence}");
    }
}
