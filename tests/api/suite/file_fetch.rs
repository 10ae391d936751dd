//! `GET /file/fetch/{fileId}`: a signed URL shows one picture for a quarter of an hour at most.

use super::app::{Proof, TestApp, person};
use super::time::MINUTE_S;

async fn photo_url(app: &TestApp) -> String {
    let session = app.member(&person(1)).await;
    shown_to(app, &session).await
}

/// The URL of the first photo, as its owner is told it now.
async fn shown_to(app: &TestApp, session: &Proof) -> String {
    let info = app.my_info(session).await.expect(200);
    info["photos"][0]["url"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_signed_url_shows_the_picture_to_whoever_has_it() {
    let app = TestApp::start().await;
    let url = photo_url(&app).await;
    let answer = app.get(&url, &Proof::Nobody).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("image/jpeg"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert!(answer.header("cache-control").unwrap().contains("private"));
    assert_eq!(image::load_from_memory(&answer.bytes).unwrap().width(), 48);
}

#[tokio::test]
async fn a_url_expires_after_fifteen_minutes() {
    let app = TestApp::start().await;
    let url = photo_url(&app).await;
    app.clock.advance(15 * MINUTE_S - 1);
    assert_eq!(app.get(&url, &Proof::Nobody).await.status, 200);
    app.clock.advance(2);
    app.get(&url, &Proof::Nobody).await.expect_error("E003");
}

#[tokio::test]
async fn for_five_minutes_a_url_is_the_same_and_a_device_keeps_its_picture() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    // The tests' clock starts where five minutes begin.
    let first = shown_to(&app, &session).await;
    app.clock.advance(5 * MINUTE_S - 1);
    assert_eq!(shown_to(&app, &session).await, first);
    let answer = app.get(&first, &Proof::Nobody).await;
    let kept = answer.header("cache-control");
    assert_eq!(kept, Some("private, max-age=601, immutable"));
    app.clock.advance(1);
    let second = shown_to(&app, &session).await;
    assert_ne!(second, first);
    // What was told last is good for ten minutes more.
    app.clock.advance(10 * MINUTE_S);
    for url in [&first, &second] {
        assert_eq!(app.get(url, &Proof::Nobody).await.status, 200);
    }
    app.clock.advance(1);
    app.get(&first, &Proof::Nobody).await.expect_error("E003");
    app.clock.advance(5 * MINUTE_S);
    app.get(&second, &Proof::Nobody).await.expect_error("E003");
}

#[tokio::test]
async fn whatever_is_wrong_with_a_url_gets_the_same_bytes() {
    let app = TestApp::start().await;
    let url = photo_url(&app).await;
    let (path, query) = url.split_once('?').unwrap();
    let (folder, file_id) = path.rsplit_once('/').unwrap();
    let (exp, sig) = query.split_once("&sig=").unwrap();
    let later: i64 = exp.strip_prefix("exp=").unwrap().parse::<i64>().unwrap() + 60;
    let first = if sig.starts_with('A') { "B" } else { "A" };
    let unheld = format!("{}.jpg", "0".repeat(32));
    let wrong = [
        path.to_owned(),
        format!("{path}?{exp}"),
        format!("{path}?sig={sig}"),
        format!("{path}?{exp}&sig="),
        format!("{path}?{exp}&sig={first}{}", &sig[1..]),
        format!("{path}?{exp}&sig={}", &sig[..sig.len() - 2]),
        format!("{path}?exp={later}&sig={sig}"),
        format!("{path}?exp=never&sig={sig}"),
        format!("{url}&{exp}"),
        format!("{folder}/{unheld}?{query}"),
        format!("{folder}/..%2F{file_id}?{query}"),
    ];
    let refused = app.get(&wrong[0], &Proof::Nobody).await.bytes;
    for url in &wrong {
        let answer = app.get(url, &Proof::Nobody).await;
        assert_eq!(answer.bytes, refused, "{url}");
        answer.expect_error("E003");
    }
}

#[tokio::test]
async fn a_url_of_one_photo_does_not_open_another() {
    let app = TestApp::start().await;
    let url = photo_url(&app).await;
    let session = app.member(&person(2)).await;
    let theirs = app.my_info(&session).await.expect(200)["photos"][0]["fileId"].clone();
    let (path, query) = url.split_once('?').unwrap();
    let (folder, _) = path.rsplit_once('/').unwrap();
    let swapped = format!("{folder}/{}?{query}", theirs.as_str().unwrap());
    app.get(&swapped, &Proof::Nobody).await.expect_error("E003");
}

#[tokio::test]
async fn a_session_is_no_signature() {
    let app = TestApp::start().await;
    let url = photo_url(&app).await;
    let path = url.split('?').next().unwrap();
    app.get(path, &app.session(&person(1)).await)
        .await
        .expect_error("E003");
}
