//! Credentials that open no call: made-up ones, ended ones, and those of another kind of caller.

use enmusubi_core::ReviewerRole;

use super::reviewers::Console;
use super::roles::{Caller, Operation, office, operations, outcome, request};
use crate::suite::prelude::*;

/// The calls that take a registration token beside a session, and no ID token.
const OF_MAILBOXES: [&str; 2] = ["create_work_email_code", "confirm_work_email"];

const COOKIE: &str = "enmusubi_review";

/// Returns true if the call takes the session of a member and no other credentials.
fn takes_session_only(operation: &Operation) -> bool {
    operation.takes_session()
        && !operation.takes("idToken")
        && !OF_MAILBOXES.contains(&operation.id.as_str())
}

#[tokio::test]
async fn credentials_of_another_kind_or_time_open_no_call_and_change_nothing() {
    let office = office().await;
    let app = &office.app;
    let console = Console { app };
    let watch = app.database.watch().await;
    let me = person(1);
    let registration_token = app.registration_token(&me).await;
    let session = app.member(&me).await;
    let photo = app.photo(&session).await;
    let logged_out = app.session(&me).await;
    app.logout(&logged_out).await.expect(204);
    let mut lead = console.reviewer("Lena", ReviewerRole::Lead, 1).await;
    let signed_out = std::mem::take(&mut lead.cookie);
    console.sign_out(&signed_out).await.expect(204);
    let cookie = console.signed_in(&mut lead.passkey).await;
    let token_of_lead = cookie.split_once('=').unwrap().1;
    let Credentials::Bearer(token) = &session else {
        panic!("a session is a bearer token")
    };
    let made_up = "A".repeat(43);
    let bearers = [
        ("a made-up token", Credentials::Bearer(made_up.clone())),
        ("a session that was logged out", logged_out),
        (
            "a reviewer's token",
            Credentials::Bearer(token_of_lead.to_owned()),
        ),
    ];
    let of_another_kind = [
        ("an ID token", app.id_token(&me)),
        ("a registration token", registration_token),
    ];
    let cookies = [
        ("a short cookie", format!("{COOKIE}=x")),
        ("a made-up cookie", format!("{COOKIE}={made_up}")),
        ("a member's token as cookie", format!("{COOKIE}={token}")),
        ("the cookie of a session that ended", signed_out),
    ];
    let mut calls = Vec::new();
    let operations = operations();
    for operation in &operations {
        let caller = |credentials: &Credentials, cookie: &str| Caller {
            credentials: credentials.clone(),
            cookie: cookie.to_owned(),
            subject: me.clone(),
            photo: photo.clone(),
        };
        let mut add = |name: &'static str, caller| calls.push((name, operation, caller));
        for (name, credentials) in bearers.iter().filter(|_| operation.takes("bearer")) {
            add(name, caller(credentials, ""));
        }
        for (name, credentials) in of_another_kind
            .iter()
            .filter(|_| takes_session_only(operation))
        {
            add(name, caller(credentials, &cookie));
        }
        for (name, cookie) in cookies.iter().filter(|_| operation.takes("reviewer")) {
            add(name, caller(&session, cookie));
        }
    }
    assert!(calls.len() > 200, "{} calls", calls.len());
    let make_all = async || {
        for (name, operation, caller) in &calls {
            let answer = app.send(request(app, operation, caller)).await;
            // This call says no more than that the caller is another person.
            let is_status = operation.id == "find_review_status";
            let expected = if is_status { "E001" } else { "E001A" };
            assert_eq!(outcome(answer), expected, "{name}: {}", operation.id);
        }
    };
    watch.expect_no_change(make_all).await;
    assert_eq!(office.n_mails(), 0);
    app.my_info(&session).await.ok();
    console.session(&cookie).await.ok();
}
