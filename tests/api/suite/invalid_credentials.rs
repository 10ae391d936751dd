//! Credentials that open no call: made-up credentials, ended ones, and credentials of another kind of caller.

use enmusubi_core::review::ReviewerRole;

use super::operations::{Caller, Operation, Role, office, operations, outcome, request};
use super::reviewers::Console;
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

/// A member, and credentials that open none of the member's calls.
struct Member {
    session: Credentials,
    subject: String,
    photo: String,
    /// The bearer tokens that are made up, have ended or belong to a reviewer, by name.
    bearers: Vec<(&'static str, Credentials)>,
    /// The credentials of another kind, by name.
    of_another_kind: Vec<(&'static str, Credentials)>,
    /// The values of the header `Cookie`, by name.
    cookies: Vec<(&'static str, String)>,
}

impl Member {
    /// Makes a member in the state of the review that a call asks for. `cookie` is a reviewer's cookie, and
    /// `signed_out` one whose session has ended.
    async fn new(app: &TestApp, state: Role, n: u32, [cookie, signed_out]: [&str; 2]) -> Self {
        let me = person(n);
        let registration_token = app.registration_token(&me).await;
        let session = app.member(&me).await;
        let photo = app.photo(&session).await;
        let logged_out = app.session(&me).await;
        app.logout(&logged_out).await.expect(204);
        let action = match state {
            Role::NeedsInfo => Some(ReviewAction::AskForInfo),
            Role::Rejected => Some(ReviewAction::Reject),
            Role::Approved => Some(ReviewAction::Approve),
            _ => None,
        };
        if let Some(action) = action {
            decided(app, &me, action, "photoNameList").await;
        }
        let Credentials::Bearer(token) = &session else {
            panic!("a session is a bearer token")
        };
        let made_up = "A".repeat(43);
        let token_of_reviewer = cookie.split_once('=').unwrap().1.to_owned();
        Self {
            bearers: vec![
                ("a made-up token", Credentials::Bearer(made_up.clone())),
                ("a session that was logged out", logged_out),
                ("a reviewer's token", Credentials::Bearer(token_of_reviewer)),
            ],
            of_another_kind: vec![
                ("an ID token", app.id_token(&me)),
                ("a registration token", registration_token),
            ],
            cookies: vec![
                ("no cookie", String::new()),
                ("a short cookie", format!("{COOKIE}=x")),
                ("a made-up cookie", format!("{COOKIE}={made_up}")),
                ("a member's token as cookie", format!("{COOKIE}={token}")),
                ("the cookie of a session that ended", signed_out.to_owned()),
            ],
            subject: me,
            photo,
            session,
        }
    }

    /// Returns the calls of an operation with these credentials, by the name of the credentials.
    fn calls(&self, operation: &Operation, cookie: &str) -> Vec<(&'static str, Caller)> {
        let caller = |credentials: &Credentials, cookie: &str| Caller {
            credentials: credentials.clone(),
            cookie: cookie.to_owned(),
            subject: self.subject.clone(),
            photo: self.photo.clone(),
        };
        let mut calls = Vec::new();
        if operation.takes("bearer") {
            let bearers = self.bearers.iter();
            calls.extend(bearers.map(|(name, bearer)| (*name, caller(bearer, ""))));
        }
        if takes_session_only(operation) {
            let others = self.of_another_kind.iter();
            calls.extend(others.map(|(name, other)| (*name, caller(other, cookie))));
        }
        if operation.takes("reviewer") {
            let cookies = self.cookies.iter();
            calls.extend(cookies.map(|(name, cookie)| (*name, caller(&self.session, cookie))));
        }
        calls
    }
}

#[tokio::test]
async fn ended_credentials_and_those_of_another_kind_open_no_call_and_change_nothing() {
    const STATES: [Role; 4] = [
        Role::Pending,
        Role::NeedsInfo,
        Role::Approved,
        Role::Rejected,
    ];
    let office = office().await;
    let app = &office.app;
    let console = Console { app };
    let watch = app.database.watch().await;
    let mut lead = console.reviewer("Lena", ReviewerRole::Lead, 1).await;
    let signed_out = std::mem::take(&mut lead.cookie);
    console.sign_out(&signed_out).await.expect(204);
    let cookie = console.signed_in(&mut lead.passkey).await;
    let operations = operations();
    let prepare = async |n_try: u32| {
        let mut members = Vec::new();
        for (state, n) in STATES.into_iter().zip(10 * n_try + 1..) {
            let member = Member::new(app, state, n, [&cookie, &signed_out]).await;
            members.push((state, member));
        }
        members
    };
    let make_all = async |members: Vec<(Role, Member)>| {
        let mut n_calls = 0;
        for operation in &operations {
            let fits = |(state, _): &&(Role, Member)| *state == operation.role();
            let (_, member) = members.iter().find(fits).unwrap_or(&members[2]);
            for (name, caller) in member.calls(operation, &cookie) {
                let answer = app.send(request(app, operation, &caller)).await;
                // This call answers E001 to all credentials that are not the person's own.
                let is_status = operation.id == "find_review_status";
                let expected = if is_status { "E001" } else { "E001A" };
                assert_eq!(outcome(answer), expected, "{name}: {}", operation.id);
                n_calls += 1;
            }
        }
        assert!(n_calls > 200, "{n_calls} calls");
        for (_, member) in &members {
            app.my_info(&member.session).await.ok();
        }
    };
    watch.expect_no_change(prepare, make_all).await;
    assert_eq!(office.n_mails(), 0);
    console.session(&cookie).await.ok();
}
