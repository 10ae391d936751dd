//! `POST /user/registration`: gives a registration token, because filling in the form takes longer
//! than an ID token is valid.

use chrono::DateTime;

use crate::suite::prelude::*;

#[tokio::test]
async fn a_registration_token_is_valid_for_seven_days() {
    let app = TestApp::start().await;
    let answer = app
        .create_registration(&app.id_token(&person(1)), &person(1))
        .await
        .ok();
    assert!(
        answer["token"].as_str().unwrap().len() >= 43,
        "256 bits in base64"
    );
    let expires_at = DateTime::parse_from_rfc3339(answer["expiresAt"].as_str().unwrap()).unwrap();
    assert_eq!(expires_at.timestamp(), app.clock.now_s() + 7 * DAY_S);
}

#[tokio::test]
async fn two_registration_tokens_differ() {
    let app = TestApp::start().await;
    let tokens = [
        app.registration_token(&person(1)).await,
        app.registration_token(&person(1)).await,
    ]
    .map(|credentials| format!("{credentials:?}"));
    assert_ne!(tokens[0], tokens[1]);
}

#[tokio::test]
async fn a_person_holds_twenty_registration_tokens_at_most() {
    let app = TestApp::start().await;
    let first = app.registration_token(&person(1)).await;
    let mut latest = Credentials::None;
    for _ in 0..25 {
        latest = app.registration_token(&person(1)).await;
        app.clock.advance(1);
    }
    assert_eq!(app.count("session").await, 20);
    app.review_status(&first, &person(1)).await.refused("E001");
    app.review_status(&latest, &person(1)).await.refused("E003");
}

#[tokio::test]
async fn a_registration_token_needs_an_id_token_of_the_account() {
    let app = TestApp::start().await;
    let registration_token = app.registration_token(&person(1)).await;
    for credentials in [
        Credentials::None,
        app.id_token(&person(2)),
        registration_token,
        Credentials::IdToken("x".to_owned()),
    ] {
        app.create_registration(&credentials, &person(1))
            .await
            .refused("E001");
    }
}

#[tokio::test]
async fn a_body_without_the_account_is_refused() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    for body in [json!({}), json!({ "account": 5 }), json!({ "account": "" })] {
        app.post("/api/user/registration", &credentials, &body)
            .await
            .refused("E001");
    }
}

#[tokio::test]
async fn a_person_with_an_account_gets_no_registration_token() {
    let app = TestApp::start().await;
    app.member(&person(1)).await;
    app.create_registration(&app.id_token(&person(1)), &person(1))
        .await
        .refused("E004");
}

#[tokio::test]
async fn a_registration_token_allows_only_uploads_and_the_registration() {
    let app = TestApp::start().await;
    let registration_token = app.registration_token(&person(1)).await;
    app.my_info(&registration_token).await.refused("E001A");
    app.logout(&registration_token).await.refused("E001A");
    app.login(&registration_token, &person(1))
        .await
        .refused("E001");
    app.review_status(&registration_token, &person(1))
        .await
        .refused("E003");
    let photo = app.photo(&registration_token).await;
    let body = super::profile::ProfileBuilder::new(&person(1), &photo).build();
    app.create_user_profile(&registration_token, &body)
        .await
        .expect(201);
}

#[tokio::test]
async fn a_registration_token_does_not_work_for_another_account() {
    let app = TestApp::start().await;
    let registration_token = app.registration_token(&person(1)).await;
    let theirs = app.profile_of(&person(2)).await.build();
    app.create_user_profile(&registration_token, &theirs)
        .await
        .refused("E001");
    app.review_status(&registration_token, &person(2))
        .await
        .refused("E001");
}

#[tokio::test]
async fn a_registration_token_expires_after_seven_days() {
    let app = TestApp::start().await;
    let registration_token = app.registration_token(&person(1)).await;
    app.clock.advance(7 * DAY_S - 1);
    let photo = app.photo(&registration_token).await;
    app.clock.advance(1);
    let body = super::profile::ProfileBuilder::new(&person(1), &photo).build();
    app.create_user_profile(&registration_token, &body)
        .await
        .refused("E001B");
}
