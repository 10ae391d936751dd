//! `/preferences`: whom an approved member would like to meet.

use crate::suite::prelude::*;

const PATH: &str = "/api/preferences";
const COUNT: &str = "SELECT COUNT(*) FROM preference_change";

async fn put(app: &TestApp, credentials: &Credentials, body: &Value) -> Answer {
    app.put(PATH, credentials, body).await
}

async fn changes(app: &TestApp) -> i64 {
    app.number(COUNT).await
}

#[tokio::test]
async fn a_member_reads_and_changes_whom_they_would_like_to_meet() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let before = app.get(PATH, &session).await.ok();
    let info = app.my_info(&session).await.ok();
    for field in ["matchGender", "valueItem", "recommendDistanceKm"] {
        assert_eq!(before[field], info["profile"][field], "{field}");
    }
    let body = json!({
        "matchGender": "ANY", "recommendDistanceKm": 25,
        "valueItem": [{ "type": "HEIGHT", "from": 160, "to": 0 }, { "type": "SMOKE", "value": false }],
    });
    let answer = put(&app, &session, &body).await.ok();
    assert_eq!(answer["matchGender"], "ANY");
    assert_eq!(answer["recommendDistanceKm"], 25);
    assert_eq!(answer["valueItem"][0]["from"], 160);
    // The tests begin at noon in Taipei, the time of a set.
    assert_eq!(answer["effectiveAt"], "2026-11-22T04:00:00.000Z");
    assert_eq!(app.get(PATH, &session).await.ok(), answer);
    let info = app.my_info(&session).await.ok();
    assert_eq!(info["profile"]["valueItem"], answer["valueItem"]);
    assert_eq!(info["reviewStatus"], "APPROVED", "no reviewer is needed");
}

#[tokio::test]
async fn an_absent_field_keeps_its_value_and_no_other_field_is_accepted() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let before = app.get(PATH, &session).await.ok();
    let answer = put(&app, &session, &json!({ "recommendDistanceKm": "３０" })).await;
    let after = answer.ok();
    assert_eq!(after["recommendDistanceKm"], 30);
    assert_eq!(after["valueItem"], before["valueItem"]);
    for field in ["height", "nickname", "account", "later"] {
        let body = json!({ "matchGender": "ANY", field: "x" });
        put(&app, &session, &body).await.refused("E008");
    }
    assert_eq!(app.get(PATH, &session).await.ok(), after);
}

#[tokio::test]
async fn null_empties_an_optional_preference_and_is_no_gender() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let wishes = json!({
        "recommendDistanceKm": 25, "valueItem": [{ "type": "SMOKE", "value": false }],
    });
    let before = put(&app, &session, &wishes).await.ok();
    let body = json!({ "matchGender": null, "valueItem": null });
    let error = put(&app, &session, &body).await.refused("E002");
    assert_eq!(error["fields"][0]["path"], "matchGender");
    assert_eq!(error["fields"][0]["code"], "required");
    assert_eq!(app.get(PATH, &session).await.ok(), before);
    let body = json!({ "valueItem": null, "recommendDistanceKm": null });
    let after = put(&app, &session, &body).await.ok();
    assert_eq!(after["matchGender"], before["matchGender"]);
    assert_eq!(after["valueItem"], json!([]));
    assert_eq!(after["recommendDistanceKm"], 0);
}

#[tokio::test]
async fn broken_rules_come_back_together_and_change_nothing() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let before = app.get(PATH, &session).await.ok();
    let body = json!({
        "matchGender": "EVERYBODY", "recommendDistanceKm": 9,
        "valueItem": [{ "type": "HEIGHT", "from": 180, "to": 160 }],
    });
    let error = put(&app, &session, &body).await.refused("E002");
    let paths: Vec<&str> = error["fields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|field| field["path"].as_str().unwrap())
        .collect();
    assert_eq!(
        paths,
        ["matchGender", "recommendDistanceKm", "valueItem[0].to"]
    );
    put(&app, &session, &json!({})).await.refused("E002");
    put(&app, &session, &json!([])).await.refused("E009");
    assert_eq!(app.get(PATH, &session).await.ok(), before);
    assert_eq!(changes(&app).await, 0);
}

#[tokio::test]
async fn each_preference_changes_three_times_in_seven_days() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    for km in [10, 20, 30] {
        put(&app, &session, &json!({ "recommendDistanceKm": km }))
            .await
            .ok();
        app.clock.advance(HOUR_S);
    }
    // The other preferences have limits of their own, but one refused change refuses them all.
    let body = json!({ "recommendDistanceKm": 40, "matchGender": "ANY" });
    let answer = put(&app, &session, &body).await;
    assert_eq!(
        answer.header("retry-after"),
        Some((7 * DAY_S - 3 * HOUR_S).to_string().as_str())
    );
    let error = answer.refused("E005");
    assert_eq!(
        error["fields"],
        json!([{ "path": "recommendDistanceKm", "code": "too_many", "params": { "max": 3 } }])
    );
    let now = app.get(PATH, &session).await.ok();
    assert_eq!(now["recommendDistanceKm"], 30);
    assert_ne!(now["matchGender"], "ANY");
    // The same value is no change, and the other preferences are free.
    let body = json!({ "recommendDistanceKm": 30, "matchGender": "ANY" });
    put(&app, &session, &body).await.ok();
    app.clock.advance(7 * DAY_S - 3 * HOUR_S);
    let session = app.session(&person(1)).await;
    put(&app, &session, &json!({ "recommendDistanceKm": 40 }))
        .await
        .ok();
    put(&app, &session, &json!({ "recommendDistanceKm": 50 }))
        .await
        .refused("E005");
    app.clock.advance(HOUR_S);
    put(&app, &session, &json!({ "recommendDistanceKm": 50 }))
        .await
        .ok();
    assert_eq!(changes(&app).await, 6);
}

#[tokio::test]
async fn each_preference_at_its_limit_is_named_in_the_order_of_the_payload() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    for (km, gender) in [(10, "ANY"), (20, "MALE"), (30, "FEMALE")] {
        let body = json!({ "recommendDistanceKm": km, "matchGender": gender });
        put(&app, &session, &body).await.ok();
        app.clock.advance(HOUR_S);
    }
    let body = json!({ "recommendDistanceKm": 40, "matchGender": "ANY", "valueItem": [] });
    let answer = put(&app, &session, &body).await;
    let error = answer.refused("E005");
    let paths: Vec<&Value> = error["fields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|field| &field["path"])
        .collect();
    assert_eq!(paths, ["matchGender", "recommendDistanceKm"]);
}

#[tokio::test]
async fn the_order_of_conditions_is_no_change() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let height = json!({ "type": "HEIGHT", "from": 160, "to": 0 });
    let smoke = json!({ "type": "SMOKE", "value": false });
    put(&app, &session, &json!({ "valueItem": [height, smoke] }))
        .await
        .ok();
    let n_changes = changes(&app).await;
    for _ in 0..5 {
        put(&app, &session, &json!({ "valueItem": [smoke, height] }))
            .await
            .ok();
        put(&app, &session, &json!({ "valueItem": [height, smoke] }))
            .await
            .ok();
    }
    assert_eq!(changes(&app).await, n_changes);
}

#[tokio::test]
async fn concurrent_changes_count_each_other() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let bodies: Vec<Value> = (10..20)
        .map(|km| json!({ "recommendDistanceKm": km }))
        .collect();
    let answers = join_all(bodies.iter().map(|body| put(&app, &session, body))).await;
    let n_accepted = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(n_accepted, 3);
    assert!(
        answers
            .iter()
            .all(|answer| [200, 429].contains(&answer.status))
    );
    assert_eq!(changes(&app).await, 3);
}

#[tokio::test]
async fn the_export_has_the_history_and_a_deletion_removes_it() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let before = app.get(PATH, &session).await.ok();
    put(&app, &session, &json!({ "matchGender": "ANY" }))
        .await
        .ok();
    app.clock.advance(HOUR_S);
    put(&app, &session, &json!({ "recommendDistanceKm": 77 }))
        .await
        .ok();
    let files = export(&app, &session).await;
    let exported: Value = serde_json::from_slice(&files["profile.json"]).unwrap();
    let history = exported["preferenceChanges"].as_array().unwrap();
    assert_eq!(history.len(), 2);
    assert_eq!(history[0]["field"], "matchGender");
    assert_eq!(history[0]["valueBefore"], before["matchGender"]);
    assert_eq!(history[0]["changedAt"], "2026-11-21T04:00:00.000Z");
    assert_eq!(history[1]["valueBefore"], before["recommendDistanceKm"]);
    app.delete_account(&session).await;
    assert_eq!(changes(&app).await, 0);
}
