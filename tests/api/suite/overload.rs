//! Beyond its bounds the server says so at once.

use std::time::{Duration, Instant};

use enmusubi_server::config::Settings;
use reqwest::Method;
use tokio::time::timeout;

use super::answer::Answer;
use super::app::{Proof, TestApp, person};
use super::picture;
use super::raw::RawClient;

async fn bounded(change: impl FnOnce(&mut Settings)) -> TestApp {
    TestApp::start_with(change).await
}

/// An upload of which the beginning is sent, so that the server waits for the rest.
async fn held_upload(app: &TestApp) -> RawClient {
    let Proof::IdToken(token) = app.id_token(&person(1)) else {
        unreachable!()
    };
    let mut client = RawClient::connect(app.running.address).await;
    let head = format!(
        "POST /api/file/tempUpload HTTP/1.1\r\nHost: x\r\nX-Line-Id-Token: {token}\r\n\
         Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 13\r\n\
         Expect: 100-continue\r\n\r\n"
    );
    client.send(head).await;
    // The handler reads: it is beyond every check that needs no body.
    assert!(client.read_some().await.starts_with("HTTP/1.1 100"));
    client
}

async fn quickly(call: impl Future<Output = Answer>) -> Answer {
    let answer = timeout(Duration::from_secs(2), call).await;
    answer.expect("it is left to wait")
}

#[tokio::test]
async fn one_request_too_many_is_told_to_come_back() {
    let app = bounded(|settings| settings.max_requests = Some("2".to_owned())).await;
    let mut held = [held_upload(&app).await, held_upload(&app).await];
    // Unread: a body that is still to come keeps nobody.
    let mut third = RawClient::connect(app.running.address).await;
    let started = Instant::now();
    let login = "POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n";
    third.send(login).await;
    let refusal = third.read_some().await;
    assert!(started.elapsed() < Duration::from_secs(1));
    assert!(refusal.starts_with("HTTP/1.1 503"), "{refusal}");
    let refused = quickly(app.get("/api/route-rules?path=/", &Proof::Nobody)).await;
    assert!(refused.header("x-request-id").is_some());
    refused.expect_error("E503");
    for path in ["/", "/config.json", "/nowhere"] {
        quickly(app.get(path, &Proof::Nobody))
            .await
            .expect_error("E503");
    }
    for path in ["/healthz", "/readyz"] {
        quickly(app.get(path, &Proof::Nobody)).await.expect(200);
    }
    // Each place that is free is taken again.
    held[0].send("0123456789abc").await;
    assert!(held[0].read_some().await.starts_with("HTTP/1.1 400"));
    app.get("/api/route-rules?path=/", &Proof::Nobody)
        .await
        .expect(200);
    // Those that leave take nothing with them.
    drop(held);
    for _ in 0..100 {
        let places = [held_upload(&app).await, held_upload(&app).await];
        drop(places);
        tokio::time::sleep(Duration::from_millis(5)).await;
        if app.get("/config.json", &Proof::Nobody).await.status == 200 {
            return;
        }
    }
    panic!("places are lost");
}

#[tokio::test]
async fn uploads_leave_room_for_everyone_else() {
    let app = bounded(|settings| settings.max_uploads = Some("1".to_owned())).await;
    let _held = held_upload(&app).await;
    let proof = app.id_token(&person(2));
    let upload = app.upload(&proof, "me.jpg", picture::jpeg(), None);
    quickly(upload).await.expect_error("E503");
    quickly(app.create_registration(&proof, &person(2)))
        .await
        .expect(200);
}

#[tokio::test]
async fn one_address_holds_a_quarter_of_the_places() {
    let app = bounded(|settings| {
        settings.max_requests = Some("8".to_owned());
        settings.rate_limit = Some("on".to_owned());
        settings.trusted_proxies = Some("127.0.0.1".to_owned());
    })
    .await;
    let _held = [held_upload(&app).await, held_upload(&app).await];
    let own = app.get("/config.json", &Proof::Nobody).await;
    own.expect_error("E503");
    let request = app.request(Method::GET, "/config.json", &Proof::Nobody);
    let other = app
        .send(request.header("X-Forwarded-For", "192.0.2.1"))
        .await;
    other.expect(200);
}

#[tokio::test]
async fn a_connection_too_many_is_closed_and_a_closed_one_leaves_room() {
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
async fn wrong_methods_of_health_are_told_as_ever() {
    let app = bounded(|_| {}).await;
    let request = app.request(Method::POST, "/healthz", &Proof::Nobody);
    app.send(request).await.expect_error("E010");
}
