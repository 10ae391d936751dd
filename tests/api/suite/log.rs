//! What is logged of a request: enough to find a fault by its id, and nothing of a person.

use reqwest::Method;
use serde_json::{Value, json};

use super::app::{Proof, TestApp, person};
use super::paper::Paper;
use super::picture;

/// The line of the request with this id.
fn answered(paper: &Paper, id: &str) -> Value {
    let mut lines = paper.lines();
    lines.retain(|line| line["fields"]["message"] == "answered" && line["span"]["id"] == id);
    assert_eq!(lines.len(), 1, "one line for a request");
    lines.remove(0)
}

#[tokio::test]
async fn a_request_is_one_line_with_its_id_and_the_pattern_of_its_path() {
    let (paper, _log) = Paper::roll_in();
    let app = TestApp::start().await;
    let path = format!("/api/user/review-status/{}", person(1));
    for (method, path, proof, status, route, code) in [
        (
            Method::GET,
            path.as_str(),
            app.id_token(&person(1)),
            404,
            "/api/user/review-status/:user_id",
            Some("E003"),
        ),
        (
            Method::GET,
            "/api/user/my-info?a=b",
            Proof::Nobody,
            401,
            "/api/user/my-info",
            Some("E001A"),
        ),
        (
            Method::PUT,
            "/api/user/login",
            Proof::Nobody,
            405,
            "/api/user/login",
            Some("E010"),
        ),
        (
            Method::GET,
            "/api/nowhere/Uabc",
            Proof::Nobody,
            404,
            "/api",
            Some("E003"),
        ),
        (
            Method::GET,
            "/config.json",
            Proof::Nobody,
            200,
            "/config.json",
            None,
        ),
        (
            Method::GET,
            "/nowhere/Uabc",
            Proof::Nobody,
            404,
            "/*path",
            None,
        ),
    ] {
        let answer = app.send(app.request(method.clone(), path, &proof)).await;
        let line = answered(&paper, answer.header("x-request-id").unwrap());
        assert_eq!(line["level"], "INFO");
        let fields = &line["fields"];
        assert_eq!(fields["method"], method.as_str());
        assert_eq!(fields["status"], status, "{line}");
        assert_eq!(fields["route"], route, "{line}");
        assert_eq!(fields.get("code").and_then(Value::as_str), code, "{line}");
        assert!(fields["duration_ms"].is_number(), "{line}");
    }
}

#[tokio::test]
async fn a_fault_of_ours_is_found_by_the_id_of_its_request() {
    let (paper, _log) = Paper::roll_in();
    let app = TestApp::start().await;
    let proof = app.id_token(&person(1));
    app.running.app.database.close().await.unwrap();
    let answer = app.review_status(&proof, &person(1)).await;
    let id = answer.header("x-request-id").unwrap().to_owned();
    assert!(answer.status >= 500);
    assert!(
        !String::from_utf8(answer.bytes).unwrap().contains("pool"),
        "nothing internal"
    );
    let lines = paper.lines();
    let found = lines
        .iter()
        .find(|line| line["fields"]["message"] == "a call failed")
        .unwrap();
    assert_eq!(found["span"]["id"], id.as_str());
    assert!(
        found["fields"]["detail"]
            .as_str()
            .is_some_and(|detail| !detail.is_empty())
    );
}

#[tokio::test]
async fn only_a_trusted_proxy_says_what_a_request_is_called() {
    const ID: &str = "6f1c29ae5b7c4d0a9e8f001122334455";
    let hyphenated = "6f1c29ae-5b7c-4d0a-9e8f-001122334455";
    for (proxies, given, is_taken) in [
        (Some("127.0.0.1"), ID, true),
        (Some("127.0.0.1"), hyphenated, true),
        (Some("127.0.0.1"), "6F1C29AE5B7C4D0A9E8F001122334455", true),
        (
            Some("127.0.0.1"),
            "U6f1c29ae5b7c4d0a9e8f001122334455",
            false,
        ),
        (Some("127.0.0.1"), "somebody", false),
        (Some("127.0.0.1"), "", false),
        (Some("192.0.2.1"), ID, false),
        (None, ID, false),
    ] {
        let app = TestApp::start_with(|settings| {
            settings.trusted_proxies = proxies.map(str::to_owned);
        })
        .await;
        let request = app.request(Method::GET, "/config.json", &Proof::Nobody);
        let answer = app.send(request.header("X-Request-Id", given)).await;
        let id = answer.header("x-request-id").unwrap();
        assert_eq!(id == ID, is_taken, "{proxies:?} {given}");
        assert!(uuid::Uuid::try_parse(id).is_ok(), "{id}");
    }
}

#[tokio::test]
async fn nothing_of_a_person_is_logged() {
    let (paper, _log) = Paper::roll_in();
    let app = TestApp::start().await;
    let line_user_id = "Uc0ffee00c0ffee00c0ffee00c0ffee00";
    let id_token = app.id_token(line_user_id);
    let ticket = app.ticket(line_user_id).await;
    let photo = app
        .upload(&ticket, "kanarienvogel.jpg", picture::jpeg(), None)
        .await;
    let photo = photo.expect(200)["fileName"].as_str().unwrap().to_owned();
    let body = super::profile::ProfileBuilder::new(line_user_id, &photo)
        .with("nickname", "Kanarienvogel")
        .with("latitude", 24.987_654_321)
        .with("longitude", 121.234_567_891)
        .build();
    app.create_user_profile(&ticket, &body).await.expect(201);
    app.create_user_profile(&ticket, &body).await;
    let session = app.session(line_user_id).await;
    let info = app.my_info(&session).await.expect(200);
    let url = info["photos"][0]["url"].as_str().unwrap();
    app.send(app.request(Method::GET, url, &Proof::Nobody))
        .await;
    app.review_status(&session, line_user_id).await.expect(200);
    app.review_status(&Proof::Nobody, line_user_id)
        .await
        .expect_error("E001");
    let wrong = json!({ "account": line_user_id, "nickname": "Kanarienvogel" });
    app.post("/api/user/login", &id_token, &wrong)
        .await
        .expect_error("E001");
    app.get(
        &format!("/nowhere/{line_user_id}?name=Kanarienvogel"),
        &Proof::Nobody,
    )
    .await;
    let request = app.request(Method::GET, "/config.json", &Proof::Nobody);
    app.send(request.header("X-Request-Id", line_user_id)).await;
    app.logout(&session).await.expect(204);

    let log = paper.shown();
    assert!(
        log.contains("/api/user-profile"),
        "the log holds what is logged"
    );
    let mut secrets = vec![
        line_user_id.to_owned(),
        photo,
        "24.98".to_owned(),
        "sig=".to_owned(),
    ];
    for proof in [id_token, ticket, session] {
        let (Proof::Bearer(token) | Proof::IdToken(token)) = proof else {
            unreachable!()
        };
        secrets.push(token);
    }
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret}");
    }
    assert!(!log.to_lowercase().contains("kanarienvogel"));
}

#[tokio::test]
async fn what_a_page_tells_cannot_pass_for_a_line_of_ours() {
    let (paper, _log) = Paper::roll_in_plain();
    let app = TestApp::start().await;
    let breaks = [
        "\r\n", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{b}", "\u{c}",
    ];
    for line_break in breaks {
        let message =
            format!("x{line_break}2026-11-21 ERROR enmusubi_server: forged\u{1b}[2K\u{9b}1A");
        let body = json!({ "message": message, "level": "info" });
        app.post("/api/logger", &Proof::Nobody, &body)
            .await
            .expect(204);
    }
    let log = paper.text();
    let lines = log.split([
        '\n', '\r', '\u{85}', '\u{2028}', '\u{2029}', '\u{b}', '\u{c}',
    ]);
    let forged: Vec<&str> = lines.filter(|line| line.contains("forged")).collect();
    assert_eq!(forged.len(), breaks.len());
    for line in forged {
        assert!(
            line.contains(" INFO request{id=") && line.contains("client: x"),
            "{line}"
        );
        assert!(!line.contains(char::is_control), "{line}");
    }
}
