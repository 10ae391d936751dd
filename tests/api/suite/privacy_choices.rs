//! `/privacy`: an approved member's choices about being introduced and being seen.

use enmusubi_tests::privacy::privacy_cases;

use crate::suite::prelude::*;

const PATH: &str = "/api/privacy";

async fn put(app: &TestApp, credentials: &Credentials, body: &Value) -> Answer {
    app.put(PATH, credentials, body).await
}

fn choices(paused_until: Option<&str>, flag: bool) -> Value {
    json!({
        "pausedUntil": paused_until, "hideFromColleagues": flag, "showEmployer": flag,
        "readReceipts": flag,
    })
}

#[tokio::test]
async fn the_choices_are_off_until_a_member_makes_them() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let other = approved(&app, &person(2)).await;
    let off = choices(None, false);
    assert_eq!(app.get(PATH, &session).await.ok(), off);
    for body in [
        choices(Some("FOREVER"), true),
        choices(Some("2026-12-24"), false),
        choices(None, true),
    ] {
        for _ in 0..2 {
            assert_eq!(put(&app, &session, &body).await.ok(), body);
            assert_eq!(app.get(PATH, &session).await.ok(), body);
        }
    }
    assert_eq!(app.get(PATH, &other).await.ok(), off);
}

#[tokio::test]
async fn a_pause_is_over_when_its_day_begins() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let body = choices(Some("2026-11-23"), false);
    put(&app, &session, &body).await.ok();
    // It is noon on the 21st in Taipei.
    app.clock.advance(DAY_S + DAY_S / 2 - 1);
    assert_eq!(app.get(PATH, &session).await.ok(), body);
    app.clock.advance(1);
    assert_eq!(
        app.get(PATH, &session).await.ok()["pausedUntil"],
        Value::Null
    );
}

#[tokio::test]
async fn the_server_accepts_what_the_vectors_accept() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    for case in privacy_cases() {
        let answer = put(&app, &session, &case.document().into()).await;
        if case.errors.is_empty() {
            answer.ok();
            continue;
        }
        answer.expect_field_errors(&case.errors, &case.name);
    }
    let error = put(&app, &session, &choices(Some("2030-01-01"), false)).await;
    let error = error.refused("E002");
    assert_eq!(
        error["fields"][0]["params"],
        json!({ "min": 1, "max": 366 })
    );
    put(&app, &session, &json!([])).await.refused("E009");
}

#[tokio::test]
async fn the_export_has_the_choices_and_a_deletion_removes_them() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    put(&app, &session, &choices(Some("FOREVER"), true))
        .await
        .ok();
    let files = export(&app, &session).await;
    let exported: Value = serde_json::from_slice(&files["profile.json"]).unwrap();
    assert_eq!(exported["privacy"], choices(Some("FOREVER"), true));
    app.delete_account(&session).await;
    let left = "SELECT COUNT(*) FROM member_setting";
    assert_eq!(app.number(left).await, 0);
}
