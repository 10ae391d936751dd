//! The pages of the reviewers' console: which of them exist, and the headers in which they differ from the members' pages.

use std::path::PathBuf;

use crate::suite::prelude::*;

async fn start() -> TestApp {
    let mut root = PathBuf::new();
    let app = TestApp::start_with(|settings| {
        root = settings.web_root.clone().unwrap();
        settings.public_base_url = Some("https://example.org".to_owned());
    })
    .await;
    std::fs::write(
        root.join("review.html"),
        "<!doctype html><title>console</title></html>",
    )
    .unwrap();
    app
}

fn text(answer: &Answer) -> String {
    String::from_utf8(answer.bytes.clone()).unwrap()
}

fn check_headers(answer: &Answer, what: &str) {
    let policy = answer.header("content-security-policy").unwrap();
    let parts: Vec<&str> = policy.split(';').map(str::trim).collect();
    for part in [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    ] {
        assert!(parts.contains(&part), "{what}: {part}");
    }
    assert_eq!(parts.len(), 9, "{what}: {policy}");
    assert!(!policy.contains("line"), "{what}: {policy}");
    let permissions = answer.header("permissions-policy").unwrap();
    let granted: Vec<&str> = permissions
        .split(", ")
        .filter(|part| !part.ends_with("=()"))
        .collect();
    assert_eq!(
        granted,
        [
            "publickey-credentials-get=(self)",
            "publickey-credentials-create=(self)"
        ],
        "{what}"
    );
    for (name, value) in [
        ("x-robots-tag", "noindex"),
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("strict-transport-security", "max-age=31536000"),
        ("cache-control", "no-cache"),
    ] {
        assert_eq!(answer.header(name), Some(value), "{what}: {name}");
    }
}

#[tokio::test]
async fn every_page_of_the_console_is_its_own_shell_with_its_own_headers() {
    let app = start().await;
    for path in [
        "/review",
        "/review/",
        "/review?kind=REPORT",
        "/review/enrol",
        "/review/sign-in",
        "/review/statistics",
        "/review/cases/17",
        "/review.html",
    ] {
        let answer = app.get(path, &Credentials::None).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(
            answer.header("content-type"),
            Some("text/html; charset=utf-8"),
            "{path}"
        );
        assert!(text(&answer).contains("console"), "{path}");
        check_headers(&answer, path);
    }
}

#[tokio::test]
async fn an_unknown_page_of_the_console_is_its_shell_with_not_found() {
    let app = start().await;
    for path in [
        "/review/nowhere",
        "/review/cases",
        "/review/cases/x",
        "/review/cases/1/2",
        "/review/..%2findex.html",
        "/review/assets/app-0a1b2c.js",
    ] {
        let answer = app.get(path, &Credentials::None).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(text(&answer).contains("console"), "{path}");
        check_headers(&answer, path);
    }
}

#[tokio::test]
async fn a_304_of_the_console_has_its_headers() {
    let app = start().await;
    let first = app.get("/review", &Credentials::None).await;
    let tag = first.header("etag").unwrap();
    let request = app.request(Method::GET, "/review", &Credentials::None);
    let again = app.send(request.header("If-None-Match", tag)).await;
    assert_eq!(again.status, 304);
    check_headers(&again, "304");
}

#[tokio::test]
async fn the_pages_of_members_are_not_the_consoles() {
    let app = start().await;
    for path in ["/", "/reviews", "/reviewer/enrol", "/profile"] {
        let answer = app.get(path, &Credentials::None).await;
        assert!(text(&answer).contains("shell"), "{path}");
        assert_eq!(answer.header("x-robots-tag"), None, "{path}");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("static.line-scdn.net"), "{path}");
    }
}

#[tokio::test]
async fn a_build_without_the_console_has_no_page_for_it() {
    let app = TestApp::start().await;
    let answer = app.get("/review", &Credentials::None).await;
    assert_eq!(answer.status, 404);
    let answer = app
        .send(app.request(Method::POST, "/review", &Credentials::None))
        .await;
    assert_eq!(answer.status, 405);
}
