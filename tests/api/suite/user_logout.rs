//! `POST /user/logout`, and how long a session lives otherwise.

use super::app::{Proof, TestApp, person};
use super::time::{DAY_S, HOUR_S};

#[tokio::test]
async fn a_session_is_worth_nothing_after_the_logout() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    app.my_info(&session).await.expect(200);
    app.logout(&session).await.expect(204);
    app.my_info(&session).await.expect_error("E001A");
    app.logout(&session).await.expect_error("E001A");
}

#[tokio::test]
async fn another_device_stays_logged_in() {
    let app = TestApp::start().await;
    let phone = app.member(&person(1)).await;
    let tablet = app.session(&person(1)).await;
    app.logout(&phone).await.expect(204);
    app.my_info(&tablet).await.expect(200);
}

#[tokio::test]
async fn a_logout_needs_a_session() {
    let app = TestApp::start().await;
    app.member(&person(1)).await;
    let made_up = Proof::Bearer("A".repeat(43));
    for proof in [Proof::Nobody, made_up, app.id_token(&person(1))] {
        app.logout(&proof).await.expect_error("E001A");
    }
}

#[tokio::test]
async fn a_session_expires_after_seven_days_without_use() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    app.clock.advance(7 * DAY_S);
    app.my_info(&session).await.expect_error("E001B");
}

#[tokio::test]
async fn a_session_in_use_is_renewed_in_the_second_half_of_its_week() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    app.clock.advance(3 * DAY_S);
    assert_eq!(app.my_info(&session).await.header("authorization"), None);
    app.clock.advance(12 * HOUR_S);
    let answer = app.my_info(&session).await;
    let renewed = answer
        .header("authorization")
        .unwrap()
        .strip_prefix("Bearer ")
        .unwrap();
    let renewed = Proof::Bearer(renewed.to_owned());
    app.clock.advance(59);
    app.my_info(&session).await.expect(200);
    app.clock.advance(1);
    app.my_info(&session).await.expect_error("E001B");
    app.clock.advance(3 * DAY_S);
    app.my_info(&renewed).await.expect(200);
}

#[tokio::test]
async fn logging_out_ends_the_renewed_session_too() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    app.clock.advance(4 * DAY_S);
    let answer = app.my_info(&session).await;
    let renewed = answer
        .header("authorization")
        .unwrap()
        .strip_prefix("Bearer ")
        .unwrap();
    let renewed = Proof::Bearer(renewed.to_owned());
    app.logout(&session).await.expect(204);
    app.my_info(&renewed).await.expect_error("E001A");
}
