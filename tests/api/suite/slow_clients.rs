//! Clients that never finish a head or a body hold no resources for long.

use tokio::time::{sleep, timeout};

use super::file_fetch::{asking_for, stored_document};
use super::raw::RawClient;
use crate::suite::prelude::*;

const PAUSE: Duration = Duration::from_millis(50);

/// Starts a server whose time limit is a second rather than a minute.
async fn impatient() -> TestApp {
    TestApp::start_with(|settings| settings.request_timeout = Some("1".to_owned())).await
}

async fn expect_alive(app: &TestApp) {
    app.get("/healthz", &Credentials::None).await.ok();
}

#[tokio::test]
async fn a_slow_head_is_cut_off() {
    let app = impatient().await;
    let mut client = RawClient::connect(app.running.address).await;
    client.send("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await;
    let took = client.trickle(b'a', PAUSE).await;
    assert!((500..10_000).contains(&took.as_millis()), "{took:?}");
    let said = client.read_to_end().await;
    assert!(!said.contains("200"), "{said}");
    expect_alive(&app).await;
}

#[tokio::test]
async fn a_silent_connection_is_closed_before_and_after_a_request() {
    let app = impatient().await;
    let mut client = RawClient::connect(app.running.address).await;
    assert_eq!(client.read_to_end().await, "");
    let mut client = RawClient::connect(app.running.address).await;
    client
        .send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        .await;
    let said = client.read_to_end().await;
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
}

#[tokio::test]
async fn a_connection_has_ten_seconds_for_its_first_request_and_thirty_for_the_next() {
    let app = TestApp::start().await;
    let mut silent = RawClient::connect(app.running.address).await;
    let started = Instant::now();
    let mut idle = RawClient::connect(app.running.address).await;
    idle.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(idle.read_some().await.starts_with("HTTP/1.1 200"));
    sleep(Duration::from_secs(8)).await;
    assert!(!silent.is_closed().await);
    assert_eq!(silent.read_to_end().await, "");
    assert!(started.elapsed() < Duration::from_secs(20));
    sleep(Duration::from_secs(2)).await;
    assert!(!idle.is_closed().await);
}

#[tokio::test]
async fn an_answer_that_is_read_too_slowly_is_cut_off() {
    let app = TestApp::start_with(|settings| {
        settings.request_timeout = Some("1".to_owned());
        settings.max_requests = Some("1".to_owned());
    })
    .await;
    let (_, url) = stored_document(&app, 8 * 1024 * 1024).await;
    let started = Instant::now();
    let (mut client, _) = asking_for(&app, &url).await;
    let slow = tokio::spawn(async move { client.read_slowly(20, PAUSE).await });
    app.get("/config.json", &Credentials::None)
        .await
        .refused("E503");
    let is_free =
        async { while app.get("/config.json", &Credentials::None).await.status != 200 {} };
    timeout(Duration::from_secs(10), is_free).await.unwrap();
    assert!(started.elapsed() > Duration::from_millis(500));
    slow.abort();
}

#[tokio::test]
async fn a_long_answer_to_a_slow_network_gets_its_time() {
    let app = impatient().await;
    let (_, url) = stored_document(&app, 4 * 1024 * 1024).await;
    let started = Instant::now();
    let (mut client, head) = asking_for(&app, &url).await;
    // The client reads four megabytes in more than three seconds. A client that reads nothing has one second.
    let n_read = client.read_slowly(64 * 1024, PAUSE).await;
    assert!(n_read + head.len() > 4 * 1024 * 1024, "{n_read}");
    assert!(started.elapsed() > Duration::from_secs(3));
}

/// Builds the head of a call with a body of `length` bytes.
fn head(path: &str, credentials: &Credentials, content_type: &str, length: usize) -> String {
    let credentials = match credentials {
        Credentials::None => String::new(),
        Credentials::IdToken(token) => format!("X-Line-Id-Token: {token}\r\n"),
        Credentials::Bearer(token) => format!("Authorization: Bearer {token}\r\n"),
    };
    format!(
        "POST /api/{path} HTTP/1.1\r\nHost: x\r\n{credentials}Content-Type: {content_type}\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n"
    )
}

#[tokio::test]
async fn a_slow_body_gets_e503() {
    let app = impatient().await;
    for (path, content_type) in [
        ("user/login", "application/json"),
        ("file/tempUpload", "multipart/form-data; boundary=b"),
    ] {
        let credentials = app.id_token(&person(1));
        let mut client = RawClient::connect(app.running.address).await;
        client
            .send(head(path, &credentials, content_type, 1000))
            .await;
        let took = client.trickle(b' ', PAUSE).await;
        assert!((500..10_000).contains(&took.as_millis()), "{took:?}");
        let said = client.read_to_end().await;
        assert!(said.starts_with("HTTP/1.1 503"), "{said}");
        assert!(
            said.contains("retry-after: 5") && said.contains("E503"),
            "{said}"
        );
    }
    expect_alive(&app).await;
}

#[tokio::test]
async fn the_server_does_not_wait_for_a_body_without_credentials() {
    let app = TestApp::start().await;
    for path in [
        "user-profile",
        "user/registration",
        "user/login",
        "verification/work-email",
        "verification/work-email/confirm",
        "file/tempUpload",
    ] {
        let content_type = match path {
            "file/tempUpload" => "multipart/form-data; boundary=b",
            _ => "application/json",
        };
        for credentials in [Credentials::None, Credentials::Bearer("made-up".to_owned())] {
            let mut client = RawClient::connect(app.running.address).await;
            client
                .send(head(path, &credentials, content_type, 1000))
                .await;
            let took = client.trickle(b' ', PAUSE).await;
            assert!(took.as_millis() < 5000, "{path}: {took:?}");
            let said = client.read_to_end().await;
            assert!(said.starts_with("HTTP/1.1 401"), "{path}: {said}");
        }
    }
}

#[tokio::test]
async fn a_slow_log_line_gets_e503_within_seconds() {
    let app = TestApp::start().await;
    let mut client = RawClient::connect(app.running.address).await;
    let head = head("logger", &Credentials::None, "application/json", 1000);
    client.send(head).await;
    let took = client.trickle(b' ', PAUSE).await;
    assert!((4000..15_000).contains(&took.as_millis()), "{took:?}");
    let said = client.read_to_end().await;
    assert!(said.starts_with("HTTP/1.1 503"), "{said}");
}

#[tokio::test]
async fn a_logout_while_a_body_arrives_refuses_that_call() {
    let app = TestApp::start().await;
    let body = r#"{"employerId":"google","email":"ming@google.com"}"#;
    for has_left in [false, true] {
        let credentials = app.member(&person(u32::from(has_left))).await;
        let mut client = RawClient::connect(app.running.address).await;
        let path = "verification/work-email";
        client
            .send(head(path, &credentials, "application/json", body.len()))
            .await;
        // The server checks the credentials long before the rest arrives.
        tokio::time::sleep(Duration::from_millis(500)).await;
        if has_left {
            app.logout(&credentials).await.expect(204);
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        client.send(body).await;
        let said = client.read_to_end().await;
        let is_unknown = said.starts_with("HTTP/1.1 401") && said.contains("E001A");
        assert_eq!(is_unknown, has_left, "{said}");
    }
}

#[tokio::test]
async fn a_long_body_on_a_slow_network_gets_its_time() {
    let app = impatient().await;
    let mut client = RawClient::connect(app.running.address).await;
    let text = " ".repeat(16 * 1024);
    let credentials = app.id_token(&person(1));
    let head = head(
        "user/login",
        &credentials,
        "application/json",
        4 * text.len(),
    );
    client.send(head).await;
    // 64 KiB take two seconds, twice the time that the server waits for a client that sends
    // nothing.
    for _ in 0..4 {
        client.send(&text).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let said = client.read_to_end().await;
    assert!(said.starts_with("HTTP/1.1 400"), "{said}");
}

#[tokio::test]
async fn an_upload_must_send_32_kb_a_second() {
    let app = impatient().await;
    let credentials = app.id_token(&person(1));
    let content_type = "multipart/form-data; boundary=b";
    // The file never ends.
    let start = "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n";
    let length = 2 * 1024 * 1024;
    let head = head(
        "file/tempUpload",
        &credentials,
        content_type,
        start.len() + length,
    ) + start;
    let mut client = RawClient::connect(app.running.address).await;
    client.send(&head).await;
    // The client sends 16 kB a second, four times the rate that any other body needs.
    let took = client.send_slowly(&[b' '; 800], PAUSE).await;
    assert!((500..10_000).contains(&took.as_millis()), "{took:?}");
    let said = client.read_to_end().await;
    assert!(said.starts_with("HTTP/1.1 503"), "{said}");
    let mut client = RawClient::connect(app.running.address).await;
    client.send(&head).await;
    for _ in 0..8 {
        client.send(" ".repeat(length / 8)).await;
        sleep(Duration::from_millis(300)).await;
    }
    let said = client.read_to_end().await;
    assert!(said.starts_with("HTTP/1.1 400"), "{said}");
}

#[tokio::test]
async fn a_form_without_recognisable_parts_is_refused_before_it_ends() {
    let app = TestApp::start().await;
    let long = "a".repeat(64 * 1024);
    let part = "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n";
    for start in [
        // A header without an end, in the first part and in the second, and a text before the first
        // part.
        format!("{part}X-Long: {long}"),
        format!("{part}\r\n{long}\r\n{part}X-Long: {long}"),
        long.clone(),
    ] {
        let mut client = RawClient::connect(app.running.address).await;
        let credentials = app.id_token(&person(1));
        let content_type = "multipart/form-data; boundary=b";
        client
            .send(head("file/tempUpload", &credentials, content_type, 8_000_000) + &start)
            .await;
        expect_unreadable(&mut client).await;
    }
    expect_alive(&app).await;
}

/// Checks that the form is refused. The client never sends the rest of the form: a server that waited for the rest
/// would wait for a minute.
async fn expect_unreadable(client: &mut RawClient) {
    let said = client.read_to_end().await;
    assert!(said.starts_with("HTTP/1.1 400"), "{said}");
    assert!(said.contains("The form cannot be read."), "{said}");
}

#[tokio::test]
async fn a_form_in_chunks_of_one_byte_is_refused_before_it_ends() {
    let app = TestApp::start().await;
    let head = head(
        "file/tempUpload",
        &app.id_token(&person(1)),
        "multipart/form-data; boundary=b",
        0,
    );
    let head = head.replace("Content-Length: 0", "Transfer-Encoding: chunked");
    let start = b"--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n";
    let file = [b'a'; 4_200];
    let mut client = RawClient::connect(app.running.address).await;
    client.send(head).await;
    let chunks = start.iter().chain(&file);
    let chunks: Vec<u8> = chunks
        .flat_map(|byte| [b'1', b'\r', b'\n', *byte, b'\r', b'\n'])
        .collect();
    client.send(chunks).await;
    expect_unreadable(&mut client).await;
    expect_alive(&app).await;
}

#[tokio::test]
async fn a_head_of_a_hundred_kilobytes_is_refused_and_the_server_goes_on() {
    let app = TestApp::start().await;
    let long_name = "a".repeat(100_000);
    let many = "X-Many: 1234567890\r\n".repeat(5_000);
    for head in [
        format!("GET / HTTP/1.1\r\nHost: x\r\nX-Long: {long_name}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: x\r\n{many}\r\n"),
        format!("GET /{long_name} HTTP/1.1\r\nHost: x\r\n\r\n"),
    ] {
        let mut client = RawClient::connect(app.running.address).await;
        client.send(head).await;
        let said = client.read_to_end().await;
        let is_refused = ["HTTP/1.1 431", "HTTP/1.1 414"]
            .iter()
            .any(|status| said.starts_with(status));
        assert!(is_refused, "{said}");
    }
    expect_alive(&app).await;
}

#[tokio::test]
async fn invalid_http_does_no_harm() {
    let app = TestApp::start().await;
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
    ] {
        let mut client = RawClient::connect(app.running.address).await;
        client.send(bytes).await;
        let said = client.read_to_end().await;
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 4"), "{said}");
    }
    expect_alive(&app).await;
}

#[tokio::test]
async fn a_server_that_stops_answers_its_requests() {
    let app = TestApp::start().await;
    let address = app.running.address;
    let mut client = RawClient::connect(address).await;
    let head = head(
        "user/login",
        &app.id_token(&person(1)),
        "application/json",
        2,
    );
    let waiting = head.replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n");
    client.send(waiting).await;
    assert!(client.read_some().await.starts_with("HTTP/1.1 100"));
    let mut asking = RawClient::connect(address).await;
    asking.send("GET /readyz HTTP/1.1\r\n").await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let running = app.running;
    let stopped = tokio::spawn(running.stop());
    tokio::time::sleep(Duration::from_millis(100)).await;
    asking.send("Host: x\r\n\r\n").await;
    let said = asking.read_to_end().await;
    assert!(said.starts_with("HTTP/1.1 503"), "{said}");
    assert!(said.contains(r#""server":"stopping""#), "{said}");
    client.send("{}").await;
    let said = client.read_to_end().await;
    assert!(said.starts_with("HTTP/1.1 401"), "{said}");
    stopped.await.unwrap().unwrap();
    let refused = tokio::net::TcpStream::connect(address).await;
    assert!(refused.is_err());
}
