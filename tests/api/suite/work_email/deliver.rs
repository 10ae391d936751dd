//! The text of the mail, and its way to the mail server.

use super::mail_server::{MailServer, Manner};
use super::{ASK, Office, ask, confirm, expect_unavailable};
use crate::suite::prelude::*;

#[tokio::test]
async fn the_mail_has_the_code_and_does_not_name_its_purpose() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let code = office
        .code(&registration_token, "tsmc", "Ming+a@TSMC.com")
        .await;
    let mail = office.mail.newest();
    assert_eq!(mail.hello, "mail.example");
    assert!(
        mail.from.starts_with("FROM:<codes@mail.example>"),
        "{mail:?}"
    );
    assert_eq!(mail.to, ["TO:<ming+a@tsmc.com>"]);
    assert_eq!(mail.header("From"), Some("Codes <codes@mail.example>"));
    assert_eq!(mail.header("To"), Some("ming+a@tsmc.com"));
    assert_eq!(mail.header("Auto-Submitted"), Some("auto-generated"));
    assert!(
        mail.header("Message-ID")
            .unwrap()
            .ends_with("@mail.example>")
    );
    let expected = office.app.clock.for_server().now().to_rfc2822();
    assert_eq!(mail.header("Date"), Some(expected.as_str()));
    let (_, text) = mail.message.split_once("\r\n\r\n").unwrap();
    assert!(text.contains(&format!("Your code is {code}")), "{text}");
    let said = mail.message.replace("ming+a@tsmc.com", "").to_lowercase();
    for word in [
        "enmusubi", "tsmc", "line", "match", "partner", "profile", "employ",
    ] {
        assert!(!said.contains(word), "{word}: {said}");
    }
}

/// Starts a server that shows its mails instead of sending them.
async fn mock() -> (TestApp, Credentials) {
    let app = TestApp::start_with(|settings| {
        settings.mock_enable = Some(true);
        settings.line_channel_id = None;
        settings.line_api_base = None;
    })
    .await;
    let path = format!("/api/mock/id-token?userId={}", person(1));
    let answer = app.get(&path, &Credentials::None).await.ok();
    let id_token = Credentials::IdToken(answer["idToken"].as_str().unwrap().to_owned());
    let answer = app.create_registration(&id_token, &person(1)).await.ok();
    let registration_token = Credentials::Bearer(answer["token"].as_str().unwrap().to_owned());
    (app, registration_token)
}

async fn shown(app: &TestApp) -> Vec<Value> {
    let answer = app.get("/api/mock/mails", &Credentials::None).await.ok();
    answer["mails"].as_array().unwrap().clone()
}

#[tokio::test]
async fn the_mock_shows_its_mails_newest_first() {
    let (app, registration_token) = mock().await;
    let config = app.get("/config.json", &Credentials::None).await.ok();
    assert_eq!(config["workEmail"], true);
    assert_eq!(shown(&app).await, Vec::<Value>::new());
    for n in 0..24 {
        if n % 5 == 0 {
            app.clock.advance(12 * HOUR_S);
        }
        let email = format!("ming{n}@google.com");
        ask(&app, &registration_token, "google", &email)
            .await
            .expect(204);
    }
    let mails = shown(&app).await;
    assert_eq!(mails.len(), 20);
    assert_eq!(mails[0]["to"], "ming23@google.com");
    assert_eq!(mails[19]["to"], "ming4@google.com");
    let sent_at = app
        .clock
        .for_server()
        .now()
        .format("%Y-%m-%dT%H:%M:%S%.3fZ");
    assert_eq!(mails[0]["sentAt"], sent_at.to_string());
    let subject = mails[0]["subject"].as_str().unwrap();
    let code = subject.strip_prefix("Your code: ").unwrap();
    assert!(mails[0]["text"].as_str().unwrap().contains(code));
    confirm(&app, &registration_token, code).await.ok();
}

#[tokio::test]
async fn without_the_mock_no_mail_is_shown() {
    let office = Office::open().await;
    let answer = office.app.get("/api/mock/mails", &Credentials::None).await;
    answer.refused("E003");
}

#[tokio::test]
async fn the_mail_is_in_the_requested_language() {
    let (app, registration_token) = mock().await;
    for (n, (language, subject, word)) in [
        ("ja-JP,ja;q=0.9,en;q=0.8", "確認コード：", "一度だけ"),
        ("zh-TW,zh;q=0.9", "驗證碼：", "限用一次"),
        ("fr", "Your code: ", "once"),
    ]
    .into_iter()
    .enumerate()
    {
        let body = json!({ "employerId": "google", "email": format!("ming{n}@google.com") });
        let request = app
            .request(Method::POST, ASK, &registration_token)
            .json(&body);
        app.send(request.header("Accept-Language", language))
            .await
            .expect(204);
        let mail = shown(&app).await.remove(0);
        assert!(
            mail["subject"].as_str().unwrap().starts_with(subject),
            "{mail}"
        );
        assert!(mail["text"].as_str().unwrap().contains(word), "{mail}");
    }
}

#[tokio::test]
async fn letters_beyond_ascii_are_sent_encoded() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let body = json!({ "employerId": "google", "email": "ming@google.com" });
    let request = office
        .app
        .request(Method::POST, ASK, &registration_token)
        .json(&body);
    office
        .app
        .send(request.header("Accept-Language", "ja"))
        .await
        .expect(204);
    let mail = office.mail.newest();
    assert!(mail.message.is_ascii());
    assert!(
        mail.header("Subject").unwrap().starts_with("=?utf-8?"),
        "{mail:?}"
    );
    assert_eq!(
        mail.header("Content-Type"),
        Some("text/plain; charset=utf-8")
    );
}

/// Starts a server that uses this mail server under a changed URL.
async fn with_url(mail: &MailServer, url: impl FnOnce(String) -> String) -> TestApp {
    let url = url(mail.address());
    TestApp::start_with(|settings| {
        settings.smtp_url = Some(url);
        settings.mail_from = Some("codes@mail.example".to_owned());
    })
    .await
}

#[tokio::test]
async fn required_encryption_is_never_skipped() {
    let mail = MailServer::start().await;
    for is_from_the_start in [true, false] {
        let app = with_url(&mail, |address| {
            if is_from_the_start {
                format!("smtps://{address}")
            } else {
                format!("smtp://{address}?tls=required")
            }
        })
        .await;
        let registration_token = app.registration_token(&person(1)).await;
        expect_unavailable(ask(&app, &registration_token, "google", "ming@google.com").await);
    }
    assert!(mail.received().is_empty());
}

#[tokio::test]
async fn the_password_of_the_url_is_sent_if_the_mail_server_asks_for_it() {
    let mail = MailServer::start().await;
    mail.behave(Manner::AsksForAPassword);
    let app = with_url(&mail, |address| format!("smtp://codes:p%40ss@{address}")).await;
    let registration_token = app.registration_token(&person(1)).await;
    ask(&app, &registration_token, "google", "ming@google.com")
        .await
        .expect(204);
    // RFC 4616: null, name, null, password, in base64.
    assert_eq!(mail.newest().credentials, "PLAIN AGNvZGVzAHBAc3M=");
}
