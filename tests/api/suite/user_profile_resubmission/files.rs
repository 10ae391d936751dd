//! Photos and documents of a resubmission: left in place, reordered, replaced and deleted.

use super::{asked_member, count, decided, faults, info_of, pending, resubmit, wait_until_left};
use crate::suite::prelude::*;

/// Registers the first person with three photos, requests `path`, and returns the session and the
/// photos' names.
async fn with_three_photos(app: &TestApp, path: &str) -> (Credentials, Vec<String>) {
    let credentials = app.id_token(&person(1));
    let mut names = Vec::new();
    for _ in 0..3 {
        names.push(app.photo(&credentials).await);
    }
    let profile = app.profile_of(&person(1)).await;
    // The builder's own photo stays unattached.
    let profile = profile.with("photoNameList", names.clone());
    (asked_member(app, profile, &[path]).await, names)
}

/// Waits until the file is deleted, which happens after the answer.
async fn wait_until_gone(app: &TestApp, name: &str) {
    let sql = format!("SELECT COUNT(*) FROM upload WHERE name = '{name}'");
    wait_until_left(app, &sql, 0).await;
    assert!(!is_stored(app, name).await);
}

fn photo_names(info: &Value) -> Vec<&str> {
    let photos = info["photos"].as_array().unwrap();
    let names = photos.iter().map(|photo| photo["fileId"].as_str().unwrap());
    names.collect()
}

fn photos(names: &[&str]) -> Value {
    json!({ "photoNameList": names })
}

/// Returns whether the file is stored. The file store and the table must agree.
async fn is_stored(app: &TestApp, name: &str) -> bool {
    let has_blob = app.files.folder.join(name).exists();
    let sql = format!("SELECT COUNT(*) FROM upload WHERE name = '{name}'");
    assert_eq!(count(app, &sql).await == 1, has_blob, "{name}");
    has_blob
}

#[tokio::test]
async fn photos_can_be_reordered() {
    let app = TestApp::start().await;
    let (session, names) = with_three_photos(&app, "photoNameList[0]").await;
    let turned: Vec<&str> = names.iter().rev().map(String::as_str).collect();
    let answer = resubmit(&app, &session, &photos(&turned)).await;
    assert_eq!(answer.ok(), pending());
    let info = info_of(&app, &session).await;
    assert_eq!(photo_names(&info), turned);
    assert_eq!(info["profile"]["photoNameList"], json!(turned));
    for name in &names {
        assert!(is_stored(&app, name).await);
    }
}

#[tokio::test]
async fn a_new_photo_is_attached_and_omitted_ones_are_deleted() {
    let app = TestApp::start().await;
    let (session, names) = with_three_photos(&app, "photoNameList[1]").await;
    let new = app.photo(&session).await;
    let before = app.my_info(&session).await.ok();
    let old_url = before["photos"][0]["url"].as_str().unwrap();
    assert_eq!(app.get(old_url, &Credentials::None).await.status, 200);
    let slots = json!({ "photoNameList": [names[2], null, new, ""] });
    resubmit(&app, &session, &slots).await.ok();
    let info = info_of(&app, &session).await;
    assert_eq!(photo_names(&info), [&names[2], &new]);
    for gone in &names[..2] {
        wait_until_gone(&app, gone).await;
    }
    let answer = app.get(old_url, &Credentials::None).await;
    answer.refused("E003");
    app.clock.advance(2 * DAY_S);
    app.running.app.file_cleanup.run().await.unwrap();
    for stored in [&names[2], &new] {
        assert!(is_stored(&app, stored).await, "{stored}");
    }
}

#[tokio::test]
async fn a_missing_file_is_reported_with_its_path_and_nothing_changes() {
    let app = TestApp::start().await;
    let (session, names) = with_three_photos(&app, "photoNameList").await;
    let deleted = app.photo(&session).await;
    app.clock.advance(DAY_S + 1);
    app.running.app.file_cleanup.run().await.unwrap();
    let before = info_of(&app, &session).await;
    let other = app.member(&person(2)).await;
    let theirs = app.photo(&other).await;
    let their_info = app.my_info(&other).await.ok();
    let their_photo = photo_names(&their_info)[0];
    let unknown = format!("{}.jpg", "0".repeat(32));
    for missing in [&deleted, &theirs, their_photo, &unknown] {
        let body = photos(&[&names[0], missing]);
        let refused = resubmit(&app, &session, &body).await.refused("E002");
        assert_eq!(faults(&refused), [("photoNameList[1]", "upload_missing")]);
    }
    for (body, path, code) in [
        (json!([]), "photoNameList", "required"),
        (json!([null, ""]), "photoNameList", "required"),
        (json!([names[0], names[0]]), "photoNameList[1]", "duplicate"),
        (
            json!([names[0], "../a.jpg"]),
            "photoNameList[1]",
            "upload_name",
        ),
        (
            json!([{ "picked": true }]),
            "photoNameList[0]",
            "upload_missing",
        ),
        (json!(vec!["a"; 7]), "photoNameList", "too_many"),
    ] {
        let body = json!({ "photoNameList": body });
        let refused = resubmit(&app, &session, &body).await.refused("E002");
        assert_eq!(faults(&refused), [(path, code)]);
    }
    assert_eq!(info_of(&app, &session).await, before);
    for name in [&theirs, their_photo] {
        assert!(is_stored(&app, name).await);
    }
}

async fn choose_avatar(app: &TestApp, session: &Credentials, name: &str) {
    let answer = app
        .put(
            "/api/user-profile/avatar",
            session,
            &json!({ "avatar": name }),
        )
        .await;
    answer.ok();
}

#[tokio::test]
async fn an_omitted_photo_is_deleted_and_is_no_longer_the_avatar() {
    let app = TestApp::start().await;
    let (session, names) = with_three_photos(&app, "photoNameList").await;
    choose_avatar(&app, &session, &names[0]).await;
    let info = app.my_info(&session).await.ok();
    let url = info["avatar"]["url"].as_str().unwrap();
    let body = photos(&[&names[2], &names[1]]);
    resubmit(&app, &session, &body).await.ok();
    let info = info_of(&app, &session).await;
    assert_eq!(
        info["avatar"]["fileId"],
        names[2].as_str(),
        "the first photo"
    );
    wait_until_gone(&app, &names[0]).await;
    app.get(url, &Credentials::None).await.refused("E003");
}

#[tokio::test]
async fn an_avatar_that_is_not_omitted_stays() {
    for n in [0, 1] {
        let app = TestApp::start().await;
        let (session, names) = with_three_photos(&app, "photoNameList").await;
        let of_its_own = app.photo(&session).await;
        let avatar = [&names[1], &of_its_own][n];
        choose_avatar(&app, &session, avatar).await;
        let body = photos(&[&names[2], &names[1]]);
        resubmit(&app, &session, &body).await.ok();
        wait_until_gone(&app, &names[0]).await;
        let info = info_of(&app, &session).await;
        assert_eq!(info["avatar"]["fileId"], avatar.as_str());
        assert!(is_stored(&app, avatar).await);
    }
}

/// Registers the first person with a document, requests `path`, and returns the session and the
/// document's name.
async fn with_document(app: &TestApp, path: &str) -> (Credentials, String) {
    let badge = app.document(&app.id_token(&person(1))).await;
    let profile = app.profile_of(&person(1)).await;
    let profile = profile.with_document(&badge);
    (asked_member(app, profile, &[path]).await, badge)
}

#[tokio::test]
async fn a_new_document_replaces_the_old_one() {
    let app = TestApp::start().await;
    let (session, old) = with_document(&app, "verifyTempFileName").await;
    let new = app.document(&session).await;
    let body = json!({ "verifyTempFileName": new });
    resubmit(&app, &session, &body).await.ok();
    let info = info_of(&app, &session).await;
    assert_eq!(info["profile"]["verifyTempFileName"], new.as_str());
    wait_until_gone(&app, &old).await;
    assert!(is_stored(&app, &new).await);
    let row =
        format!("SELECT COUNT(*) FROM document WHERE file_id = '{new}' AND decided_at_ms IS NULL");
    assert_eq!(count(&app, &row).await, 1);
    assert_eq!(count(&app, "SELECT COUNT(*) FROM document").await, 1);
    app.clock.advance(2 * DAY_S);
    app.running.app.file_cleanup.run().await.unwrap();
    assert!(is_stored(&app, &new).await);
}

#[tokio::test]
async fn a_requested_document_may_be_replaced_by_a_link() {
    let app = TestApp::start().await;
    let (session, badge) = with_document(&app, "verifyTempFileName").await;
    let info = info_of(&app, &session).await;
    let asked_fields = &info["review"]["askedFields"];
    let verification = [
        "verifyMethod",
        "employerId",
        "reviewLink",
        "verifyTempFileName",
        "verifyDescription",
    ];
    assert_eq!(*asked_fields, json!(verification));
    let link = "https://www.example.com/in/ming";
    let body = json!({ "verifyMethod": "LINK", "reviewLink": link });
    resubmit(&app, &session, &body).await.ok();
    let info = info_of(&app, &session).await;
    assert_eq!(info["profile"]["verifyMethod"], "LINK");
    assert_eq!(info["profile"]["verifyTempFileName"], "");
    wait_until_gone(&app, &badge).await;
    assert_eq!(count(&app, "SELECT COUNT(*) FROM document").await, 0);
}

#[tokio::test]
async fn a_document_stays_when_another_verification_field_is_sent() {
    let app = TestApp::start().await;
    let (session, badge) = with_document(&app, "verifyDescription").await;
    let body = json!({ "verifyDescription": "第二頁有公司名稱" });
    resubmit(&app, &session, &body).await.ok();
    assert!(is_stored(&app, &badge).await);
    assert_eq!(count(&app, "SELECT COUNT(*) FROM document").await, 1);
}

#[tokio::test]
async fn a_document_is_deleted_a_month_after_the_decision() {
    let app = TestApp::start().await;
    let (session, badge) = with_document(&app, "height").await;
    let body = json!({ "height": 165 });
    resubmit(&app, &session, &body).await.ok();
    decided(&app, &[ReviewAction::Approve]).await;
    app.clock.advance(30 * DAY_S);
    app.running.app.file_cleanup.run().await.unwrap();
    assert!(is_stored(&app, &badge).await);
    app.clock.advance(1);
    app.running.app.file_cleanup.run().await.unwrap();
    assert!(!is_stored(&app, &badge).await);
    assert_eq!(count(&app, "SELECT COUNT(*) FROM document").await, 0);
}
