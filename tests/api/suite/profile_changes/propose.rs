//! Proposals: made, replaced, withdrawn and counted. The old values stand meanwhile.

use enmusubi_conformance::changes::changes_cases;

use super::{N_ALL, N_OPEN, changes, count, profile, propose, withdraw};
use crate::suite::prelude::*;

const NOTHING: &str = r#"{"changes":null,"photos":[],"proposedAt":null,"latestDecision":null}"#;

fn nothing() -> Value {
    serde_json::from_str(NOTHING).unwrap()
}

#[tokio::test]
async fn a_proposal_waits_and_the_profile_keeps_its_values() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    assert_eq!(changes(&app, &session).await, nothing());
    let before = profile(&app, &session).await;
    // The nickname is the stored one, and the height is written as a form writes it.
    let body =
        json!({ "height": "１７５", "nickname": before["nickname"], "school": " 臺灣大學 " });
    let answer = propose(&app, &session, &body).await.expect(202);
    let expected = json!({
        "changes": { "height": 175, "school": "臺灣大學" }, "photos": [],
        "proposedAt": "2026-11-21T04:00:00.000Z", "latestDecision": null,
    });
    assert_eq!(answer, expected);
    assert_eq!(changes(&app, &session).await, expected);
    assert_eq!(profile(&app, &session).await, before);
    let info = app.my_info(&session).await.ok();
    assert_eq!(info["reviewStatus"], "APPROVED");
}

#[tokio::test]
async fn a_new_proposal_replaces_the_earlier_one_as_a_whole() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    propose(&app, &session, &json!({ "height": 175, "smoke": true }))
        .await
        .expect(202);
    app.clock.advance(MINUTE_S);
    let answer = propose(&app, &session, &json!({ "drink": false })).await;
    let answer = answer.expect(202);
    assert_eq!(answer["changes"], json!({ "drink": false }));
    assert_eq!(answer["proposedAt"], "2026-11-21T04:01:00.000Z");
    app.clock.advance(MINUTE_S);
    // The same proposal again keeps its place in the queue.
    let again = propose(&app, &session, &json!({ "drink": false })).await;
    assert_eq!(again.expect(202), answer);
    assert_eq!(count(&app, N_OPEN).await, 1);
    assert_eq!(count(&app, N_ALL).await, 2);
    // No value that the member took back is kept.
    let kept = "SELECT COUNT(*) FROM profile_change WHERE CAST(proposed AS TEXT) LIKE '%height%'";
    assert_eq!(count(&app, kept).await, 0);
}

#[tokio::test]
async fn a_proposal_without_a_difference_withdraws_the_earlier_one() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let before = profile(&app, &session).await;
    let same = json!({ "height": before["height"], "city": before["city"] });
    assert_eq!(propose(&app, &session, &same).await.expect(202), nothing());
    assert_eq!(count(&app, N_ALL).await, 0);
    propose(&app, &session, &json!({ "height": 180 }))
        .await
        .expect(202);
    assert_eq!(propose(&app, &session, &same).await.expect(202), nothing());
    assert_eq!(count(&app, N_OPEN).await, 0);
}

#[tokio::test]
async fn a_member_withdraws_a_proposal_and_may_do_so_again() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    propose(&app, &session, &json!({ "height": 180 }))
        .await
        .expect(202);
    for _ in 0..2 {
        let answer = withdraw(&app, &session).await;
        assert_eq!(answer.status, 204);
        assert!(answer.bytes.is_empty());
        assert_eq!(changes(&app, &session).await, nothing());
    }
    propose(&app, &session, &json!({ "height": 181 }))
        .await
        .expect(202);
}

#[tokio::test]
async fn proposals_match_the_vectors() {
    let app = TestApp::start().await;
    let mut session = approved(&app, &person(1)).await;
    for case in changes_cases() {
        // The files that vectors name do not exist here. `review_calls/file_uses.rs` tests proposals with files.
        if case.names_a_file() {
            continue;
        }
        let answer = propose(&app, &session, &Value::Object(case.sent)).await;
        if case.is_forbidden {
            answer.refused("E008");
        } else if !case.errors.is_empty() {
            answer.expect_field_errors(&case.errors, &case.name);
        } else {
            let changes = answer.expect(202)["changes"].clone();
            let members = changes.as_object().cloned().unwrap_or_default();
            let mut names: Vec<&String> = members.keys().collect();
            let mut expected: Vec<&String> = case.changed.iter().collect();
            names.sort();
            expected.sort();
            assert_eq!(names, expected, "{}", case.name);
        }
        // A day later, so that the test does not reach the limit of proposals.
        app.clock.advance(DAY_S);
        session = app.session(&person(1)).await;
    }
}

#[tokio::test]
async fn only_reviewed_fields_are_accepted() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    for (field, value) in [
        ("account", json!(person(1))),
        ("password", json!(person(1))),
        ("matchGender", json!("ANY")),
        ("valueItem", json!([])),
        ("recommendDistanceKm", json!(50)),
        ("aboutMe", json!("On Sundays I bake.")),
        ("mbti", json!("INTJ")),
        ("latitude", json!(25)),
        ("longitude", json!(121)),
        ("reviewStatus", json!("APPROVED")),
        ("later", Value::Null),
    ] {
        let body = json!({ "height": 180, field: value });
        let error = propose(&app, &session, &body).await.refused("E008");
        assert!(error["fields"].is_null(), "{field}");
    }
    assert_eq!(count(&app, N_ALL).await, 0);
}

#[tokio::test]
async fn broken_rules_come_back_together_and_keep_the_earlier_proposal() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let body = json!({ "height": 180 });
    let before = propose(&app, &session, &body).await.expect(202);
    let body = json!({
        "photoNameList": [], "height": 20, "birthday": "2020-01-01", "nickname": "", "school": "A",
    });
    let error = propose(&app, &session, &body).await.refused("E002");
    let paths = error["fields"].as_array().unwrap().iter();
    let paths: Vec<&str> = paths.map(|it| it["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["nickname", "height", "birthday", "photoNameList"]);
    let error = propose(&app, &session, &json!({})).await.refused("E002");
    assert_eq!(error["fields"].as_array().unwrap().len(), 24);
    assert_eq!(changes(&app, &session).await, before);
}

#[tokio::test]
async fn a_flood_of_proposals_is_refused_with_the_time_to_wait() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    for n in 0..20 {
        let body = json!({ "height": 180 + n });
        propose(&app, &session, &body).await.expect(202);
        app.clock.advance(MINUTE_S);
    }
    let answer = propose(&app, &session, &json!({ "height": 220 })).await;
    let wait_s = 7 * DAY_S - 20 * MINUTE_S;
    assert_eq!(
        answer.header("retry-after"),
        Some(wait_s.to_string().as_str())
    );
    answer.refused("E005");
    let open = changes(&app, &session).await;
    assert_eq!(open["changes"], json!({ "height": 199 }));
    // A repeated proposal does not count again, and a withdrawal is always possible.
    propose(&app, &session, &json!({ "height": 199 }))
        .await
        .expect(202);
    assert_eq!(withdraw(&app, &session).await.status, 204);
    propose(&app, &session, &json!({ "height": 220 }))
        .await
        .refused("E005");
    app.clock.advance(wait_s);
    let session = app.session(&person(1)).await;
    propose(&app, &session, &json!({ "height": 220 }))
        .await
        .expect(202);
    propose(&app, &session, &json!({ "height": 221 }))
        .await
        .refused("E005");
    assert_eq!(count(&app, N_ALL).await, 20, "the oldest counts no more");
    app.clock.advance(HOUR_S);
}

#[tokio::test]
async fn proposals_at_the_same_time_leave_one_open() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let bodies: Vec<Value> = (0..10).map(|n| json!({ "height": 180 + n })).collect();
    let answers = join_all(bodies.iter().map(|body| propose(&app, &session, body))).await;
    assert!(answers.iter().all(|answer| answer.status == 202));
    assert_eq!(count(&app, N_OPEN).await, 1);
    assert_eq!(count(&app, N_ALL).await, 10);
}
