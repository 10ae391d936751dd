//! The address of a mailbox is in no table and in no log, after successes and failures.

use super::super::app::{plain_client, start_server};
use super::super::captured_log::contains_ignoring_case;
use super::mail_server::Manner;
use super::{ASK, CONFIRM, Office, another, ask, expect_wrong_code};
use crate::suite::prelude::*;

/// A name that occurs nowhere else.
const CANARY: &str = "kanarienvogel";

#[tokio::test]
async fn the_configured_key_decides_which_mailboxes_are_equal() {
    let office = Office::open().await;
    let mut config = office.app.running.app.config.clone();
    config.work_email_key = Some("a key that is not in the database".to_owned().into());
    let instance = start_server(config, &office.app.clock).await;
    let holder = office.app.registration_token(&person(1)).await;
    office.confirmed(&holder, "google", "ming@google.com").await;
    let registration_token = office.app.registration_token(&person(2)).await;
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    office
        .confirm(&registration_token, &code)
        .await
        .refused("E004");
    // For the instance with another key it is another mailbox.
    let Credentials::Bearer(token) = &registration_token else {
        unreachable!()
    };
    let at_the_instance = async |path: &str, body: Value| {
        let url = format!("http://{}{path}", instance.address);
        let request = plain_client().post(&url).bearer_auth(token);
        office.app.send(request.json(&body)).await
    };
    let body = json!({ "employerId": "google", "email": "ming@google.com" });
    at_the_instance(ASK, body).await.expect(204);
    let code = office.mail.newest_code();
    // A code of one key is wrong under the other one.
    expect_wrong_code(office.confirm(&registration_token, &code).await);
    at_the_instance(CONFIRM, json!({ "code": code })).await.ok();
    instance.stop().await.unwrap();
}

#[tokio::test]
async fn an_address_and_a_code_are_in_no_table_and_in_no_log() {
    let (log, _guard) = CapturedLog::start();
    let office = Office::open().await;
    let holder = office.app.registration_token(&person(1)).await;
    let other = office.app.registration_token(&person(2)).await;
    let email = format!("{CANARY}+tag@google.com");
    let code = office.code(&holder, "google", &email).await;
    expect_wrong_code(office.confirm(&holder, &another(&code)).await);
    let open = office.code(&other, "google", &email).await;
    for (manner, error_code) in [
        (Manner::IsBusy, "E503"),
        (Manner::HangsUp, "E503"),
        (Manner::RefusesTheMailbox, "E002"),
    ] {
        office.mail.behave(manner);
        let answer = office.ask(&holder, "google", &email).await;
        answer.refused(error_code);
    }
    office.app.clock.advance(HOUR_S);
    office.mail.behave(Manner::HangsUpAtTheEnd);
    office.ask(&holder, "google", &email).await.expect(204);
    office.mail.behave(Manner::Accepts);
    for wrong in ["nobody", "apple"] {
        office.ask(&holder, wrong, &email).await.refused("E002");
    }
    // The tables now have both a confirmed mailbox and a code that is not confirmed.
    let code = office.code(&holder, "google", &email).await;
    office.confirm(&holder, &code).await.ok();
    let without = TestApp::start().await;
    let registration_token = without.registration_token(&person(1)).await;
    ask(&without, &registration_token, "google", &email)
        .await
        .refused("E503");

    assert!(office.mail.newest().message.contains(CANARY));
    let stored = office.app.database.dump();
    assert!(
        contains_ignoring_case(&stored, "google"),
        "the dump has the stored values"
    );
    let log = log.read();
    assert!(
        contains_ignoring_case(&log, "a call failed"),
        "the log has the failures"
    );
    for secret in [CANARY, "@google.com"] {
        assert!(
            !contains_ignoring_case(&stored, secret),
            "{secret} is stored"
        );
        assert!(!contains_ignoring_case(&log, secret), "{secret} is logged");
    }
    // Six digits may occur by chance, but not next to the name of a field for a code.
    for code in [code, open] {
        for context in ["code_hash", "subject", "text", "code"] {
            for between in ["=", ": ", "\":\""] {
                let said = format!("{context}{between}{code}");
                assert!(
                    !contains_ignoring_case(&stored, &said) && !contains_ignoring_case(&log, &said),
                    "{said}"
                );
            }
        }
    }
}
