//! The JSON bodies that the server cannot read. Each call refuses them in the same order, before it does anything.

use futures_util::stream;
use reqwest::Body;

use super::super::reviewers::ORIGIN;
use super::super::roles::{Caller, Operation, Role, caller, office, operations, outcome, path_of};
use crate::suite::prelude::*;

const JSON: &str = "application/json";

/// Returns the largest body of a call, in bytes.
fn most_bytes(operation: &Operation) -> usize {
    1024 * match operation.id.as_str() {
        "create_log_line" => 2,
        "create_work_email_code" | "confirm_work_email" => 4,
        "begin_enrolment" | "enrol" | "create_reviewer_session" => 16,
        "create_user_profile"
        | "resubmit_user_profile"
        | "update_avatar"
        | "create_session"
        | "create_registration" => 256,
        _ => 64,
    }
}

/// Returns the role of a caller from whom the server takes a right body.
fn role_of(operation: &Operation) -> Role {
    match operation.id.as_str() {
        "create_user_profile" | "create_registration" => Role::Stranger,
        "resubmit_user_profile" => Role::NeedsInfo,
        "appeal_against_rejection" => Role::Rejected,
        _ if operation.takes("reviewer") => Role::Reviewer,
        _ => Role::Approved,
    }
}

/// Sends a body to a call. `content_type` may be empty.
async fn send(
    app: &TestApp,
    (operation, caller): &(Operation, Caller),
    content_type: &str,
    body: impl Into<Body>,
) -> String {
    let path = path_of(operation, caller);
    let request = app.request(operation.method.clone(), &path, &caller.credentials);
    let request = request
        .header("Origin", ORIGIN)
        .header("Cookie", &caller.cookie);
    let request = match content_type {
        "" => request,
        content_type => request.header("Content-Type", content_type),
    };
    outcome(app.send(request.body(body)).await)
}

/// Checks that the server refuses a body for its size, then its type, then the credentials, and then its text.
async fn refuses_bodies(app: &TestApp, call: &(Operation, Caller)) {
    let (operation, caller) = call;
    let id = &operation.id;
    let anonymous = Caller {
        credentials: Credentials::None,
        cookie: String::new(),
        ..caller.clone()
    };
    let by_anonymous = (operation.clone(), anonymous);
    let largest = " ".repeat(most_bytes(operation));
    let too_large = format!("{largest} ");
    for content_type in [JSON, "text/plain"] {
        let code = send(app, &by_anonymous, content_type, too_large.clone()).await;
        assert_eq!(code, "E006", "{id}: {content_type}");
    }
    for content_type in [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonx",
    ] {
        let code = send(app, &by_anonymous, content_type, "{").await;
        assert_eq!(code, "E007", "{id}: {content_type}");
    }
    if !operation.credentials.is_empty() {
        let code = send(app, &by_anonymous, JSON, "{").await;
        assert!(code.starts_with("E001"), "{id}: {code}");
    }
    for text in [
        "",
        "{",
        "[]",
        "[{}]",
        "null",
        "5",
        "\"x\"",
        "a=1",
        "{\"a\":}",
        "{\"a\":1}}",
        "{\"a\":\u{1}}",
        "\u{feff}null",
        &largest,
    ] {
        let code = send(app, call, JSON, text.to_owned()).await;
        assert_eq!(code, "E009", "{id}: {text:.20}");
    }
    let code = send(app, call, "application/json; charset=utf-8", "[]").await;
    assert_eq!(code, "E009", "{id}");
    let without_length = Body::wrap_stream(stream::iter([Ok::<_, std::io::Error>(too_large)]));
    let code = send(app, call, JSON, without_length).await;
    assert_eq!(code, "E006", "{id} without a length");
}

#[tokio::test]
async fn a_body_that_cannot_be_read_is_refused_and_changes_nothing() {
    let office = office().await;
    let app = &office.app;
    let watch = app.database.watch().await;
    let all = operations();
    let mut calls = Vec::new();
    // The calls of the mock are not there.
    let with_body = all
        .iter()
        .filter(|it| it.has_json_body && !it.path.starts_with("/mock/"));
    for (operation, n) in with_body.zip(1..) {
        let caller = caller(app, role_of(operation), operation, n).await;
        calls.push((operation.clone(), caller));
    }
    assert!(calls.len() >= 30, "{} calls", calls.len());
    let send_all = async || {
        for call in &calls {
            refuses_bodies(app, call).await;
        }
    };
    watch.expect_no_change(send_all).await;
    assert_eq!(office.n_mails(), 0);
}

/// Returns a body that breaks a rule of the call.
fn broken(operation: &Operation) -> &'static str {
    match operation.id.as_str() {
        "propose_profile_changes" => r#"{"height": 1}"#,
        "resubmit_user_profile" => r#"{"photoNameList": 7}"#,
        "update_place" => r#"{"latitude": 999, "longitude": 0}"#,
        "update_preferences" => r#"{"matchGender": "EVERYBODY"}"#,
        "update_profile_texts" => r#"{"aboutMe": 7}"#,
        _ => {
            r#"{"answer": "MAYBE", "category": "X", "line": 7, "text": 7, "newsId": 7, "noteId": "x", "code": 7}"#
        }
    }
}

#[tokio::test]
async fn the_state_of_the_account_is_checked_after_the_shape_and_before_the_rules() {
    let office = office().await;
    let app = &office.app;
    let all = operations();
    let of_members = all
        .iter()
        .filter(|it| it.has_json_body && it.takes_session());
    for (operation, n) in of_members.zip(1..) {
        // The shape of a chosen picture has all its rules, and the rules of an appeal come before the state.
        let codes = match operation.id.as_str() {
            "update_avatar" => ["E009", "E009", "E009"],
            "appeal_against_rejection" => ["E009", "E002", "E002"],
            _ => ["E009", "E008", "E002"],
        };
        let accepted = caller(app, role_of(operation), operation, 2 * n).await;
        let accepted = (operation.clone(), accepted);
        let suspended = caller(app, Role::Suspended, operation, 2 * n + 1).await;
        let suspended = (operation.clone(), suspended);
        let broken = broken(operation);
        let found = [
            send(app, &suspended, JSON, "[]").await,
            send(app, &suspended, JSON, broken).await,
            send(app, &accepted, JSON, broken).await,
        ];
        assert_eq!(found, codes, "{}", operation.id);
    }
}

#[tokio::test]
async fn other_methods_are_refused() {
    let office = office().await;
    let app = &office.app;
    let all = operations();
    for (operation, n) in all.iter().filter(|it| it.has_json_body).zip(1..) {
        let caller = caller(app, role_of(operation), operation, n).await;
        let path = path_of(operation, &caller);
        for method in [
            Method::GET,
            Method::POST,
            Method::PUT,
            Method::PATCH,
            Method::DELETE,
        ] {
            if all
                .iter()
                .any(|it| it.path == operation.path && it.method == method)
            {
                continue;
            }
            let request = app.request(method.clone(), &path, &caller.credentials);
            let request = request
                .header("Origin", ORIGIN)
                .header("Cookie", &caller.cookie);
            let code = outcome(app.send(request.json(&json!({}))).await);
            let expected = if path.starts_with("/api/mock/") {
                "E003"
            } else {
                "E010"
            };
            assert_eq!(code, expected, "{method} {path}");
        }
    }
}
