//! `POST /logger`: pages report their errors, with a rate limit.

use crate::suite::prelude::*;

const PATH: &str = "/api/logger";

async fn send(app: &TestApp, body: &Value) -> Answer {
    app.post(PATH, &Credentials::None, body).await
}

async fn limited() -> TestApp {
    TestApp::start_with(|settings| settings.rate_limit = Some("on".to_owned())).await
}

#[tokio::test]
async fn a_line_of_each_level_is_accepted_without_credentials() {
    let app = TestApp::start().await;
    for level in [
        "fatal", "error", "warn", "log", "info", "success", "debug", "trace", "verbose",
    ] {
        let body = json!({ "message": "the camera is busy", "level": level });
        send(&app, &body).await.expect(204);
    }
    let body = json!({ "message": "x", "level": "log", "more": { "a": [1] } });
    let invalid = Credentials::Bearer("A".repeat(43));
    app.post(PATH, &invalid, &body).await.expect(204);
}

#[tokio::test]
async fn an_invalid_line_is_refused() {
    let app = TestApp::start().await;
    for body in [
        json!({}),
        json!([]),
        json!({ "message": "x" }),
        json!({ "level": "info" }),
        json!({ "message": "", "level": "info" }),
        json!({ "message": null, "level": "info" }),
        json!({ "message": { "a": 1 }, "level": "info" }),
        json!({ "message": "x", "level": "" }),
        json!({ "message": "x", "level": "INFO" }),
        json!({ "message": "x", "level": "panic" }),
        json!({ "message": "x", "level": 3 }),
        json!({ "message": "x", "level": ["info"] }),
    ] {
        send(&app, &body).await.refused("E009");
    }
    for text in ["", "{", "message=x"] {
        let answer = app
            .post_text(PATH, &Credentials::None, text.to_owned())
            .await;
        answer.refused("E009");
    }
    app.get(PATH, &Credentials::None).await.refused("E010");
}

/// Builds a line whose body has `n_bytes`.
fn line_of(n_bytes: usize) -> String {
    let frame = json!({ "message": "", "level": "info" }).to_string().len();
    json!({ "message": "x".repeat(n_bytes - frame), "level": "info" }).to_string()
}

#[tokio::test]
async fn a_line_has_at_most_two_kibibytes() {
    let app = TestApp::start().await;
    for (n_bytes, status) in [(2048, 204), (2049, 413)] {
        let answer = app
            .post_text(PATH, &Credentials::None, line_of(n_bytes))
            .await;
        assert_eq!(answer.status, status, "{n_bytes}");
    }
    let chunks = vec![Ok::<_, std::io::Error>(line_of(2049))];
    let request = app
        .request(Method::POST, PATH, &Credentials::None)
        .header("Content-Type", "application/json")
        .body(reqwest::Body::wrap_stream(futures_util::stream::iter(
            chunks,
        )));
    app.send(request).await.refused("E006");
}

#[tokio::test]
async fn a_client_with_too_many_lines_gets_e005() {
    let app = limited().await;
    let body = json!({ "message": "again", "level": "warn" });
    let mut n_taken = 0;
    let refused = loop {
        let answer = send(&app, &body).await;
        if answer.status != 204 {
            break answer;
        }
        n_taken += 1;
        assert!(n_taken < 60, "the server has no limit");
    };
    assert_eq!(n_taken, 20);
    assert_eq!(refused.header("retry-after"), Some("3"));
    refused.refused("E005");
    // Size and type are checked before the limit.
    let large = app.post_text(PATH, &Credentials::None, line_of(2049)).await;
    large.refused("E006");
    let request = app.request(Method::POST, PATH, &Credentials::None);
    let untyped = app.send(request.body(body.to_string())).await;
    untyped.refused("E007");
    // The limit applies to no other call.
    let rules = app.get("/api/route-rules?path=/", &Credentials::None).await;
    rules.ok();
}

/// Sends a line as if it were forwarded for these addresses, and returns whether it was accepted.
async fn is_taken(app: &TestApp, forwarded: &str) -> bool {
    let body = json!({ "message": "again", "level": "warn" });
    let request = app.request(Method::POST, PATH, &Credentials::None);
    let request = request.header("X-Forwarded-For", forwarded).json(&body);
    app.send(request).await.status == 204
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_client_has_its_own_quota() {
    let app = TestApp::start_with(|settings| {
        settings.rate_limit = Some("on".to_owned());
        settings.trusted_proxies = Some("127.0.0.1".to_owned());
    })
    .await;
    // Addresses that a client writes in front of the proxy's address do not help the client.
    for n in 0.. {
        assert!(n < 60, "the server has no limit");
        if !is_taken(&app, &format!("198.51.100.{n}, 192.0.2.1")).await {
            break;
        }
    }
    for n in 0..20 {
        assert!(is_taken(&app, "192.0.2.2").await, "{n}");
    }
}

#[tokio::test]
async fn without_a_trusted_proxy_a_client_cannot_choose_its_address() {
    let app = limited().await;
    for n in 0.. {
        assert!(n < 60, "the server has no limit");
        if !is_taken(&app, &format!("192.0.2.{n}")).await {
            break;
        }
    }
}

#[tokio::test]
async fn an_invalid_body_counts_towards_the_limit() {
    let app = limited().await;
    for n_sent in 0.. {
        assert!(n_sent < 60, "the server has no limit");
        let answer = app
            .post_text(PATH, &Credentials::None, "{".to_owned())
            .await;
        if answer.status == 429 {
            break;
        }
        answer.refused("E009");
    }
}

#[tokio::test]
async fn without_limits_every_line_is_accepted() {
    let app = TestApp::start().await;
    let body = json!({ "message": "again", "level": "warn" });
    for _ in 0..50 {
        send(&app, &body).await.expect(204);
    }
}
