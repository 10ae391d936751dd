//! The address is nowhere: not in the tables, not in the log, whatever happens.

use enmusubi_server::serve;
use serde_json::{Value, json};

use super::super::app::{Proof, TestApp, person};
use super::super::paper::{Paper, holds};
use super::super::time::HOUR_S;
use super::mail_server::Manner;
use super::{ASK, CONFIRM, Office, another, ask, expect_wrong_code};

/// A name nobody else has.
const CANARY: &str = "kanarienvogel";

#[tokio::test]
async fn a_mailbox_is_known_by_the_configured_key_too() {
    let office = Office::open().await;
    let mut config = office.app.running.app.config.clone();
    config.work_email_key = Some("a key that is not in the database".to_owned().into());
    let copy = serve(config, office.app.clock.for_server()).await.unwrap();
    let holder = office.app.ticket(&person(1)).await;
    office.confirmed(&holder, "google", "ming@google.com").await;
    let ticket = office.app.ticket(&person(2)).await;
    let code = office.code(&ticket, "google", "ming@google.com").await;
    office.confirm(&ticket, &code).await.expect_error("E004");
    // To the copy it is another mailbox.
    let Proof::Bearer(token) = &ticket else {
        unreachable!()
    };
    let at_the_copy = async |path: &str, body: Value| {
        let url = format!("http://{}{path}", copy.address);
        let request = reqwest::Client::new().post(&url).bearer_auth(token);
        office.app.send(request.json(&body)).await
    };
    let body = json!({ "employerId": "google", "email": "ming@google.com" });
    at_the_copy(ASK, body).await.expect(204);
    let code = office.mail.newest_code();
    // A code of one key is none of the other's.
    expect_wrong_code(office.confirm(&ticket, &code).await);
    at_the_copy(CONFIRM, json!({ "code": code }))
        .await
        .expect(200);
    copy.stop().await.unwrap();
}

#[tokio::test]
async fn an_address_and_a_code_are_in_no_table_and_in_no_log() {
    let (paper, _guard) = Paper::roll_in();
    let office = Office::open().await;
    let holder = office.app.ticket(&person(1)).await;
    let other = office.app.ticket(&person(2)).await;
    let email = format!("{CANARY}+tag@google.com");
    let code = office.code(&holder, "google", &email).await;
    expect_wrong_code(office.confirm(&holder, &another(&code)).await);
    let open = office.code(&other, "google", &email).await;
    for (manner, told) in [
        (Manner::IsBusy, "E503"),
        (Manner::HangsUp, "E503"),
        (Manner::KnowsNobody, "E002"),
    ] {
        office.mail.behave(manner);
        let answer = office.ask(&holder, "google", &email).await;
        answer.expect_error(told);
    }
    office.app.clock.advance(HOUR_S);
    office.mail.behave(Manner::HangsUpAtTheEnd);
    office.ask(&holder, "google", &email).await.expect(204);
    office.mail.behave(Manner::Takes);
    for wrong in ["nobody", "apple"] {
        office
            .ask(&holder, wrong, &email)
            .await
            .expect_error("E002");
    }
    // Both are kept at this moment: a confirmed mailbox and a code on its way.
    let code = office.code(&holder, "google", &email).await;
    office.confirm(&holder, &code).await.expect(200);
    let without = TestApp::start().await;
    let ticket = without.ticket(&person(1)).await;
    ask(&without, &ticket, "google", &email)
        .await
        .expect_error("E503");

    assert!(office.mail.newest().message.contains(CANARY));
    let stored = office.app.database.dump();
    assert!(holds(&stored, "google"), "the dump holds what is stored");
    let log = paper.read();
    assert!(holds(&log, "a call failed"), "the log holds what is logged");
    for secret in [CANARY, "@google.com"] {
        assert!(!holds(&stored, secret), "{secret} is stored");
        assert!(!holds(&log, secret), "{secret} is logged");
    }
    // Six digits are somewhere by chance, but not beside what a code would be called.
    for code in [code, open] {
        for context in ["code_hash", "subject", "text", "code"] {
            for between in ["=", ": ", "\":\""] {
                let said = format!("{context}{between}{code}");
                assert!(!holds(&stored, &said) && !holds(&log, &said), "{said}");
            }
        }
    }
}
