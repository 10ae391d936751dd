//! `POST /user/registration`: a ticket for a form that takes longer than an ID token lives.

use chrono::DateTime;
use serde_json::json;

use super::app::{Proof, TestApp, person};
use super::time::DAY_S;

#[tokio::test]
async fn a_ticket_is_given_for_seven_days() {
    let app = TestApp::start().await;
    let answer = app
        .create_registration(&app.id_token(&person(1)), &person(1))
        .await
        .expect(200);
    assert!(
        answer["token"].as_str().unwrap().len() >= 43,
        "256 bits in at most base64"
    );
    let expires_at = DateTime::parse_from_rfc3339(answer["expiresAt"].as_str().unwrap()).unwrap();
    assert_eq!(expires_at.timestamp(), app.clock.now_s() + 7 * DAY_S);
}

#[tokio::test]
async fn two_tickets_are_not_the_same() {
    let app = TestApp::start().await;
    let tokens = [app.ticket(&person(1)).await, app.ticket(&person(1)).await]
        .map(|proof| format!("{proof:?}"));
    assert_ne!(tokens[0], tokens[1]);
}

#[tokio::test]
async fn a_ticket_needs_an_id_token_of_the_account() {
    let app = TestApp::start().await;
    let ticket = app.ticket(&person(1)).await;
    for proof in [
        Proof::Nobody,
        app.id_token(&person(2)),
        ticket,
        Proof::IdToken("x".to_owned()),
    ] {
        app.create_registration(&proof, &person(1))
            .await
            .expect_error("E001");
    }
}

#[tokio::test]
async fn a_body_without_the_account_is_refused() {
    let app = TestApp::start().await;
    let proof = app.id_token(&person(1));
    for body in [json!({}), json!({ "account": 5 }), json!({ "account": "" })] {
        app.post("/api/user/registration", &proof, &body)
            .await
            .expect_error("E001");
    }
}

#[tokio::test]
async fn whoever_has_an_account_gets_no_ticket() {
    let app = TestApp::start().await;
    app.member(&person(1)).await;
    app.create_registration(&app.id_token(&person(1)), &person(1))
        .await
        .expect_error("E004");
}

#[tokio::test]
async fn a_ticket_opens_nothing_but_uploads_and_the_registration() {
    let app = TestApp::start().await;
    let ticket = app.ticket(&person(1)).await;
    app.my_info(&ticket).await.expect_error("E001A");
    app.logout(&ticket).await.expect_error("E001A");
    app.login(&ticket, &person(1)).await.expect_error("E001");
    app.review_status(&ticket, &person(1))
        .await
        .expect_error("E003");
    let photo = app.photo(&ticket).await;
    let body = super::profile::ProfileBuilder::new(&person(1), &photo).build();
    app.create_user_profile(&ticket, &body).await.expect(201);
}

#[tokio::test]
async fn a_ticket_is_of_no_use_for_another_account() {
    let app = TestApp::start().await;
    let ticket = app.ticket(&person(1)).await;
    let theirs = app.profile_of(&person(2)).await.build();
    app.create_user_profile(&ticket, &theirs)
        .await
        .expect_error("E001");
    app.review_status(&ticket, &person(2))
        .await
        .expect_error("E001");
}

#[tokio::test]
async fn a_ticket_expires_after_seven_days() {
    let app = TestApp::start().await;
    let ticket = app.ticket(&person(1)).await;
    app.clock.advance(7 * DAY_S - 1);
    let photo = app.photo(&ticket).await;
    app.clock.advance(1);
    let body = super::profile::ProfileBuilder::new(&person(1), &photo).build();
    app.create_user_profile(&ticket, &body)
        .await
        .expect_error("E001B");
}
