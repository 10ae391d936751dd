//! `Idempotency-Key`: the client can repeat a submit whose answer was lost.

use crate::suite::prelude::*;

const KEY: &str = "0b9f3c1e-4a6d-4c43-9f55-0b7f2a6d1c11";
const OTHER_KEY: &str = "7d0f8a52-11c3-4c6e-8f7e-5a4b3c2d1e0f";

#[tokio::test]
async fn a_repeated_request_gets_the_first_answer() {
    let app = TestApp::start().await;
    let body = app.profile_of(&person(1)).await.build();
    let credentials = app.id_token(&person(1));
    let first = app.create_with_key(&credentials, &body, KEY).await;
    let second = app.create_with_key(&credentials, &body, KEY).await;
    assert_eq!((first.status, second.status), (201, 201));
    assert_eq!(first.bytes, second.bytes);
    assert_eq!(app.count("account").await, 1);
}

#[tokio::test]
async fn the_same_key_with_another_body_gets_e004() {
    let app = TestApp::start().await;
    let body = app.profile_of(&person(1)).await;
    let credentials = app.id_token(&person(1));
    app.create_with_key(&credentials, &body.clone().build(), KEY)
        .await
        .expect(201);
    app.create_with_key(&credentials, &body.with("height", 171).build(), KEY)
        .await
        .refused("E004");
}

#[tokio::test]
async fn a_repetition_with_another_key_or_none_gets_e004() {
    let app = TestApp::start().await;
    let body = app.profile_of(&person(1)).await.build();
    let credentials = app.id_token(&person(1));
    app.create_with_key(&credentials, &body, KEY)
        .await
        .expect(201);
    // The first request attached the photo, and the server reports violations before conflicts.
    let fresh = app.profile_of(&person(1)).await.build();
    app.create_with_key(&credentials, &fresh, OTHER_KEY)
        .await
        .refused("E004");
    app.create_user_profile(&credentials, &fresh)
        .await
        .refused("E004");
}

#[tokio::test]
async fn a_refusal_is_not_stored() {
    let app = TestApp::start().await;
    let body = app.profile_of(&person(1)).await;
    let credentials = app.id_token(&person(1));
    let broken = body.clone().with("height", 1).build();
    app.create_with_key(&credentials, &broken, KEY)
        .await
        .refused("E002");
    app.create_with_key(&credentials, &body.build(), KEY)
        .await
        .expect(201);
}

#[tokio::test]
async fn a_key_belongs_to_one_account() {
    let app = TestApp::start().await;
    for n in [1, 2] {
        let body = app.profile_of(&person(n)).await.build();
        let answer = app
            .create_with_key(&app.id_token(&person(n)), &body, KEY)
            .await
            .expect(201);
        assert_eq!(answer["userId"], person(n));
    }
}

#[tokio::test]
async fn a_key_that_is_no_uuid_is_refused() {
    let app = TestApp::start().await;
    let body = app.profile_of(&person(1)).await.build();
    for key in [
        "",
        "1",
        "not-a-uuid-at-all",
        "0b9f3c1e-4a6d-4c43-9f55-0b7f2a6d1c1g",
    ] {
        app.create_with_key(&app.id_token(&person(1)), &body, key)
            .await
            .refused("E009");
    }
}

#[tokio::test]
async fn an_answer_is_stored_for_seven_days() {
    let app = TestApp::start().await;
    let body = app.profile_of(&person(1)).await.build();
    app.create_with_key(&app.id_token(&person(1)), &body, KEY)
        .await
        .expect(201);
    app.clock.advance(7 * DAY_S - 1);
    app.create_with_key(&app.id_token(&person(1)), &body, KEY)
        .await
        .expect(201);
    app.clock.advance(2);
    let answer = app
        .create_with_key(&app.id_token(&person(1)), &body, KEY)
        .await;
    assert_ne!(answer.status, 201);
}
