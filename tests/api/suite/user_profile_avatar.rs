//! `PUT /user-profile/avatar`: the member chooses an avatar from their own pictures.

use super::review;
use crate::suite::prelude::*;

const PATH: &str = "/api/user-profile/avatar";

async fn choose(app: &TestApp, credentials: &Credentials, name: &str) -> Answer {
    put(app, credentials, &json!({ "avatar": name })).await
}

async fn put(app: &TestApp, credentials: &Credentials, body: &Value) -> Answer {
    app.put(PATH, credentials, body).await
}

async fn avatar_of(app: &TestApp, session: &Credentials) -> String {
    let info = app.my_info(session).await.ok();
    info["avatar"]["fileId"].as_str().unwrap().to_owned()
}

async fn decided(app: &TestApp, actions: &[ReviewAction]) {
    for action in actions {
        review::decided(app, &person(1), *action, "").await;
    }
}

#[tokio::test]
async fn a_new_picture_becomes_the_avatar_and_is_shown() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let first_photo = avatar_of(&app, &session).await;
    let name = app.photo(&session).await;
    let chosen = choose(&app, &session, &name).await.ok();
    assert_eq!(chosen["avatar"]["fileId"], name);
    let url = chosen["avatar"]["url"].as_str().unwrap();
    let picture = app.get(url, &Credentials::None).await;
    assert_eq!(picture.header("content-type"), Some("image/jpeg"));
    let info = app.my_info(&session).await.ok();
    assert_eq!(info["avatar"]["fileId"], name);
    assert_eq!(
        info["photos"][0]["fileId"], first_photo,
        "the photos do not change"
    );
    assert_eq!(info["photos"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_photo_of_the_profile_can_be_chosen_and_the_choice_repeated() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    let names = [app.photo(&credentials).await, app.photo(&credentials).await];
    let profile = app.profile_of(&person(1)).await;
    let body = profile.with("photoNameList", names.to_vec()).build();
    app.create_user_profile(&credentials, &body)
        .await
        .expect(201);
    let session = app.session(&person(1)).await;
    assert_eq!(avatar_of(&app, &session).await, names[0]);
    for _ in 0..2 {
        let chosen = choose(&app, &session, &names[1]).await.ok();
        assert_eq!(chosen["avatar"]["fileId"], names[1]);
    }
    assert_eq!(avatar_of(&app, &session).await, names[1]);
    choose(&app, &session, &names[0]).await.ok();
    app.clock.advance(2 * DAY_S);
    app.running.app.file_cleanup.run().await.unwrap();
    let info = app.my_info(&session).await.ok();
    assert_eq!(
        info["photos"].as_array().unwrap().len(),
        2,
        "a photo is listed without being the avatar"
    );
}

#[tokio::test]
async fn the_avatar_stays_and_the_replaced_one_is_deleted() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let (old, new) = (app.photo(&session).await, app.photo(&session).await);
    choose(&app, &session, &old).await.ok();
    let stored = |name: &str| format!("SELECT COUNT(*) FROM upload WHERE name = '{name}'");
    app.clock.advance(DAY_S / 2);
    choose(&app, &session, &new).await.ok();
    app.clock.advance(DAY_S);
    app.running.app.file_cleanup.run().await.unwrap();
    assert_eq!(app.number(&stored(&old)).await, 0);
    assert_eq!(app.number(&stored(&new)).await, 1);
    assert_eq!(avatar_of(&app, &session).await, new);
    let info = app.my_info(&session).await.ok();
    let url = info["avatar"]["url"].as_str().unwrap();
    assert_eq!(app.get(url, &Credentials::None).await.status, 200);
    choose(&app, &session, &old).await.refused("E003");
}

#[tokio::test]
async fn files_that_cannot_be_the_avatar_get_the_same_refusal() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let other = app.member(&person(2)).await;
    let document = app.document(&session).await;
    let theirs = app.photo(&other).await;
    let their_photo = avatar_of(&app, &other).await;
    let stale = app.photo(&session).await;
    app.clock.advance(DAY_S + 1);
    let mine = avatar_of(&app, &session).await;
    let first = choose(&app, &session, "0").await;
    for name in [
        theirs.as_str(),
        &their_photo,
        &document,
        &stale,
        &format!("{}.jpg", "0".repeat(32)),
        &format!("../{mine}"),
        &format!("./{mine}"),
        &format!("/{mine}"),
        &format!("{mine}/../{mine}"),
        "../../enmusubi.db",
        "/etc/passwd",
        "C:\\me.jpg",
        "%2e%2e%2fme.jpg",
        "me.jpg\u{0}",
        "' OR 1=1 --",
        "https://example.com/me.jpg",
    ] {
        let answer = choose(&app, &session, name).await;
        assert_eq!(answer.bytes, first.bytes, "{name}");
        answer.refused("E003");
    }
    assert_eq!(avatar_of(&app, &session).await, mine);
}

#[tokio::test]
async fn a_picture_of_a_document_cannot_become_the_avatar() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    let badge = app.document(&credentials).await;
    let profile = app.profile_of(&person(1)).await;
    let body = profile.with_document(&badge).build();
    app.create_user_profile(&credentials, &body)
        .await
        .expect(201);
    let session = app.session(&person(1)).await;
    choose(&app, &session, &badge).await.refused("E003");
}

#[tokio::test]
async fn a_rejected_or_suspended_member_may_not_choose() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let name = app.photo(&session).await;
    decided(&app, &[ReviewAction::Reject]).await;
    choose(&app, &session, &name).await.refused("E008");
    choose(&app, &session, "0").await.refused("E008");
    decided(&app, &[ReviewAction::Appeal, ReviewAction::Approve]).await;
    choose(&app, &session, &name).await.ok();
    decided(&app, &[ReviewAction::Suspend]).await;
    let again = app.session(&person(1)).await;
    choose(&app, &again, &name).await.refused("E008");
}

#[tokio::test]
async fn an_invalid_body_is_refused() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    for body in [
        json!({}),
        json!({ "avatar": null }),
        json!({ "avatar": "" }),
        json!({ "avatar": " " }),
        json!({ "avatar": 1 }),
        json!({ "avatar": ["a.jpg"] }),
        json!({ "avatar": { "fileId": "a.jpg" } }),
        json!([]),
    ] {
        put(&app, &session, &body).await.refused("E009");
    }
}

#[tokio::test]
async fn concurrent_choices_leave_one_avatar_and_no_orphaned_file() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let mut names = Vec::new();
    for _ in 0..6 {
        names.push(app.photo(&session).await);
    }
    let answers = join_all(names.iter().map(|name| choose(&app, &session, name))).await;
    for answer in answers {
        answer.ok();
    }
    let chosen = avatar_of(&app, &session).await;
    assert!(names.contains(&chosen));
    app.clock.advance(2 * DAY_S);
    app.running.app.file_cleanup.run().await.unwrap();
    let n_files = app.count("upload").await;
    assert_eq!(n_files, 2, "the photo of the profile, and the avatar");
    assert_eq!(avatar_of(&app, &session).await, chosen);
}
