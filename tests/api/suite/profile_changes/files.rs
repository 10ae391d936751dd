//! Photos, avatars and evidence of proposals: kept while they wait, used when accepted, and deleted otherwise.

use super::super::work_email::Office;
use super::{
    ReviewError, accept, changes, count, is_stored, only_id, photos, profile, propose, refuse,
    withdraw,
};
use crate::suite::prelude::*;

async fn clean_up(app: &TestApp, days: i64) {
    app.clock.advance(days * DAY_S);
    app.running.app.file_cleanup.run().await.unwrap();
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

async fn photo_of(app: &TestApp, session: &Credentials) -> String {
    let profile = profile(app, session).await;
    profile["photoNameList"][0].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn proposed_photos_survive_the_cleanup_and_take_the_place_of_the_old_ones() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let old = photo_of(&app, &session).await;
    let new = [app.photo(&session).await, app.photo(&session).await];
    let body = photos(&[&new[1], &old, &new[0]]);
    let answer = propose(&app, &session, &body).await.expect(202);
    assert_eq!(answer["photos"].as_array().unwrap().len(), 3);
    let url = answer["photos"][0]["url"].as_str().unwrap();
    assert_eq!(app.get(url, &Credentials::None).await.status, 200);
    clean_up(&app, 3).await;
    for name in [&new[0], &new[1], &old] {
        assert!(is_stored(&app, name).await, "{name}");
    }
    let session = app.session(&person(1)).await;
    assert_eq!(photo_of(&app, &session).await, old);
    accept(&app, &only_id(&app).await).await.unwrap();
    let names = profile(&app, &session).await["photoNameList"].clone();
    assert_eq!(names, body["photoNameList"]);

    // A photo that an accepted proposal leaves out is deleted at once.
    propose(&app, &session, &photos(&[&new[1]]))
        .await
        .expect(202);
    accept(&app, &only_id(&app).await).await.unwrap();
    assert!(!is_stored(&app, &old).await);
    assert!(!is_stored(&app, &new[0]).await);
    clean_up(&app, 3).await;
    assert!(is_stored(&app, &new[1]).await);
}

#[tokio::test]
async fn photos_of_a_refused_replaced_or_withdrawn_proposal_are_cleaned() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let old = photo_of(&app, &session).await;
    let mut gone = Vec::new();
    for n in 0..3 {
        let (new, kept) = (app.photo(&session).await, app.photo(&session).await);
        let body = photos(&[&old, &new, &kept]);
        propose(&app, &session, &body).await.expect(202);
        match n {
            0 => refuse(&app, &only_id(&app).await, "photoNameList[1]")
                .await
                .unwrap(),
            1 => drop(withdraw(&app, &session).await.expect(204)),
            _ => {
                // The next proposal has one of the photos, too.
                propose(&app, &session, &photos(&[&old, &kept]))
                    .await
                    .expect(202);
                clean_up(&app, 2).await;
                assert!(is_stored(&app, &kept).await);
                assert!(!is_stored(&app, &new).await);
                continue;
            }
        }
        gone.extend([new, kept]);
    }
    for name in &gone {
        assert!(!is_stored(&app, name).await, "{name}");
    }
    assert!(is_stored(&app, &old).await);
}

#[tokio::test]
async fn files_of_others_and_missing_ones_are_refused() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let other = approved(&app, &person(2)).await;
    let own = photo_of(&app, &session).await;
    let unknown = format!("{}.jpg", "0".repeat(32));
    let (theirs, shown) = (app.photo(&other).await, photo_of(&app, &other).await);
    for name in [&theirs, &shown, &unknown] {
        let body = photos(&[&own, name]);
        let error = propose(&app, &session, &body).await.refused("E002");
        assert_eq!(error["fields"][0]["path"], "photoNameList[1]");
        assert_eq!(error["fields"][0]["code"], "upload_missing");
    }
    let badge = app.document(&other).await;
    let body = json!({ "verifyMethod": "DOCUMENT", "verifyTempFileName": badge });
    let error = propose(&app, &session, &body).await.refused("E002");
    assert_eq!(error["fields"][0]["path"], "verifyTempFileName");
    clean_up(&app, 2).await;
    assert!(!is_stored(&app, &theirs).await, "it was not attached");
    assert!(is_stored(&app, &shown).await);
}

#[tokio::test]
async fn an_avatar_goes_with_its_photo() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let old = photo_of(&app, &session).await;
    choose_avatar(&app, &session, &old).await;
    let new = app.photo(&session).await;
    propose(&app, &session, &photos(&[&new])).await.expect(202);
    // A proposed photo is no picture of the profile yet.
    let request = app.request(Method::PUT, "/api/user-profile/avatar", &session);
    let request = request.json(&json!({ "avatar": new }));
    app.send(request).await.refused("E003");
    let avatar = async || {
        let info = app.my_info(&session).await.ok();
        info["avatar"]["fileId"].as_str().unwrap().to_owned()
    };
    assert_eq!(avatar().await, old);
    accept(&app, &only_id(&app).await).await.unwrap();
    assert_eq!(avatar().await, new, "the first photo");
    assert!(!is_stored(&app, &old).await);
}

#[tokio::test]
async fn an_avatar_that_is_proposed_as_a_photo_stays_when_another_one_is_chosen() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let old = photo_of(&app, &session).await;
    let avatar = app.photo(&session).await;
    choose_avatar(&app, &session, &avatar).await;
    propose(&app, &session, &photos(&[&avatar]))
        .await
        .expect(202);
    choose_avatar(&app, &session, &old).await;
    clean_up(&app, 2).await;
    assert!(is_stored(&app, &avatar).await);
    accept(&app, &only_id(&app).await).await.unwrap();
    assert!(is_stored(&app, &avatar).await);
}

#[tokio::test]
async fn a_new_document_belongs_to_the_proposed_employer_and_has_days_of_its_own() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let badge = app.document(&session).await;
    let body = json!({
        "employerId": "google", "verifyMethod": "DOCUMENT", "verifyTempFileName": badge,
    });
    let answer = propose(&app, &session, &body).await.expect(202);
    let expected = json!({
        "verifyMethod": "DOCUMENT", "employerId": "google", "reviewLink": "",
        "verifyTempFileName": badge, "verifyDescription": "",
    });
    assert_eq!(answer["changes"], expected, "the proof as a whole");
    clean_up(&app, 40).await;
    assert!(is_stored(&app, &badge).await);
    accept(&app, &only_id(&app).await).await.unwrap();
    clean_up(&app, 30).await;
    assert!(is_stored(&app, &badge).await);
    app.clock.advance(1);
    app.running.app.file_cleanup.run().await.unwrap();
    assert!(!is_stored(&app, &badge).await);
    assert_eq!(count(&app, "SELECT COUNT(*) FROM document").await, 0);

    // The stored document is gone, so a part of the proof needs a new one. Other fields do not.
    let session = app.session(&person(1)).await;
    let error = propose(&app, &session, &json!({ "employerId": "line" }))
        .await
        .refused("E002");
    assert_eq!(error["fields"][0]["path"], "verifyTempFileName");
    propose(&app, &session, &json!({ "height": 180 }))
        .await
        .expect(202);
    let link = json!({ "verifyMethod": "LINK", "reviewLink": "https://www.example.com/me" });
    propose(&app, &session, &link).await.expect(202);
    accept(&app, &only_id(&app).await).await.unwrap();
    let now = profile(&app, &session).await;
    assert_eq!(now["verifyMethod"], "LINK");
    assert_eq!(now["verifyTempFileName"], "");
}

#[tokio::test]
async fn a_document_of_the_profile_stays_while_a_proposal_needs_it() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    let badge = app.document(&credentials).await;
    let body = app.profile_of(&person(1)).await;
    let body = body.with_document(&badge);
    app.create_user_profile(&credentials, &body.build())
        .await
        .expect(201);
    decided(&app, &person(1), ReviewAction::Approve, "").await;
    let session = app.session(&person(1)).await;
    propose(&app, &session, &json!({ "employerId": "google" }))
        .await
        .expect(202);
    clean_up(&app, 31).await;
    assert_eq!(count(&app, "SELECT COUNT(*) FROM document").await, 0);
    assert!(is_stored(&app, &badge).await);
    refuse(&app, &only_id(&app).await, "employerId")
        .await
        .unwrap();
    clean_up(&app, 0).await;
    assert!(!is_stored(&app, &badge).await);
}

#[tokio::test]
async fn a_work_mailbox_must_be_confirmed_and_is_used_when_accepted() {
    let office = Office::open().await;
    let app = &office.app;
    let session = approved(app, &person(1)).await;
    let body = json!({ "verifyMethod": "WORK_EMAIL", "employerId": "google" });
    let error = propose(app, &session, &body).await.refused("E002");
    assert_eq!(error["fields"][0]["path"], "verifyMethod");
    office
        .confirmed(&session, "google", "ming@google.com")
        .await;
    propose(app, &session, &body).await.expect(202);
    let used = "SELECT COUNT(*) FROM work_email WHERE account_id IS NOT NULL";
    assert_eq!(count(app, used).await, 0);
    accept(app, &only_id(app).await).await.unwrap();
    assert_eq!(count(app, used).await, 1);
    assert_eq!(profile(app, &session).await["employerId"], "google");
}

#[tokio::test]
async fn a_mailbox_that_expired_while_the_proposal_waited_changes_nothing() {
    let office = Office::open().await;
    let app = &office.app;
    let session = approved(app, &person(1)).await;
    office
        .confirmed(&session, "google", "ming@google.com")
        .await;
    let body = json!({ "verifyMethod": "WORK_EMAIL", "employerId": "google" });
    propose(app, &session, &body).await.expect(202);
    app.clock.advance(31 * DAY_S);
    let id = only_id(app).await;
    let refused = accept(app, &id).await;
    assert!(matches!(refused, Err(ReviewError::EvidenceGone)));
    let session = app.session(&person(1)).await;
    assert_eq!(profile(app, &session).await["verifyMethod"], "LINK");
    assert_eq!(only_id(app).await, id, "it still waits");
    refuse(app, &id, "verifyMethod").await.unwrap();
    let now = changes(app, &session).await;
    assert_eq!(now["latestDecision"]["outcome"], "REFUSED");
}
