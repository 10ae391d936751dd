//! The JSON bodies that the server cannot read. Each call refuses them in the same order, before it does anything.

use futures_util::stream;
use reqwest::Body;

use super::super::operations::{
    Caller, Operation, Role, caller, office, operations, outcome, path_of, request,
};
use super::super::reviewers::ORIGIN;
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

/// Returns a caller whose valid request the server takes.
async fn accepted(app: &TestApp, operation: &Operation, n: u32) -> Caller {
    let role = match operation.id.as_str() {
        // The server takes both a session and a registration token here.
        "confirm_work_email" => Role::RegistrationToken,
        _ => operation.role(),
    };
    caller(app, role, operation, n).await
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
    let valid = request(app, operation, caller).build().unwrap();
    let valid = valid.body().unwrap().as_bytes().unwrap().to_vec();
    for content_type in [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonx",
    ] {
        let code = send(app, &by_anonymous, content_type, "{").await;
        assert_eq!(code, "E007", "{id}: {content_type}");
        // A form of another page could have this shape.
        let code = send(app, call, content_type, valid.clone()).await;
        assert_eq!(code, "E007", "{id}: {content_type}, a valid body");
    }
    if !operation.credentials.is_empty() {
        let code = send(app, &by_anonymous, JSON, "{").await;
        let takes_id_token = operation.takes("idToken");
        let expected = if takes_id_token { "E001" } else { "E001A" };
        assert_eq!(code, expected, "{id}");
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
    let parts = [Ok::<_, std::io::Error>(largest), Ok(" ".to_owned())];
    let without_length = Body::wrap_stream(stream::iter(parts));
    let code = send(app, call, JSON, without_length).await;
    assert_eq!(code, "E006", "{id} without a length");
}

#[tokio::test]
async fn a_body_that_cannot_be_read_is_refused_and_changes_nothing() {
    let office = office().await;
    let app = &office.app;
    let watch = app.database.watch().await;
    let all = operations();
    // Without the mock, its calls do not exist.
    let with_body: Vec<_> = all
        .iter()
        .filter(|it| it.has_json_body && !it.path.starts_with("/mock/"))
        .collect();
    assert!(with_body.len() >= 30, "{} calls", with_body.len());
    let prepare = async |n_try: u32| {
        let mut calls = Vec::new();
        for (operation, n) in with_body.iter().zip(100 * n_try + 1..) {
            let caller = accepted(app, operation, n).await;
            calls.push((Operation::clone(operation), caller));
        }
        calls
    };
    let send_all = async |calls: Vec<_>| {
        for call in &calls {
            refuses_bodies(app, call).await;
        }
    };
    watch.expect_no_change(prepare, send_all).await;
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
    let of_members: Vec<_> = all
        .iter()
        .filter(|it| it.has_json_body && it.takes_session())
        .collect();
    assert!(of_members.len() >= 15, "{} calls", of_members.len());
    for (operation, n) in of_members.into_iter().zip(1..) {
        // For an avatar, every broken rule is a wrong shape. An appeal checks its rules before the state.
        let codes = match operation.id.as_str() {
            "update_avatar" => ["E009", "E009", "E009"],
            "appeal_against_rejection" => ["E009", "E002", "E002"],
            _ => ["E009", "E008", "E002"],
        };
        let barred = match operation.id.as_str() {
            "update_preferences" | "propose_profile_changes" => {
                vec![
                    Role::Pending,
                    Role::NeedsInfo,
                    Role::Rejected,
                    Role::Suspended,
                ]
            }
            _ => vec![Role::Suspended],
        };
        let taken = (operation.clone(), accepted(app, operation, 10 * n).await);
        let broken = broken(operation);
        let of_taken = send(app, &taken, JSON, broken).await;
        for (role, n) in barred.into_iter().zip(10 * n + 1..) {
            let refused = (operation.clone(), caller(app, role, operation, n).await);
            let found = [
                send(app, &refused, JSON, "[]").await,
                send(app, &refused, JSON, broken).await,
                of_taken.clone(),
            ];
            assert_eq!(found, codes, "{}, {role:?}", operation.id);
        }
    }
}

#[tokio::test]
async fn other_methods_are_refused() {
    let office = office().await;
    let app = &office.app;
    let all = operations();
    let with_body: Vec<_> = all.iter().filter(|it| it.has_json_body).collect();
    assert!(with_body.len() >= 30, "{} calls", with_body.len());
    for (operation, n) in with_body.into_iter().zip(1..) {
        let caller = accepted(app, operation, n).await;
        let path = path_of(operation, &caller);
        // The method is checked before the size.
        let too_large = " ".repeat(most_bytes(operation) + 1);
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
            let request = request.header("Content-Type", JSON);
            let code = outcome(app.send(request.body(too_large.clone())).await);
            let expected = if path.starts_with("/api/mock/") {
                "E003"
            } else {
                "E010"
            };
            assert_eq!(code, expected, "{method} {path}");
        }
    }
}
