//! `POST /user/login`: an ID token becomes a session.

use crate::suite::prelude::*;

#[tokio::test]
async fn a_member_gets_a_token_of_256_bits() {
    let app = TestApp::start().await;
    app.member(&person(1)).await;
    let answer = app.login(&app.id_token(&person(1)), &person(1)).await.ok();
    assert!(answer["token"].as_str().unwrap().len() >= 43);
}

#[tokio::test]
async fn a_valid_id_token_without_an_account_gets_e003() {
    let app = TestApp::start().await;
    app.login(&app.id_token(&person(1)), &person(1))
        .await
        .refused("E003");
}

#[tokio::test]
async fn a_line_user_id_without_a_token_is_refused() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    for credentials in [Credentials::None, app.id_token(&person(2)), session] {
        app.login(&credentials, &person(1)).await.refused("E001");
    }
}

#[tokio::test]
async fn account_and_password_must_both_be_the_authenticated_user() {
    let app = TestApp::start().await;
    app.member(&person(1)).await;
    let (me, other) = (person(1), person(2));
    for (account, password) in [
        (json!(me), json!(other)),
        (json!(other), json!(me)),
        (json!(me), Value::Null),
        (Value::Null, json!(me)),
        (json!(me), json!([me])),
    ] {
        let body = json!({ "account": account, "password": password });
        app.post("/api/user/login", &app.id_token(&me), &body)
            .await
            .refused("E001");
    }
}

#[tokio::test]
async fn a_body_that_is_no_json_is_refused_after_the_credentials() {
    let app = TestApp::start().await;
    app.member(&person(1)).await;
    for text in ["", "{", "[]", "account=1"] {
        let answer = app
            .post_text(
                "/api/user/login",
                &app.id_token(&person(1)),
                text.to_owned(),
            )
            .await;
        answer.refused("E009");
        app.post_text("/api/user/login", &Credentials::None, text.to_owned())
            .await
            .refused("E001");
    }
}
