//! `POST /user/logout` and `POST /user/logout-everywhere`, and the lifetime of a session.

use crate::suite::prelude::*;

async fn log_out_everywhere(app: &TestApp, credentials: &Credentials) -> Answer {
    app.send(app.request(Method::POST, "/api/user/logout-everywhere", credentials))
        .await
}

#[tokio::test]
async fn a_session_is_invalid_after_the_logout() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    app.my_info(&session).await.ok();
    app.logout(&session).await.expect(204);
    app.my_info(&session).await.refused("E001A");
    app.logout(&session).await.refused("E001A");
}

#[tokio::test]
async fn another_device_stays_logged_in() {
    let app = TestApp::start().await;
    let phone = app.member(&person(1)).await;
    let tablet = app.session(&person(1)).await;
    app.logout(&phone).await.expect(204);
    app.my_info(&tablet).await.ok();
}

#[tokio::test]
async fn a_session_expires_after_seven_days_without_use() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    app.clock.advance(7 * DAY_S);
    app.my_info(&session).await.refused("E001B");
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
    let renewed = Credentials::Bearer(renewed.to_owned());
    app.clock.advance(59);
    app.my_info(&session).await.ok();
    app.clock.advance(1);
    app.my_info(&session).await.refused("E001B");
    app.clock.advance(3 * DAY_S);
    app.my_info(&renewed).await.ok();
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
    let renewed = Credentials::Bearer(renewed.to_owned());
    app.logout(&session).await.expect(204);
    app.my_info(&renewed).await.refused("E001A");
}

#[tokio::test]
async fn logging_out_everywhere_ends_all_sessions_of_this_person_only() {
    let app = TestApp::start().await;
    let registration_token = app.registration_token(&person(1)).await;
    let phone = app.member(&person(1)).await;
    let tablet = app.session(&person(1)).await;
    let other = app.member(&person(2)).await;
    app.clock.advance(4 * DAY_S);
    let answer = app.my_info(&tablet).await;
    let renewed = answer.header("authorization").unwrap();
    let renewed = Credentials::Bearer(renewed.strip_prefix("Bearer ").unwrap().to_owned());
    log_out_everywhere(&app, &phone).await.expect(204);
    for session in [&phone, &tablet, &renewed] {
        app.my_info(session).await.refused("E001A");
    }
    app.review_status(&registration_token, &person(1))
        .await
        .refused("E001");
    log_out_everywhere(&app, &phone).await.refused("E001A");
    app.my_info(&other).await.ok();
    let again = app.session(&person(1)).await;
    app.my_info(&again).await.ok();
}

#[tokio::test]
async fn the_twenty_first_session_ends_the_oldest() {
    let app = TestApp::start().await;
    let oldest = app.member(&person(1)).await;
    app.clock.advance(MINUTE_S);
    let mut others = Vec::new();
    for _ in 1..20 {
        others.push(app.session(&person(1)).await);
    }
    app.my_info(&oldest).await.ok();
    others.push(app.session(&person(1)).await);
    app.my_info(&oldest).await.refused("E001A");
    for session in &others {
        app.my_info(session).await.ok();
    }
}

#[tokio::test]
async fn concurrent_logins_leave_twenty_sessions() {
    let app = TestApp::start().await;
    let person = person(1);
    let first = app.member(&person).await;
    let mut sessions = join_all((0..25).map(|_| app.session(&person))).await;
    sessions.push(first);
    let answers = join_all(sessions.iter().map(|session| app.my_info(session))).await;
    let n_open = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(n_open, 20);
}
