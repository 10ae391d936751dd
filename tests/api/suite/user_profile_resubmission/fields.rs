//! The accepted fields of a resubmission, the refused ones, and the profile afterwards.

use super::{
    ask, asked_for, asked_member, count, faults, info_of, n_resubmissions, pending, resubmit,
};
use crate::suite::prelude::*;

#[tokio::test]
async fn the_requested_field_is_replaced_and_the_profile_waits_for_review() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["aboutMe", "valueItem[0].to", "height"]).await;
    let before = info_of(&app, &session).await;
    assert_eq!(before["reviewStatus"], "NEEDS_INFO");
    assert_eq!(
        before["review"]["askedFields"],
        json!(["height", "aboutMe", "valueItem"])
    );
    assert_eq!(before["review"]["reasons"].as_array().unwrap().len(), 3);
    let body = json!({
        "height": "１６５", "aboutMe": " 換一個新的自我介紹，再長一點。 ",
        "valueItem": [{ "type": "AGE", "to": 40 }, { "type": "HEIGHT" }],
    });
    let answer = resubmit(&app, &session, &body).await.ok();
    assert_eq!(answer, pending());
    let mut expected = before;
    expected["reviewStatus"] = json!("PENDING");
    expected["review"] = json!({ "reasons": [] });
    expected["waiting"] = json!({
        "submittedAt": "2026-11-21T04:00:00.000Z", "isAppeal": false, "usual": null,
        "place": { "number": 1, "isLater": false },
    });
    expected["profile"]["height"] = json!(165);
    expected["profile"]["aboutMe"] = json!("換一個新的自我介紹，再長一點。");
    expected["profile"]["valueItem"] = json!([{ "type": "AGE", "from": 0, "to": 40 }]);
    assert_eq!(info_of(&app, &session).await, expected);
    let steps = "SELECT COUNT(*) FROM review_event WHERE action = 'RESUBMIT' AND actor = 'user' \
        AND from_status = 'NEEDS_INFO' AND to_status = 'PENDING'";
    assert_eq!(count(&app, steps).await, 1);
}

#[tokio::test]
async fn every_field_can_be_requested_and_sent_unchanged() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let before = info_of(&app, &session).await;
    let profile = before["profile"].as_object().unwrap();
    for (n_rounds, (field, value)) in (1..).zip(profile) {
        ask(&app, &[field]).await;
        let mut body = json!({});
        body[field] = value.clone();
        resubmit(&app, &session, &body).await.ok();
        assert_eq!(info_of(&app, &session).await, before, "{field}");
        assert_eq!(n_resubmissions(&app).await, n_rounds);
    }
}

#[tokio::test]
async fn fields_that_were_not_requested_are_refused_and_nothing_changes() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["height"]).await;
    let before = info_of(&app, &session).await;
    for other in [
        json!({ "nickname": "新名字" }),
        json!({ "nickname": null }),
        json!({ "password": person(1) }),
        json!({ "latitude": 25.0, "longitude": 121.5 }),
        json!({ "photoNameList": [] }),
        json!({ "reviewStatus": "APPROVED" }),
        json!({ "": 1 }),
    ] {
        let mut both = other.clone();
        both["height"] = json!(165);
        for body in [&other, &both] {
            resubmit(&app, &session, body).await.refused("E008");
        }
    }
    assert_eq!(info_of(&app, &session).await, before);
    assert_eq!(n_resubmissions(&app).await, 0);
}

#[tokio::test]
async fn a_violation_is_reported_with_its_path_and_nothing_changes() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["height", "aboutMe", "personalityTagIds"]).await;
    let before = info_of(&app, &session).await;
    let body = json!({ "personalityTagIds": [1, 999_999], "aboutMe": " ", "height": 119 });
    let refused = resubmit(&app, &session, &body).await.refused("E002");
    let errors = faults(&refused);
    assert_eq!(errors[..2], [("height", "range"), ("aboutMe", "required")]);
    assert!(
        errors[2..]
            .iter()
            .all(|(path, _)| path.starts_with("personalityTagIds["))
    );
    let refused = resubmit(&app, &session, &json!({})).await;
    let refused = refused.refused("E002");
    let required = ["height", "aboutMe", "personalityTagIds"].map(|path| (path, "required"));
    assert_eq!(faults(&refused), required);
    assert_eq!(info_of(&app, &session).await, before);
    let one_of_three = json!({ "height": 165 });
    resubmit(&app, &session, &one_of_three).await.ok();
    let after = info_of(&app, &session).await;
    assert_eq!(after["profile"]["aboutMe"], before["profile"]["aboutMe"]);
}

#[tokio::test]
async fn the_latest_decision_decides_which_fields_are_requested() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["height"]).await;
    resubmit(&app, &session, &json!({ "height": 165 }))
        .await
        .ok();
    ask(&app, &["school"]).await;
    let info = info_of(&app, &session).await;
    assert_eq!(info["review"]["askedFields"], json!(["school"]));
    let old = json!({ "height": 166 });
    resubmit(&app, &session, &old).await.refused("E008");
    let new = json!({ "school": "臺灣大學" });
    resubmit(&app, &session, &new).await.ok();
    let profile = &info_of(&app, &session).await["profile"];
    assert_eq!(
        (&profile["height"], &profile["school"]),
        (&json!(165), &new["school"])
    );
}

#[tokio::test]
async fn a_birthday_that_was_not_requested_is_not_checked() {
    let app = TestApp::start().await;
    asked_for(&app, &["height"]).await;
    app.clock.set_date("2091-01-01");
    let session = app.session(&person(1)).await;
    let body = json!({ "height": 165 });
    resubmit(&app, &session, &body).await.ok();
    ask(&app, &["birthday", "height"]).await;
    let refused = resubmit(&app, &session, &body).await.refused("E002");
    assert_eq!(faults(&refused), [("birthday", "over_age")]);
}

async fn cell(app: &TestApp) -> (i64, i64) {
    let row = app.number("SELECT cell_row FROM profile").await;
    (row, app.number("SELECT cell_column FROM profile").await)
}

#[tokio::test]
async fn a_location_that_was_not_requested_does_not_change() {
    let app = TestApp::start().await;
    let profile = app.profile_of(&person(1)).await;
    let profile = profile.with("latitude", 24.987).with("longitude", 121.234);
    let session = asked_member(&app, profile, &["height"]).await;
    resubmit(&app, &session, &json!({ "height": 165 }))
        .await
        .ok();
    assert_eq!(cell(&app).await, (499, 2424));
    ask(&app, &["city"]).await;
    resubmit(&app, &session, &json!({ "city": "TW-KHH" }))
        .await
        .ok();
    assert_eq!(cell(&app).await, (499, 2424), "the cell of the coordinates");
    ask(&app, &["longitude"]).await;
    let without = json!({ "latitude": null, "longitude": null });
    resubmit(&app, &session, &without).await.ok();
    let of_the_city = cell(&app).await;
    assert_ne!(of_the_city, (499, 2424));
    ask(&app, &["city"]).await;
    resubmit(&app, &session, &json!({ "city": "TW-TPE" }))
        .await
        .ok();
    assert_eq!(
        cell(&app).await,
        (500, 2431),
        "a profile without coordinates moves with its city"
    );
}

#[tokio::test]
async fn new_coordinates_come_in_pairs_and_only_their_cell_is_stored() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["latitude"]).await;
    let info = info_of(&app, &session).await;
    let asked = &info["review"]["askedFields"];
    assert_eq!(*asked, json!(["latitude", "longitude"]));
    let half = json!({ "latitude": 24.987_654_321 });
    let refused = resubmit(&app, &session, &half).await.refused("E002");
    assert_eq!(faults(&refused), [("longitude", "incomplete_pair")]);
    let pair = json!({ "latitude": 24.987_654_321, "longitude": 121.234_567_891 });
    let key = "f3b51f0a-4a4e-4b43-8d0b-0a3b1c2d3e4f";
    super::resubmit_with_key(&app, &session, &pair, key)
        .await
        .ok();
    assert_eq!(cell(&app).await, (499, 2424));
    let stored = app.database.dump();
    for exact in ["24.98765", "121.23456"] {
        let is_there = stored
            .windows(exact.len())
            .any(|bytes| bytes == exact.as_bytes());
        assert!(!is_there, "{exact}");
    }
    let profile = info_of(&app, &session).await["profile"].clone();
    assert_eq!(profile.get("latitude"), None::<&Value>);
}

#[tokio::test]
async fn an_unconfirmed_mailbox_is_refused() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["reviewLink"]).await;
    let body = json!({ "verifyMethod": "WORK_EMAIL", "employerId": "google", "reviewLink": "" });
    let refused = resubmit(&app, &session, &body).await.refused("E002");
    let errors = faults(&refused);
    assert_eq!(errors[0], ("verifyMethod", "email_unconfirmed"));
    let link = json!({ "reviewLink": "https://www.example.com/in/ming" });
    resubmit(&app, &session, &link).await.ok();
}

#[tokio::test]
async fn a_confirmed_mailbox_verifies_the_employment_and_is_attached_to_the_account() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["reviewLink"]).await;
    let confirmed = format!(
        "INSERT INTO work_email (mailbox_hash, line_user_id, employer_id, expires_at_ms) \
         VALUES ('hash', '{}', 'google', {})",
        person(1),
        (app.clock.now_s() + 1) * 1000
    );
    let database = &app.running.app.database.writes;
    database.execute_unprepared(&confirmed).await.unwrap();
    let body = json!({ "verifyMethod": "WORK_EMAIL", "employerId": "google", "reviewLink": "" });
    resubmit(&app, &session, &body).await.ok();
    let profile = &info_of(&app, &session).await["profile"];
    assert_eq!(profile["verifyMethod"], "WORK_EMAIL");
    let bound =
        "SELECT COUNT(*) FROM work_email JOIN account ON account.id = work_email.account_id";
    assert_eq!(count(&app, bound).await, 1);
}
