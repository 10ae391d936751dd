//! The server refuses requests beyond its limits at once.

use tokio::time::timeout;

use super::file_fetch::{asking_for, stored_document};
use super::picture;
use super::raw::RawClient;
use crate::suite::prelude::*;

async fn bounded(change: impl FnOnce(&mut Settings)) -> TestApp {
    TestApp::start_with(change).await
}

/// Sends the beginning of an upload, so that the server waits for the rest.
async fn held_upload(app: &TestApp) -> RawClient {
    held_upload_of(app, 1).await
}

async fn held_upload_of(app: &TestApp, n: u32) -> RawClient {
    let Credentials::IdToken(token) = app.id_token(&person(n)) else {
        unreachable!()
    };
    let mut client = RawClient::connect(app.running.address).await;
    let head = format!(
        "POST /api/file/tempUpload HTTP/1.1\r\nHost: x\r\nX-Line-Id-Token: {token}\r\n\
         Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 13\r\n\
         Expect: 100-continue\r\n\r\n"
    );
    client.send(head).await;
    // The handler reads the body: all checks before it have passed.
    assert!(client.read_some().await.starts_with("HTTP/1.1 100"));
    client
}

async fn quickly(call: impl Future<Output = Answer>) -> Answer {
    let answer = timeout(Duration::from_secs(2), call).await;
    answer.expect("the server does not answer")
}

#[tokio::test]
async fn a_request_over_the_limit_gets_e503() {
    let app = bounded(|settings| settings.max_requests = Some("2".to_owned())).await;
    let mut held = [held_upload(&app).await, held_upload(&app).await];
    // The server answers without waiting for the rest of a body.
    let mut third = RawClient::connect(app.running.address).await;
    let started = Instant::now();
    let login = "POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n";
    third.send(login).await;
    let refusal = third.read_some().await;
    assert!(started.elapsed() < Duration::from_secs(1));
    assert!(refusal.starts_with("HTTP/1.1 503"), "{refusal}");
    let refused = quickly(app.get("/api/route-rules?path=/", &Credentials::None)).await;
    assert!(refused.header("x-request-id").is_some());
    refused.refused("E503");
    for path in ["/", "/config.json", "/nowhere"] {
        quickly(app.get(path, &Credentials::None))
            .await
            .refused("E503");
    }
    for path in ["/healthz", "/readyz"] {
        quickly(app.get(path, &Credentials::None)).await.ok();
    }
    // Each permit that becomes free is used again.
    held[0].send("0123456789abc").await;
    assert!(held[0].read_some().await.starts_with("HTTP/1.1 400"));
    app.get("/api/route-rules?path=/", &Credentials::None)
        .await
        .ok();
    // Clients that disconnect give their permits back.
    drop(held);
    for _ in 0..100 {
        let places = [held_upload(&app).await, held_upload(&app).await];
        drop(places);
        tokio::time::sleep(Duration::from_millis(5)).await;
        if app.get("/config.json", &Credentials::None).await.status == 200 {
            return;
        }
    }
    panic!("permits are lost");
}

#[tokio::test]
async fn uploads_leave_permits_for_other_calls() {
    let app = bounded(|settings| settings.max_uploads = Some("1".to_owned())).await;
    let _held = held_upload(&app).await;
    let credentials = app.id_token(&person(2));
    let upload = app.upload(&credentials, "me.jpg", picture::jpeg(), None);
    quickly(upload).await.refused("E503");
    quickly(app.create_registration(&credentials, &person(2)))
        .await
        .ok();
}

#[tokio::test]
async fn an_upload_without_credentials_holds_no_permit() {
    let app = bounded(|settings| settings.max_uploads = Some("1".to_owned())).await;
    let mut strangers = Vec::new();
    for _ in 0..3 {
        let mut client = RawClient::connect(app.running.address).await;
        let head = "POST /api/file/tempUpload HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\
            Content-Type: multipart/form-data; boundary=b\r\n\r\n";
        client.send(head).await;
        let said = client.read_some().await;
        assert!(said.starts_with("HTTP/1.1 401"), "{said}");
        strangers.push(client);
    }
    let credentials = app.id_token(&person(1));
    let upload = app.upload(&credentials, "me.jpg", picture::jpeg(), None);
    quickly(upload).await.ok();
}

#[tokio::test]
async fn an_account_has_at_most_four_uploads_at_once() {
    let app = bounded(|_| {}).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(held_upload(&app).await);
    }
    let [own, other] = [1, 2].map(|n| app.id_token(&person(n)));
    let upload = |credentials| app.upload(credentials, "me.jpg", picture::jpeg(), None);
    let refused = quickly(upload(&own)).await;
    assert_eq!(refused.header("retry-after"), Some("5"));
    refused.refused("E005");
    quickly(upload(&other)).await.ok();
    held[0].send("0123456789abc").await;
    assert!(held[0].read_some().await.starts_with("HTTP/1.1 400"));
    quickly(upload(&own)).await.ok();
}

#[tokio::test]
async fn a_client_that_does_not_read_its_answer_holds_its_permit() {
    let app = bounded(|settings| settings.max_requests = Some("2".to_owned())).await;
    let (_, url) = stored_document(&app, 8 * 1024 * 1024).await;
    let mut held = vec![asking_for(&app, &url).await, asking_for(&app, &url).await];
    for _ in 0..3 {
        let refused = app.get("/config.json", &Credentials::None).await;
        refused.refused("E503");
    }
    app.get("/healthz", &Credentials::None).await.ok();
    // One client reads its answer to the end, and the other one disconnects.
    let (mut client, mut said) = held.pop().unwrap();
    said += &client.read_to_end().await;
    assert!(said.len() > 8 * 1024 * 1024);
    drop(held);
    let answered = async {
        while app.get("/config.json", &Credentials::None).await.status != 200 {}
        let _held = held_upload(&app).await;
        while app.get("/config.json", &Credentials::None).await.status != 200 {}
    };
    timeout(Duration::from_secs(10), answered).await.unwrap();
}

#[tokio::test]
async fn an_address_has_a_limit_of_large_unread_exports() {
    let app = bounded(|settings| settings.rate_limit = Some("on".to_owned())).await;
    let session = app.member(&person(1)).await;
    let info = app.my_info(&session).await.ok();
    let file = app
        .files
        .folder
        .join(info["photos"][0]["fileId"].as_str().unwrap());
    std::fs::write(file, " ".repeat(20 * 1024 * 1024)).unwrap();
    let request = app.request(Method::POST, "/api/user/export", &session);
    let link = app.send(request).await.ok()["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let ask = async || {
        let mut client = RawClient::connect(app.running.address).await;
        client
            .send(format!("GET {link} HTTP/1.1\r\nHost: x\r\n\r\n"))
            .await;
        let status = client.read_status().await;
        (client, status)
    };
    let (first, status) = ask().await;
    assert_eq!(status, "HTTP/1.1 200");
    let (_, status) = ask().await;
    assert_eq!(status, "HTTP/1.1 503");
    drop(first);
    let answered = async { while ask().await.1 != "HTTP/1.1 200" {} };
    timeout(Duration::from_secs(10), answered).await.unwrap();
}

#[tokio::test]
async fn an_address_holds_at_most_a_quarter_of_the_permits() {
    let app = bounded(|settings| {
        settings.max_requests = Some("8".to_owned());
        settings.rate_limit = Some("on".to_owned());
        settings.trusted_proxies = Some("127.0.0.1".to_owned());
    })
    .await;
    let _held = [held_upload(&app).await, held_upload(&app).await];
    let own = app.get("/config.json", &Credentials::None).await;
    own.refused("E503");
    let request = app.request(Method::GET, "/config.json", &Credentials::None);
    let other = app
        .send(request.header("X-Forwarded-For", "192.0.2.1"))
        .await;
    other.ok();
}

#[tokio::test]
async fn a_connection_over_the_limit_is_closed_until_another_one_closes() {
    let app = bounded(|settings| settings.max_connections = Some("2".to_owned())).await;
    let one = held_upload(&app).await;
    let other = held_upload(&app).await;
    let mut third = RawClient::connect(app.running.address).await;
    assert_eq!(third.read_to_end().await, "");
    drop((one, other));
    let address = app.running.address;
    let answered = async {
        loop {
            let mut client = RawClient::connect(address).await;
            client
                .send("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                .await;
            if client.read_to_end().await.starts_with("HTTP/1.1 200") {
                return;
            }
        }
    };
    timeout(Duration::from_secs(10), answered).await.unwrap();
}

#[tokio::test]
async fn an_address_holds_at_most_a_quarter_of_the_connections() {
    for is_proxy in [false, true] {
        let app = bounded(|settings| {
            settings.max_connections = Some("8".to_owned());
            settings.rate_limit = Some("on".to_owned());
            settings.trusted_proxies = is_proxy.then(|| "127.0.0.1".to_owned());
        })
        .await;
        let address = app.running.address;
        let ask = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
        let mut held = Vec::new();
        for _ in 0..2 {
            let mut client = RawClient::connect(address).await;
            client.send(ask).await;
            assert!(client.read_some().await.starts_with("HTTP/1.1 200"));
            held.push(client);
        }
        let mut third = RawClient::connect(address).await;
        if is_proxy {
            third.send(ask).await;
            assert!(third.read_some().await.starts_with("HTTP/1.1 200"));
        } else {
            assert_eq!(third.read_to_end().await, "");
        }
        let mut other = RawClient::connect_from([127, 0, 0, 2], address).await;
        other.send(ask).await;
        assert!(other.read_some().await.starts_with("HTTP/1.1 200"));
    }
}

#[tokio::test]
async fn health_paths_refuse_wrong_methods_with_e010() {
    let app = bounded(|_| {}).await;
    let request = app.request(Method::POST, "/healthz", &Credentials::None);
    app.send(request).await.refused("E010");
}
