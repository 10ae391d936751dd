//! The log of a request: enough to find a fault by its id, and no personal data.

use super::picture;
use crate::suite::prelude::*;

/// Returns the line of the request with this id.
fn answered(log: &CapturedLog, id: &str) -> Value {
    let mut lines = log.lines();
    lines.retain(|line| line["fields"]["message"] == "answered" && line["span"]["id"] == id);
    assert_eq!(lines.len(), 1, "a request has one line");
    lines.remove(0)
}

#[tokio::test]
async fn a_request_is_logged_as_one_line_with_its_id_and_its_route() {
    let (log, _guard) = CapturedLog::start();
    let app = TestApp::start().await;
    let path = format!("/api/user/review-status/{}", person(1));
    for (method, path, credentials, status, route, code) in [
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
            Credentials::None,
            401,
            "/api/user/my-info",
            Some("E001A"),
        ),
        (
            Method::PUT,
            "/api/user/login",
            Credentials::None,
            405,
            "/api/user/login",
            Some("E010"),
        ),
        (
            Method::GET,
            "/api/nowhere/Uabc",
            Credentials::None,
            404,
            "/api",
            Some("E003"),
        ),
        (
            Method::GET,
            "/config.json",
            Credentials::None,
            200,
            "/config.json",
            None,
        ),
        (
            Method::GET,
            "/nowhere/Uabc",
            Credentials::None,
            404,
            "/*path",
            None,
        ),
    ] {
        let answer = app
            .send(app.request(method.clone(), path, &credentials))
            .await;
        let line = answered(&log, answer.header("x-request-id").unwrap());
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
async fn an_internal_error_is_found_by_the_id_of_its_request() {
    let (log, _guard) = CapturedLog::start();
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    app.running.app.database.close().await.unwrap();
    let answer = app.review_status(&credentials, &person(1)).await;
    let id = answer.header("x-request-id").unwrap().to_owned();
    assert!(answer.status >= 500);
    assert!(
        !String::from_utf8(answer.bytes).unwrap().contains("pool"),
        "the answer has no internal details"
    );
    let lines = log.lines();
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
async fn the_request_id_of_a_trusted_proxy_only_is_accepted() {
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
        let request = app.request(Method::GET, "/config.json", &Credentials::None);
        let answer = app.send(request.header("X-Request-Id", given)).await;
        let id = answer.header("x-request-id").unwrap();
        assert_eq!(id == ID, is_taken, "{proxies:?} {given}");
        assert!(uuid::Uuid::try_parse(id).is_ok(), "{id}");
    }
}

#[tokio::test]
async fn no_personal_data_is_logged() {
    let (log, _guard) = CapturedLog::start();
    let app = TestApp::start().await;
    let line_user_id = "Uc0ffee00c0ffee00c0ffee00c0ffee00";
    let id_token = app.id_token(line_user_id);
    let registration_token = app.registration_token(line_user_id).await;
    let photo = app
        .upload(
            &registration_token,
            "kanarienvogel.jpg",
            picture::jpeg(),
            None,
        )
        .await;
    let photo = photo.ok()["fileName"].as_str().unwrap().to_owned();
    let body = super::profile::ProfileBuilder::new(line_user_id, &photo)
        .with("nickname", "Kanarienvogel")
        // The log has times, such as 24.98 seconds, but no negative ones.
        .with("latitude", -24.987_654_321)
        .with("longitude", 121.234_567_891)
        .build();
    app.create_user_profile(&registration_token, &body)
        .await
        .expect(201);
    app.create_user_profile(&registration_token, &body).await;
    let session = app.session(line_user_id).await;
    let info = app.my_info(&session).await.ok();
    let url = info["photos"][0]["url"].as_str().unwrap();
    app.get(url, &Credentials::None).await;
    app.review_status(&session, line_user_id).await.ok();
    app.review_status(&Credentials::None, line_user_id)
        .await
        .refused("E001");
    let wrong = json!({ "account": line_user_id, "nickname": "Kanarienvogel" });
    app.post("/api/user/login", &id_token, &wrong)
        .await
        .refused("E001");
    app.get(
        &format!("/nowhere/{line_user_id}?name=Kanarienvogel"),
        &Credentials::None,
    )
    .await;
    let request = app.request(Method::GET, "/config.json", &Credentials::None);
    app.send(request.header("X-Request-Id", line_user_id)).await;
    app.logout(&session).await.expect(204);

    let log = log.shown();
    assert!(
        log.contains("/api/user-profile"),
        "the log has the lines of the calls"
    );
    let mut secrets = vec![
        line_user_id.to_owned(),
        photo,
        "-24.98".to_owned(),
        "sig=".to_owned(),
    ];
    for credentials in [id_token, registration_token, session] {
        let (Credentials::Bearer(token) | Credentials::IdToken(token)) = credentials else {
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
async fn a_client_message_cannot_forge_a_log_line() {
    let (log, _guard) = CapturedLog::start_plain();
    let app = TestApp::start().await;
    let breaks = [
        "\r\n", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{b}", "\u{c}",
    ];
    for line_break in breaks {
        let message =
            format!("x{line_break}2026-11-21 ERROR enmusubi_server: forged\u{1b}[2K\u{9b}1A");
        let body = json!({ "message": message, "level": "info" });
        app.post("/api/logger", &Credentials::None, &body)
            .await
            .expect(204);
    }
    let log = log.text();
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
