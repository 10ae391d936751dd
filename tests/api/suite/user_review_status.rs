//! `GET /user/review-status/{userId}`: no caller learns which other people are registered.

use crate::suite::prelude::*;

#[tokio::test]
async fn all_credentials_of_the_user_give_access() {
    let app = TestApp::start().await;
    let registration_token = app.registration_token(&person(1)).await;
    let session = app.member(&person(1)).await;
    for credentials in [app.id_token(&person(1)), registration_token, session] {
        let answer = app.review_status(&credentials, &person(1)).await.ok();
        assert_eq!(answer, json!({ "reviewStatus": "PENDING" }));
    }
}

#[tokio::test]
async fn valid_credentials_without_an_account_get_e003() {
    let app = TestApp::start().await;
    app.review_status(&app.id_token(&person(1)), &person(1))
        .await
        .refused("E003");
}

#[tokio::test]
async fn a_page_may_ask_for_null_in_place_of_e003() {
    let app = TestApp::start().await;
    let path = format!("/api/user/review-status/{}?orNull=true", person(1));
    let id_token = app.id_token(&person(1));
    let unknown = app.get(&path, &id_token).await.ok();
    assert_eq!(unknown, json!({ "reviewStatus": null }));
    let others = app.id_token(&person(2));
    for credentials in [Credentials::None, others] {
        app.get(&path, &credentials).await.refused("E001");
    }
    app.member(&person(1)).await;
    let known = app.get(&path, &id_token).await.ok();
    assert_eq!(known, json!({ "reviewStatus": "PENDING" }));
}

#[tokio::test]
async fn invalid_credentials_get_the_same_answer_for_known_and_unknown_users() {
    let app = TestApp::start().await;
    let (member, stranger) = (person(1), person(2));
    app.member(&member).await;
    let other = app.member(&person(3)).await;
    let credentials_list = [
        Credentials::None,
        Credentials::IdToken("not.a.token".to_owned()),
        Credentials::Bearer("C".repeat(43)),
        app.id_token(&person(3)),
        other,
    ];
    let first = app.review_status(&Credentials::None, &stranger).await;
    for credentials in credentials_list {
        for id in [&member, &stranger, &"x".to_owned()] {
            let answer = app.review_status(&credentials, id).await;
            assert_eq!(answer.bytes, first.bytes, "{credentials:?} {id}");
            answer.refused("E001");
        }
    }
}
