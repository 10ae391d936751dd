//! The headers of every answer.

use crate::suite::prelude::*;

const ALWAYS: [(&str, &str); 6] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin-allow-popups"),
    ("cross-origin-resource-policy", "same-origin"),
    ("strict-transport-security", "max-age=31536000"),
];

fn check(answer: &Answer, what: &str) {
    for (name, value) in ALWAYS {
        assert_eq!(answer.header(name), Some(value), "{what}: {name}");
    }
    let policy = answer.header("content-security-policy").unwrap();
    for part in [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ] {
        assert!(policy.contains(part), "{what}: {part}");
    }
    let permissions = answer.header("permissions-policy").unwrap();
    let granted: Vec<&str> = permissions
        .split(", ")
        .filter(|part| !part.ends_with("=()"))
        .collect();
    assert_eq!(granted, ["geolocation=(self)", "camera=(self)"], "{what}");
    let id = answer.header("x-request-id").unwrap();
    assert!(uuid::Uuid::try_parse(id).is_ok(), "{what}: {id}");
    assert_eq!(answer.header("server"), None, "{what}");
}

#[tokio::test]
async fn every_answer_has_the_security_headers() {
    let app = TestApp::start_with(|settings| {
        settings.public_base_url = Some("https://example.org".to_owned());
    })
    .await;
    let session = app.member(&person(1)).await;
    for (method, path, credentials, status) in [
        (Method::GET, "/", &Credentials::None, 200),
        (Method::HEAD, "/", &Credentials::None, 200),
        (Method::GET, "/nowhere", &Credentials::None, 404),
        (
            Method::GET,
            "/assets/app-0a1b2c.js",
            &Credentials::None,
            200,
        ),
        (Method::GET, "/config.json", &Credentials::None, 200),
        (Method::GET, "/openapi.json", &Credentials::None, 200),
        (
            Method::GET,
            "/_icon/none.json?icons=a",
            &Credentials::None,
            404,
        ),
        (Method::GET, "/healthz", &Credentials::None, 200),
        (Method::GET, "/readyz", &Credentials::None, 200),
        (Method::GET, "/api/user/my-info", &session, 200),
        (Method::GET, "/api/user/my-info", &Credentials::None, 401),
        (Method::GET, "/api/nowhere", &Credentials::None, 404),
        (Method::PUT, "/api/user/login", &Credentials::None, 405),
        (Method::POST, "/api/user/login", &Credentials::None, 415),
        (Method::POST, "/api/user/logout", &session, 204),
        (
            Method::GET,
            "/api/file/fetch/x?exp=1&sig=x",
            &Credentials::None,
            404,
        ),
    ] {
        let what = format!("{method} {path}");
        let answer = app.send(app.request(method, path, credentials)).await;
        assert_eq!(answer.status, status, "{what}");
        check(&answer, &what);
    }
}

#[tokio::test]
async fn a_304_has_the_security_headers() {
    let app = TestApp::start_with(|settings| {
        settings.public_base_url = Some("https://example.org".to_owned());
    })
    .await;
    let script = "/assets/app-0a1b2c.js";
    let first = app.get(script, &Credentials::None).await;
    let tag = first.header("etag").unwrap();
    let request = app.request(Method::GET, script, &Credentials::None);
    let again = app.send(request.header("If-None-Match", tag)).await;
    assert_eq!(again.status, 304);
    check(&again, "304");
}

#[tokio::test]
async fn an_e005_has_the_security_headers() {
    let app = TestApp::start_with(|settings| {
        settings.public_base_url = Some("https://example.org".to_owned());
        settings.rate_limit = Some("on".to_owned());
    })
    .await;
    let body = serde_json::json!({ "message": "again", "level": "info" });
    for _ in 0..60 {
        let answer = app.post("/api/logger", &Credentials::None, &body).await;
        check(&answer, "logger");
        if answer.status == 429 {
            return;
        }
    }
    panic!("the server never refuses");
}
