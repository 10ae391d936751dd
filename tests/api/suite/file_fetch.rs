//! `GET /file/fetch/{fileId}`: a signed URL shows one picture for at most a quarter of an hour.

use super::raw::RawClient;
use crate::suite::prelude::*;

/// The size of a file that fits into no socket's buffers.
const LARGE_BYTES: usize = 8 * 1024 * 1024;

/// Uploads a document of `n_bytes` and returns its name and its URL.
pub(crate) async fn stored_document(app: &TestApp, n_bytes: usize) -> (String, String) {
    let name = app.document(&app.id_token(&person(1))).await;
    std::fs::write(app.files.folder.join(&name), " ".repeat(n_bytes)).unwrap();
    let url = app.running.app.pictures.signed_url(&name);
    (name, url)
}

/// Returns a client that has requested the file and read the head of the answer, and that head.
pub(crate) async fn asking_for(app: &TestApp, url: &str) -> (RawClient, String) {
    let mut client = RawClient::connect(app.running.address).await;
    let head = format!("GET {url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    client.send(head).await;
    let said = client.read_some().await;
    (client, said)
}

async fn photo_url(app: &TestApp) -> String {
    let session = app.member(&person(1)).await;
    photo_url_for(app, &session).await
}

/// Returns the URL of the first photo that its owner gets now.
async fn photo_url_for(app: &TestApp, session: &Credentials) -> String {
    let info = app.my_info(session).await.ok();
    info["photos"][0]["url"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_signed_url_shows_the_picture_without_credentials() {
    let app = TestApp::start().await;
    let url = photo_url(&app).await;
    let answer = app.get(&url, &Credentials::None).await;
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
    assert_eq!(app.get(&url, &Credentials::None).await.status, 200);
    app.clock.advance(2);
    app.get(&url, &Credentials::None).await.refused("E003");
}

#[tokio::test]
async fn a_url_stays_the_same_for_five_minutes_and_a_device_caches_the_picture() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    // The tests' clock starts at the beginning of a window of five minutes.
    let first = photo_url_for(&app, &session).await;
    app.clock.advance(5 * MINUTE_S - 1);
    assert_eq!(photo_url_for(&app, &session).await, first);
    let answer = app.get(&first, &Credentials::None).await;
    let cache_control = answer.header("cache-control");
    assert_eq!(cache_control, Some("private, max-age=601, immutable"));
    app.clock.advance(1);
    let second = photo_url_for(&app, &session).await;
    assert_ne!(second, first);
    // The last URL is valid for ten minutes more.
    app.clock.advance(10 * MINUTE_S);
    for url in [&first, &second] {
        assert_eq!(app.get(url, &Credentials::None).await.status, 200);
    }
    app.clock.advance(1);
    app.get(&first, &Credentials::None).await.refused("E003");
    app.clock.advance(5 * MINUTE_S);
    app.get(&second, &Credentials::None).await.refused("E003");
}

#[tokio::test]
async fn all_invalid_urls_get_the_same_answer() {
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
    let refused = app.get(&wrong[0], &Credentials::None).await.bytes;
    for url in &wrong {
        let answer = app.get(url, &Credentials::None).await;
        assert_eq!(answer.bytes, refused, "{url}");
        answer.refused("E003");
    }
}

#[tokio::test]
async fn a_url_of_one_photo_does_not_open_another() {
    let app = TestApp::start().await;
    let url = photo_url(&app).await;
    let session = app.member(&person(2)).await;
    let theirs = app.my_info(&session).await.ok()["photos"][0]["fileId"].clone();
    let (path, query) = url.split_once('?').unwrap();
    let (folder, _) = path.rsplit_once('/').unwrap();
    let swapped = format!("{folder}/{}?{query}", theirs.as_str().unwrap());
    app.get(&swapped, &Credentials::None).await.refused("E003");
}

#[tokio::test]
async fn a_session_does_not_replace_a_signature() {
    let app = TestApp::start().await;
    let url = photo_url(&app).await;
    let path = url.split('?').next().unwrap();
    app.get(path, &app.session(&person(1)).await)
        .await
        .refused("E003");
}

#[tokio::test]
async fn a_stored_file_comes_complete_and_with_its_length() {
    for app in [TestApp::start().await, TestApp::with_bucket().await] {
        for n_bytes in [0, 1, LARGE_BYTES] {
            let (_, url) = stored_document(&app, n_bytes).await;
            let answer = app.get(&url, &Credentials::None).await;
            let length = n_bytes.to_string();
            assert_eq!(answer.header("content-length"), Some(&*length));
            assert!(answer.header("transfer-encoding").is_none());
            assert_eq!(answer.bytes, " ".repeat(n_bytes).into_bytes());
            let head = app.request(Method::HEAD, &url, &Credentials::None);
            let head = app.send(head).await;
            assert_eq!((head.status, head.bytes.len()), (200, 0));
            assert_eq!(head.header("content-length"), Some(&*length));
        }
    }
}

#[tokio::test]
async fn a_client_notices_a_file_that_breaks_off() {
    for is_bucket in [false, true] {
        let app = if is_bucket {
            TestApp::with_bucket().await
        } else {
            TestApp::start().await
        };
        let (name, url) = stored_document(&app, LARGE_BYTES).await;
        let (mut client, mut said) = asking_for(&app, &url).await;
        let length = format!("content-length: {LARGE_BYTES}");
        assert!(said.starts_with("HTTP/1.1 200") && said.contains(&length));
        if is_bucket {
            app.files.stop();
        } else {
            let file = app.files.folder.join(name);
            let file = std::fs::File::options().write(true).open(file).unwrap();
            file.set_len(LARGE_BYTES as u64 / 2).unwrap();
        }
        said += &client.read_to_end().await;
        assert!(said.len() < LARGE_BYTES, "{}", said.len());
        app.get("/healthz", &Credentials::None).await.ok();
    }
}
