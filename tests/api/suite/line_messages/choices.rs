//! `/news/messages`: the topics about which a member wants messages in LINE.

use enmusubi_tests::messages::message_cases;

use super::{n_pushed, pushed, set_unreachable, start};
use crate::suite::prelude::*;

const PATH: &str = "/api/news/messages";

fn choices(flag: bool) -> Value {
    json!({ "reviews": flag, "matches": flag, "notes": flag, "introductions": flag })
}

fn with_rest(mut choices: Value, is_reachable: Option<bool>) -> Value {
    choices["isReachable"] = json!(is_reachable);
    choices["quietFrom"] = json!("21:00");
    choices["quietUntil"] = json!("09:00");
    choices
}

#[tokio::test]
async fn a_member_wants_all_messages_until_they_say_otherwise() {
    let app = start().await;
    let session = approved(&app, &person(1)).await;
    let other = approved(&app, &person(2)).await;
    assert_eq!(app.get(PATH, &session).await.ok()["notes"], true);
    assert_eq!(n_pushed(&app).await, 2);
    for flag in [false, true, false] {
        for _ in 0..2 {
            let expected = with_rest(choices(flag), Some(true));
            let stored = app.put(PATH, &session, &choices(flag)).await.ok();
            assert_eq!(stored, expected);
            assert_eq!(app.get(PATH, &session).await.ok(), expected);
        }
    }
    let others = app.get(PATH, &other).await.ok();
    assert_eq!(others, with_rest(choices(true), Some(true)));
}

#[tokio::test]
async fn a_topic_that_the_member_switched_off_sends_no_message() {
    let app = start().await;
    let him = super::super::introductions::man(&app, 1).await;
    super::super::introductions::woman(&app, 2).await;
    assert_eq!(n_pushed(&app).await, 2);
    let mut none_of_introductions = choices(true);
    none_of_introductions["introductions"] = json!(false);
    app.put(PATH, &him, &none_of_introductions).await.ok();
    introduce(&app).await;
    let seen = pushed(&app).await;
    assert_eq!(seen.len(), 3);
    assert_eq!(seen[2].to, person(2));
}

#[tokio::test]
async fn a_member_sees_that_line_does_not_reach_them() {
    let app = start().await;
    set_unreachable(&app, &[person(1)]);
    let session = approved(&app, &person(1)).await;
    n_pushed(&app).await;
    assert_eq!(app.get(PATH, &session).await.ok()["isReachable"], false);
}

#[tokio::test]
async fn the_server_accepts_what_the_vectors_accept() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    for case in message_cases() {
        let answer = app.put(PATH, &session, &case.document().into()).await;
        if case.errors.is_empty() {
            answer.ok();
        } else {
            answer.expect_field_errors(&case.errors, &case.name);
        }
    }
}

#[tokio::test]
async fn the_export_has_the_messages_and_a_deletion_removes_them() {
    let couple = Couple::introduced_on(start().await).await;
    let Couple { app, man, .. } = &couple;
    n_pushed(app).await;
    app.put(PATH, man, &choices(false)).await.ok();
    let files = export(app, man).await;
    let exported: Value = serde_json::from_slice(&files["profile.json"]).unwrap();
    let exported = &exported["lineMessages"];
    assert_eq!(exported["isReachable"], true);
    assert_eq!(exported["notes"], false);
    assert_eq!(exported["messages"][0]["topics"][0], "REVIEW");
    assert_eq!(exported["messages"][0]["outcome"], "accepted");
    app.delete_account(man).await;
    app.delete_account(&couple.woman).await;
    for table in ["line_message", "line_contact"] {
        let left = format!("SELECT COUNT(*) FROM {table}");
        assert_eq!(app.number(&left).await, 0, "{table}");
    }
}
