//! `POST /verification/work-email`: the permissions for a code, and the accepted mailboxes.

use enmusubi_conformance::work_email::{AddressExpectation, address_cases};

use super::{ASK, CONFIRM, Office, decided};
use crate::suite::prelude::*;

#[tokio::test]
async fn a_registration_token_and_a_session_get_a_code_by_mail() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let session = office.app.member(&person(2)).await;
    for (credentials, email) in [
        (registration_token, "ming@google.com"),
        (session, "mei@google.com"),
    ] {
        let answer = office.ask(&credentials, "google", email).await;
        assert_eq!((answer.status, answer.bytes.len()), (204, 0));
        let mail = office.mail.newest();
        assert_eq!(mail.to, [format!("TO:<{email}>")]);
        assert_eq!(mail.code().len(), 6);
    }
}

#[tokio::test]
async fn an_expired_registration_token_gets_no_code() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    office.app.clock.advance(7 * DAY_S);
    for path in [ASK, CONFIRM] {
        let answer = office.app.post(path, &registration_token, &json!({})).await;
        answer.refused("E001B");
    }
    assert_eq!(office.n_mails(), 0);
}

#[tokio::test]
async fn a_rejected_or_suspended_member_gets_and_confirms_no_code() {
    let office = Office::open().await;
    let app = &office.app;
    for (n, actions) in [
        (1, [ReviewAction::Claim, ReviewAction::Reject]),
        (2, [ReviewAction::Claim, ReviewAction::Approve]),
    ] {
        let session = app.member(&person(n)).await;
        let email = format!("ming{n}@google.com");
        let code = office.code(&session, "google", &email).await;
        decided(app, &person(n), &actions).await;
        let session = if n == 2 {
            decided(app, &person(n), &[ReviewAction::Suspend]).await;
            app.session(&person(n)).await
        } else {
            session
        };
        let answer = office.ask(&session, "google", &email).await;
        answer.refused("E008");
        office.confirm(&session, &code).await.refused("E008");
        // The state is checked before the rules, and after the shape of the body.
        let answer = app.post(ASK, &session, &json!({})).await;
        answer.refused("E008");
        app.post(ASK, &session, &json!([])).await.refused("E009");
    }
    assert_eq!(office.n_mails(), 2);
}

#[tokio::test]
async fn a_violation_is_reported_with_its_field_and_no_mail_is_sent() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let mut n_refused = 0;
    for case in address_cases() {
        let AddressExpectation::Broken { errors } = &case.expect else {
            continue;
        };
        let body = json!({ "employerId": case.employer_id, "email": case.email() });
        if body.to_string().len() > 4 * 1024 {
            continue;
        }
        let body = office
            .app
            .post(ASK, &registration_token, &body)
            .await
            .refused("E002");
        let error_of =
            |[path, code]: &[String; 2]| json!({ "path": path, "code": code, "params": {} });
        let expected: Vec<Value> = errors.iter().map(error_of).collect();
        assert_eq!(body["fields"], Value::from(expected), "{}", case.name);
        n_refused += 1;
    }
    assert!(n_refused > 60, "{n_refused}");
    let nothing = office.app.post(ASK, &registration_token, &json!({})).await;
    assert_eq!(
        nothing.refused("E002")["fields"],
        json!([
            { "path": "employerId", "code": "required", "params": {} },
            { "path": "email", "code": "required", "params": {} },
        ])
    );
    assert_eq!(office.n_mails(), 0);
    // The refused requests did not count towards the limits.
    office
        .confirmed(&registration_token, "google", "ming@google.com")
        .await;
}

#[tokio::test]
async fn the_answer_does_not_tell_whether_the_mailbox_is_known() {
    let office = Office::open().await;
    let holder = office.app.registration_token(&person(1)).await;
    office
        .confirmed(&holder, "google", "known@google.com")
        .await;
    let curious = office.app.registration_token(&person(2)).await;
    let mut answers = Vec::new();
    for email in ["known@google.com", "unknown@google.com"] {
        let answer = office.ask(&curious, "google", email).await;
        let mut names: Vec<String> = answer.headers.keys().map(ToString::to_string).collect();
        names.sort();
        answers.push((answer.status, answer.bytes, names));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(office.n_mails(), 3, "both mailboxes got a mail");
}

#[tokio::test]
async fn without_a_mail_server_codes_are_refused_and_do_not_count() {
    let app = TestApp::start().await;
    let registration_token = app.registration_token(&person(1)).await;
    for _ in 0..6 {
        let answer = super::ask(&app, &registration_token, "google", "ming@google.com").await;
        answer.refused("E503");
    }
    let config = app.get("/config.json", &Credentials::None).await.ok();
    assert_eq!(config["workEmail"], false);
    let office = Office::open().await;
    let config = office.app.get("/config.json", &Credentials::None).await;
    assert_eq!(config.ok()["workEmail"], true);
}
