//! `POST /verification/work-email`: who may ask for a code, and for which mailbox.

use enmusubi_core::ReviewAction;
use enmusubi_tests::work_email::{AddressExpectation, address_cases};
use reqwest::Method;
use serde_json::{Value, json};

use super::super::app::{Proof, TestApp, person};
use super::super::time::DAY_S;
use super::{ASK, CONFIRM, Office, decided};

#[tokio::test]
async fn a_ticket_and_a_session_get_a_code_by_mail() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    let session = office.app.member(&person(2)).await;
    for (proof, email) in [(ticket, "ming@google.com"), (session, "mei@google.com")] {
        let answer = office.ask(&proof, "google", email).await;
        assert_eq!((answer.status, answer.bytes.len()), (204, 0));
        let mail = office.mail.newest();
        assert_eq!(mail.to, [format!("TO:<{email}>")]);
        assert_eq!(mail.code().len(), 6);
    }
}

#[tokio::test]
async fn nobody_else_gets_one() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    let unknown = Proof::Bearer("A".repeat(43));
    let id_token = office.app.id_token(&person(1));
    for path in [ASK, CONFIRM] {
        for proof in [&Proof::Nobody, &unknown, &id_token] {
            let answer = office.app.post(path, proof, &json!({})).await;
            answer.expect_error("E001A");
        }
    }
    office.app.clock.advance(7 * DAY_S);
    for path in [ASK, CONFIRM] {
        let answer = office.app.post(path, &ticket, &json!({})).await;
        answer.expect_error("E001B");
    }
    assert!(office.mail.received().is_empty());
}

#[tokio::test]
async fn whoever_is_rejected_or_suspended_gets_none_and_confirms_none() {
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
        answer.expect_error("E008");
        office.confirm(&session, &code).await.expect_error("E008");
        // The state is told before the rules are asked, and after the shape.
        let answer = app.post(ASK, &session, &json!({})).await;
        answer.expect_error("E008");
        app.post(ASK, &session, &json!([]))
            .await
            .expect_error("E009");
    }
    assert_eq!(office.mail.received().len(), 2);
}

#[tokio::test]
async fn a_body_of_another_shape_is_told_so() {
    let office = Office::open().await;
    let app = &office.app;
    let ticket = app.ticket(&person(1)).await;
    for path in [ASK, CONFIRM] {
        for text in ["", "{", "[]", "\"x\"", "null", "{\"code\":1}}"] {
            let answer = app.post_text(path, &ticket, text.to_owned()).await;
            answer.expect_error("E009");
        }
        for content_type in ["text/plain", "application/x-www-form-urlencoded"] {
            let request = app.request(Method::POST, path, &ticket);
            let request = request.header("Content-Type", content_type);
            app.send(request.body("{}")).await.expect_error("E007");
        }
        // The size and the type are told before the proof is asked for.
        let large = " ".repeat(4 * 1024 + 1);
        let answer = app.post_text(path, &Proof::Nobody, large).await;
        answer.expect_error("E006");
        for method in [Method::GET, Method::PUT, Method::DELETE] {
            let answer = app.send(app.request(method, path, &ticket)).await;
            answer.expect_error("E010");
        }
    }
}

#[tokio::test]
async fn what_breaks_a_rule_is_told_by_its_field_and_sends_nothing() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
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
            .post(ASK, &ticket, &body)
            .await
            .expect_error("E002");
        let told = |[path, code]: &[String; 2]| json!({ "path": path, "code": code, "params": {} });
        let expected: Vec<Value> = errors.iter().map(told).collect();
        assert_eq!(body["fields"], Value::from(expected), "{}", case.name);
        n_refused += 1;
    }
    assert!(n_refused > 60, "{n_refused}");
    let nothing = office.app.post(ASK, &ticket, &json!({})).await;
    assert_eq!(
        nothing.expect_error("E002")["fields"],
        json!([
            { "path": "employerId", "code": "required", "params": {} },
            { "path": "email", "code": "required", "params": {} },
        ])
    );
    assert!(office.mail.received().is_empty());
    // None of them counted.
    office.confirmed(&ticket, "google", "ming@google.com").await;
}

#[tokio::test]
async fn the_answer_does_not_tell_whether_the_mailbox_is_known() {
    let office = Office::open().await;
    let holder = office.app.ticket(&person(1)).await;
    office
        .confirmed(&holder, "google", "known@google.com")
        .await;
    let curious = office.app.ticket(&person(2)).await;
    let mut answers = Vec::new();
    for email in ["known@google.com", "unknown@google.com"] {
        let answer = office.ask(&curious, "google", email).await;
        let mut names: Vec<String> = answer.headers.keys().map(ToString::to_string).collect();
        names.sort();
        answers.push((answer.status, answer.bytes, names));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(office.mail.received().len(), 3, "both were mailed");
}

#[tokio::test]
async fn without_a_mail_server_it_is_not_offered_and_nothing_counts() {
    let app = TestApp::start().await;
    let ticket = app.ticket(&person(1)).await;
    for _ in 0..6 {
        let answer = super::ask(&app, &ticket, "google", "ming@google.com").await;
        answer.expect_error("E503");
    }
    let config = app.get("/config.json", &Proof::Nobody).await.expect(200);
    assert_eq!(config["workEmail"], false);
    let office = Office::open().await;
    let config = office.app.get("/config.json", &Proof::Nobody).await;
    assert_eq!(config.expect(200)["workEmail"], true);
}
