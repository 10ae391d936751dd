//! `POST /logger`: pages tell of their troubles, and not too often.

use reqwest::Method;
use serde_json::{Value, json};

use super::answer::Answer;
use super::app::{Proof, TestApp};

const PATH: &str = "/api/logger";

async fn tell(app: &TestApp, body: &Value) -> Answer {
    app.post(PATH, &Proof::Nobody, body).await
}

async fn limited() -> TestApp {
    TestApp::start_with(|settings| settings.rate_limit = Some("on".to_owned())).await
}

#[tokio::test]
async fn a_line_of_each_level_is_taken_from_anyone() {
    let app = TestApp::start().await;
    for level in [
        "fatal", "error", "warn", "log", "info", "success", "debug", "trace", "verbose",
    ] {
        let body = json!({ "message": "the camera is busy", "level": level });
        tell(&app, &body).await.expect(204);
    }
    let body = json!({ "message": "x", "level": "log", "more": { "a": [1] } });
    let stale = Proof::Bearer("A".repeat(43));
    app.post(PATH, &stale, &body).await.expect(204);
}

#[tokio::test]
async fn what_is_no_line_is_refused() {
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
        tell(&app, &body).await.expect_error("E009");
    }
    for text in ["", "{", "message=x"] {
        let answer = app.post_text(PATH, &Proof::Nobody, text.to_owned()).await;
        answer.expect_error("E009");
    }
    app.get(PATH, &Proof::Nobody).await.expect_error("E010");
}

/// A line whose body is so long.
fn line_of(n_bytes: usize) -> String {
    let frame = json!({ "message": "", "level": "info" }).to_string().len();
    json!({ "message": "x".repeat(n_bytes - frame), "level": "info" }).to_string()
}

#[tokio::test]
async fn a_line_has_two_kibibytes_at_most() {
    let app = TestApp::start().await;
    for (n_bytes, status) in [(2048, 204), (2049, 413)] {
        let answer = app.post_text(PATH, &Proof::Nobody, line_of(n_bytes)).await;
        assert_eq!(answer.status, status, "{n_bytes}");
    }
    let chunks = vec![Ok::<_, std::io::Error>(line_of(2049))];
    let request = app
        .request(Method::POST, PATH, &Proof::Nobody)
        .header("Content-Type", "application/json")
        .body(reqwest::Body::wrap_stream(futures_util::stream::iter(
            chunks,
        )));
    app.send(request).await.expect_error("E006");
}

#[tokio::test]
async fn whoever_tells_too_much_has_to_pause() {
    let app = limited().await;
    let body = json!({ "message": "again", "level": "warn" });
    let mut n_taken = 0;
    let refused = loop {
        let answer = tell(&app, &body).await;
        if answer.status != 204 {
            break answer;
        }
        n_taken += 1;
        assert!(n_taken < 60, "there is no limit");
    };
    assert!(n_taken >= 20, "{n_taken}");
    let wait_s: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=3).contains(&wait_s), "{wait_s}");
    refused.expect_error("E005");
    // In the order of the API page: size and type before the limit.
    let large = app.post_text(PATH, &Proof::Nobody, line_of(2049)).await;
    large.expect_error("E006");
    let request = app.request(Method::POST, PATH, &Proof::Nobody);
    let untyped = app.send(request.body(body.to_string())).await;
    untyped.expect_error("E007");
    // Nothing else is limited with it.
    let rules = app.get("/api/route-rules?path=/", &Proof::Nobody).await;
    rules.expect(200);
}

/// Tells a line as if it were forwarded for these addresses; whether it is taken.
async fn is_taken(app: &TestApp, forwarded: &str) -> bool {
    let body = json!({ "message": "again", "level": "warn" });
    let request = app.request(Method::POST, PATH, &Proof::Nobody);
    let request = request.header("X-Forwarded-For", forwarded).json(&body);
    app.send(request).await.status == 204
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_client_has_an_allowance_of_its_own() {
    let app = TestApp::start_with(|settings| {
        settings.rate_limit = Some("on".to_owned());
        settings.trusted_proxies = Some("127.0.0.1".to_owned());
    })
    .await;
    // What a client writes itself, in front, gets it nothing.
    for n in 0.. {
        assert!(n < 60, "there is no limit");
        if !is_taken(&app, &format!("198.51.100.{n}, 192.0.2.1")).await {
            break;
        }
    }
    for n in 0..20 {
        assert!(is_taken(&app, "192.0.2.2").await, "{n}");
    }
}

#[tokio::test]
async fn without_a_trusted_proxy_nobody_chooses_their_address() {
    let app = limited().await;
    for n in 0.. {
        assert!(n < 60, "there is no limit");
        if !is_taken(&app, &format!("192.0.2.{n}")).await {
            break;
        }
    }
}

#[tokio::test]
async fn what_is_no_json_counts_too() {
    let app = limited().await;
    for n_told in 0.. {
        assert!(n_told < 60, "there is no limit");
        let answer = app.post_text(PATH, &Proof::Nobody, "{".to_owned()).await;
        if answer.status == 429 {
            break;
        }
        answer.expect_error("E009");
    }
}

#[tokio::test]
async fn without_limits_nobody_has_to_pause() {
    let app = TestApp::start().await;
    let body = json!({ "message": "again", "level": "warn" });
    for _ in 0..50 {
        tell(&app, &body).await.expect(204);
    }
}
