//! `DELETE /user`: deletes the account and all that belongs to it, at once and permanently.

mod canary;
mod line;
mod races;

use super::review::STATES;
use crate::suite::prelude::*;

const PATH: &str = "/api/user";

async fn delete(app: &TestApp, credentials: &Credentials) -> Answer {
    app.delete(PATH, credentials).await
}

/// Counts the files of the file store.
fn n_blobs(app: &TestApp) -> usize {
    // The folder is created with its first file.
    std::fs::read_dir(&app.files.folder).map_or(0, Iterator::count)
}

/// Waits until the orphaned files and their rows are deleted.
async fn wait_until_deleted(app: &TestApp, n_left: usize) {
    wait_until(
        &format!("{n_left} files"),
        Duration::from_mins(1),
        async || {
            let rows = app.count("upload").await;
            n_blobs(app) == n_left && rows == i64::try_from(n_left).unwrap()
        },
    )
    .await;
}

async fn rows_of(app: &TestApp) -> i64 {
    let mut n_rows = 0;
    for table in [
        "account",
        "profile",
        "photo",
        "document",
        "review_event",
        "session",
        "idempotency",
        "work_email",
        "work_email_code",
    ] {
        let sql = format!("SELECT COUNT(*) FROM {table}");
        n_rows += app.number(&sql).await;
    }
    n_rows
}

#[tokio::test]
async fn a_deletion_ends_every_session_at_once_and_leaves_other_profiles() {
    let app = TestApp::start().await;
    let registration_token = app.registration_token(&person(1)).await;
    let phone = app.member(&person(1)).await;
    let tablet = app.session(&person(1)).await;
    let other = app.member(&person(2)).await;
    let body = delete(&app, &phone).await.ok();
    assert_eq!(body, json!({ "lineAccessWithdrawn": false }));
    for session in [&phone, &tablet] {
        app.my_info(session).await.refused("E001A");
    }
    app.upload(&registration_token, "me.jpg", super::picture::jpeg(), None)
        .await
        .refused("E001A");
    delete(&app, &phone).await.refused("E001A");
    let credentials = app.id_token(&person(1));
    app.review_status(&credentials, &person(1))
        .await
        .refused("E003");
    app.login(&credentials, &person(1)).await.refused("E003");
    wait_until_deleted(&app, 1).await;
    let info = app.my_info(&other).await.ok();
    let photo = info["photos"][0]["url"].as_str().unwrap();
    assert_eq!(app.get(photo, &Credentials::None).await.status, 200);
}

#[tokio::test]
async fn a_deletion_removes_every_row_and_every_file() {
    let app = TestApp::start().await;
    let body = app.profile_of(&person(1)).await.build();
    let credentials = app.id_token(&person(1));
    app.create_with_key(&credentials, &body, "0b7c1f5e-5d0a-4a3b-8e57-1d2c3b4a5f60")
        .await
        .expect(201);
    // An unattached photo.
    app.photo(&credentials).await;
    let session = app.session(&person(1)).await;
    assert_eq!(n_blobs(&app), 2);
    let info = app.my_info(&session).await.ok();
    let photo = info["photos"][0]["url"].as_str().unwrap().to_owned();
    let export = app.request(Method::POST, "/api/user/export", &session);
    let export = app.send(export).await.ok();
    delete(&app, &session).await.ok();
    assert_eq!(rows_of(&app).await, 0);
    for url in [photo.as_str(), export["url"].as_str().unwrap()] {
        app.get(url, &Credentials::None).await.refused("E003");
    }
    wait_until_deleted(&app, 0).await;
}

#[tokio::test]
async fn a_person_can_register_again_right_after_a_deletion() {
    let app = TestApp::start().await;
    let key = "0b7c1f5e-5d0a-4a3b-8e57-1d2c3b4a5f60";
    let credentials = app.id_token(&person(1));
    for _ in 0..2 {
        let registration_token = app.registration_token(&person(1)).await;
        let body = app.profile_of(&person(1)).await.build();
        let answer = app
            .create_with_key(&registration_token, &body, key)
            .await
            .expect(201);
        assert_eq!(answer["reviewStatus"], "PENDING");
        let session = app.session(&person(1)).await;
        delete(&app, &session).await.ok();
        app.review_status(&credentials, &person(1))
            .await
            .refused("E003");
    }
    assert_eq!(rows_of(&app).await, 0);
}

#[tokio::test]
async fn an_account_can_be_deleted_in_every_state_of_the_review() {
    let app = TestApp::start().await;
    for (actions, n) in STATES.into_iter().zip(1..) {
        let line_user_id = person(n);
        app.member(&line_user_id).await;
        for action in actions {
            app.clock.advance(MINUTE_S);
            decided(&app, &line_user_id, *action, "aboutMe").await;
        }
        let session = app.session(&line_user_id).await;
        delete(&app, &session).await.ok();
        let credentials = app.id_token(&line_user_id);
        app.review_status(&credentials, &line_user_id)
            .await
            .refused("E003");
    }
    assert_eq!(rows_of(&app).await, 0);
    wait_until_deleted(&app, 0).await;
}
