//! Every vector of the rules, sent over HTTP: the server must give the answers of the rules.

use enmusubi_conformance::{Case, Expectation, UploadsGiven, cases, document_text, topics};
use enmusubi_core::JsonDocument;
use image::ImageFormat;

use super::picture::picture;
use crate::suite::prelude::*;

/// The account of the vectors.
const VECTOR_ACCOUNT: &str = "U0123456789abcdef0123456789abcdef";

/// Returns the cases that a server can have. Cases of the form alone (picked files, unchecked
/// mailboxes) belong to the conformance tests.
fn cases_for_a_server() -> Vec<Case> {
    let is_of_the_form = |case: &Case| {
        case.uploads == UploadsGiven::Pending
            || case
                .mailboxes
                .as_ref()
                .is_some_and(|confirmed| !confirmed.is_empty())
            || (case.mailboxes.is_none()
                && case.patch.get("verifyMethod") == Some(&json!("WORK_EMAIL")))
    };
    let all = topics().iter().flat_map(|topic| cases(topic.name));
    all.filter(|case| !is_of_the_form(case)).collect()
}

/// Uploads a file for each name in the text and replaces the name with the uploaded one.
async fn with_real_uploads(
    app: &TestApp,
    credentials: &Credentials,
    text: String,
    known: &mut Vec<(String, String)>,
) -> String {
    let mut text = text;
    for digit in ["1", "2", "3", "4", "5", "6", "d"] {
        for ending in ["jpg", "png", "webp", "pdf"] {
            let placeholder = format!("{}.{ending}", digit.repeat(32));
            // A name with more text behind it is a different name, and an invalid one.
            if !text.contains(&format!("{placeholder}\""))
                && !text.contains(&format!("{placeholder}\\n"))
            {
                continue;
            }
            if !known.iter().any(|(name, _)| *name == placeholder) {
                let format = match ending {
                    "png" => ImageFormat::Png,
                    _ => ImageFormat::Jpeg,
                };
                let purpose = if digit == "d" { "document" } else { "photo" };
                let answer = app
                    .upload(credentials, "file", picture(format), Some(purpose))
                    .await
                    .ok();
                let name = answer["fileName"].as_str().unwrap();
                let name = app.as_of_an_earlier_version(name, ending).await;
                known.push((placeholder.clone(), name));
            }
            let real = &known
                .iter()
                .find(|(name, _)| *name == placeholder)
                .unwrap()
                .1;
            text = text.replace(&placeholder, real);
        }
    }
    text
}

#[tokio::test]
async fn every_refused_vector_is_refused_over_http_with_the_same_codes_and_paths() {
    let app = TestApp::start().await;
    let mut known = Vec::new();
    let mut n_checked = 0;
    for case in cases_for_a_server() {
        let mut expected = match &case.expect {
            Expectation::Payload(_) => continue,
            Expectation::Errors(errors) => ("E002", Value::from(errors.clone())),
            Expectation::Refused(code) => (code.as_str(), Value::Null),
        };
        app.clock.set_date(&case.today);
        let credentials = app.id_token(VECTOR_ACCOUNT);
        let text = with_real_uploads(&app, &credentials, document_text(&case), &mut known).await;
        // The server refuses another person's account before it reads the rest of the form.
        let account = JsonDocument::parse(text.as_bytes())
            .ok()
            .and_then(|it| it.text("account"));
        if account.is_some_and(|account| account != VECTOR_ACCOUNT) {
            expected = ("E001", Value::Null);
        }
        let answer = app.post_text("/api/user-profile", &credentials, text).await;
        let body: Value = answer.json();
        assert_eq!(
            (body["code"].as_str().unwrap(), &body["fields"]),
            (expected.0, &expected.1),
            "{}",
            case.name
        );
        answer.refused(expected.0);
        n_checked += 1;
    }
    assert!(n_checked > 350, "{n_checked}");
}

#[tokio::test]
async fn every_accepted_vector_is_accepted_over_http() {
    let app = TestApp::start().await;
    let mut n_accepted = 0;
    for case in cases_for_a_server() {
        if !matches!(case.expect, Expectation::Payload(_)) {
            continue;
        }
        app.clock.set_date(&case.today);
        n_accepted += 1;
        let me = person(n_accepted);
        let credentials = app.id_token(&me);
        let text = document_text(&case).replace(VECTOR_ACCOUNT, &me);
        let text = with_real_uploads(&app, &credentials, text, &mut Vec::new()).await;
        let answer = app.post_text("/api/user-profile", &credentials, text).await;
        assert_eq!(
            answer.status,
            201,
            "{}: {}",
            case.name,
            String::from_utf8_lossy(&answer.bytes)
        );
    }
    assert!(n_accepted > 250, "{n_accepted}");
}
