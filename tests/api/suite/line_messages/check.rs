//! `line check`: asks LINE whether the settings work.

use enmusubi_line_platform::{Change, Fault};
use enmusubi_server::adapters::line::{Finding, check};
use enmusubi_server::ops::config::{LineConfig, MessagingConfig};

use super::with_messages;
use crate::suite::prelude::*;

/// Returns the sentences about the parts that do not work.
async fn wrong(app: &TestApp) -> Vec<String> {
    wrong_with(app, |_| {}).await
}

/// Returns the sentences for an operator whose settings differ from the server's settings.
async fn wrong_with(app: &TestApp, change: fn(&mut LineConfig)) -> Vec<String> {
    let mut config = app.running.app.config.clone();
    config.public_base_url = app.url("").parse().unwrap();
    change(&mut config.line);
    let findings = check(&config).await.unwrap().into_iter();
    let wrong = findings.filter_map(|finding| match finding {
        Finding::Wrong(sentence) => Some(sentence),
        Finding::Works(_) | Finding::Skipped(_) => None,
    });
    wrong.collect()
}

fn messaging_of(app: &TestApp) -> MessagingConfig {
    let mut config = app.running.app.config.line.clone();
    messaging(&mut config).clone()
}

fn messaging(config: &mut LineConfig) -> &mut MessagingConfig {
    match config {
        LineConfig::Line {
            messaging: Some(messaging),
            ..
        } => messaging,
        _ => panic!("the server sends no messages"),
    }
}

/// Starts a server, and sets LINE up as the guide says.
async fn set_up_with(configure: fn(&mut Settings)) -> TestApp {
    let app = TestApp::start_with(configure).await;
    app.line.change(Change {
        endpoint_url: Some(Some(app.url("/"))),
        webhook_url: Some(Some(app.url("/line/webhook"))),
        ..Change::default()
    });
    app
}

async fn set_up() -> TestApp {
    set_up_with(with_messages).await
}

fn assert_one(sentences: &[String], start: &str) {
    let [sentence] = sentences else {
        panic!("{sentences:?}")
    };
    assert!(sentence.starts_with(start), "{sentence}");
}

#[tokio::test]
async fn a_right_setup_works() {
    let app = set_up().await;
    assert_eq!(wrong(&app).await, [""; 0]);
}

#[tokio::test]
async fn each_mistake_has_a_sentence_that_says_what_to_do() {
    let elsewhere = || Some(Some("https://elsewhere.example.com/".to_owned()));
    let mistakes: [(Change, &[&str]); 10] = [
        (
            Change {
                liff_ids: Some(Vec::new()),
                ..Change::default()
            },
            &["has no LIFF app"],
        ),
        (
            Change {
                liff_ids: Some(vec!["1234567890-other".to_owned()]),
                ..Change::default()
            },
            &["has no LIFF app 1234567890-abcdefgh"],
        ),
        (
            Change {
                endpoint_url: elsewhere(),
                ..Change::default()
            },
            &[
                "The endpoint URL of the LIFF app is https://elsewhere.example.com/, and PUBLIC_BASE_URL",
            ],
        ),
        (
            Change {
                liff_size: Some("tall".to_owned()),
                ..Change::default()
            },
            &["The size of the LIFF app is \"tall\"."],
        ),
        (
            Change {
                scopes: Some(vec!["email".to_owned()]),
                ..Change::default()
            },
            &["lacks the scope openid", "lacks the scope profile"],
        ),
        (
            Change {
                bot_prompt: Some("none".to_owned()),
                ..Change::default()
            },
            &["does not offer to add the official account"],
        ),
        (
            Change {
                bot_id: Some("@other".to_owned()),
                ..Change::default()
            },
            &["belongs to the official account @other, and LINE_BOT_ID is @enmusubi"],
        ),
        (
            Change {
                monthly_limit: Some(Some(100)),
                ..Change::default()
            },
            &["has 100 messages a month, and LINE_MESSAGES_PER_MONTH is 200"],
        ),
        (
            Change {
                webhook_url: elsewhere(),
                ..Change::default()
            },
            &["The webhook URL is"],
        ),
        (
            Change {
                is_webhook_active: Some(false),
                ..Change::default()
            },
            &["The webhook is off."],
        ),
    ];
    for (change, expected) in mistakes {
        let app = set_up().await;
        app.line.change(change);
        let sentences = wrong(&app).await;
        assert_eq!(sentences.len(), expected.len(), "{sentences:?}");
        for (sentence, part) in sentences.iter().zip(expected) {
            assert!(sentence.contains(part), "{sentence}");
        }
    }
}

#[tokio::test]
async fn a_wrong_secret_or_token_is_found() {
    let app = TestApp::start_with(|settings| {
        with_messages(settings);
        settings.line_channel_secret = Some("wrong".to_owned());
        settings.line_channel_access_token = Some("wrong".to_owned());
    })
    .await;
    let sentences = wrong(&app).await;
    assert_eq!(sentences.len(), 2, "{sentences:?}");
    assert!(sentences[0].starts_with("LINE does not accept LINE_CHANNEL_SECRET"));
    assert!(sentences[1].starts_with("LINE does not accept LINE_CHANNEL_ACCESS_TOKEN"));
}

#[tokio::test]
async fn secrets_of_the_wrong_channel_or_server_are_found() {
    let app = set_up_with(|settings| {
        with_messages(settings);
        settings.line_messaging_channel_secret = Some("wrong".to_owned());
    })
    .await;
    assert_one(
        &wrong(&app).await,
        "The server refuses the signature of LINE.",
    );
    let app = set_up().await;
    let sentences = wrong_with(&app, |config| {
        messaging(config).channel_secret = "another".to_owned().into();
    });
    let other = "LINE signs with the secret of the running server";
    assert_one(&sentences.await, other);
    let swapped = wrong_with(&app, |config| {
        let own = messaging(config).channel_secret.clone();
        let LineConfig::Line { channel_secret, .. } = config else {
            return;
        };
        let login = channel_secret.replace(own).unwrap();
        messaging(config).channel_secret = login;
    });
    let swapped = swapped.await;
    assert_eq!(swapped.len(), 2, "{swapped:?}");
    assert!(swapped[0].ends_with("and the second that of the Messaging API channel."));
    assert!(swapped[1].starts_with(other));
}

#[tokio::test]
async fn a_webhook_that_line_reaches_is_not_called_out_of_reach() {
    let app = set_up().await;
    app.line.change(Change {
        webhook_url: Some(Some(
            app.url("/line/webhook")
                .to_uppercase()
                .replace("/LINE/WEBHOOK", "/line/webhook"),
        )),
        ..Change::default()
    });
    assert_eq!(wrong(&app).await, [""; 0]);
    // The server was started before the settings of the official account were made.
    let early = set_up_with(|_| {}).await;
    let mut config = early.running.app.config.clone();
    config.public_base_url = early.url("").parse().unwrap();
    let LineConfig::Line { messaging, .. } = &mut config.line else {
        panic!("the server asks LINE")
    };
    *messaging = Some(messaging_of(&app).into());
    let findings = check(&config).await.unwrap();
    let last = findings.last().unwrap().to_string();
    assert!(
        last.contains("finds no webhook there. Restart the server"),
        "{last}"
    );
}

#[tokio::test]
async fn each_person_who_writes_gets_one_answer() {
    let app = set_up().await;
    app.line.change(Change {
        chat_mode: Some("chat".to_owned()),
        ..Change::default()
    });
    assert_one(
        &wrong(&app).await,
        "People can write to the official account in LINE's chat",
    );
    let without = |config: &mut LineConfig| messaging(config).contact = None;
    assert_eq!(wrong_with(&app, without).await, [""; 0]);
    app.line.change(Change {
        chat_mode: Some("bot".to_owned()),
        ..Change::default()
    });
    assert_one(
        &wrong_with(&app, without).await,
        "People who write to the official account get no answer.",
    );
}

#[tokio::test]
async fn an_outage_of_line_is_no_wrong_setting() {
    let app = set_up().await;
    app.line.start_failing();
    let sentences = wrong(&app).await;
    assert_eq!(sentences.len(), 2, "{sentences:?}");
    for sentence in sentences {
        assert!(
            sentence.contains("with the status 503. Try again later."),
            "{sentence}"
        );
    }
    app.line.stop_failing();
    app.line.misbehave(Fault {
        call: "/webhook/test".to_owned(),
        status: Some(429),
        ..Fault::default()
    });
    assert_one(
        &wrong(&app).await,
        "LINE has had too many questions about the test of the webhook.",
    );
    let unreachable = wrong_with(&app, |config| {
        if let LineConfig::Line { api_base, .. } = config {
            *api_base = "http://127.0.0.1:9".parse().unwrap();
        }
    });
    for sentence in unreachable.await {
        assert!(
            sentence
                .contains("http://127.0.0.1:9/ does not answer the question about LINE_CHANNEL"),
            "{sentence}"
        );
    }
}

#[tokio::test]
async fn settings_that_are_absent_are_skipped() {
    let app = TestApp::start_with(|settings| settings.line_channel_secret = None).await;
    let findings = check(&app.running.app.config).await.unwrap();
    assert!(
        findings.iter().all(|it| matches!(it, Finding::Skipped(_))),
        "{findings:?}"
    );
    assert_eq!(findings.len(), 2);
    let mut config = app.running.app.config.clone();
    config.line = LineConfig::Mock;
    let findings = check(&config).await.unwrap();
    assert!(
        matches!(findings.as_slice(), [Finding::Skipped(_)]),
        "{findings:?}"
    );
}
