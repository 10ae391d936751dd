//! The place of a member: a cell, changed without a reviewer, from the next daily set on.

use super::super::introductions::{approved as approved_with, as_woman, list};
use super::{accept, count, only_id, propose};
use crate::suite::prelude::*;

const PLACE: &str = "/api/user-profile/place";

async fn move_to(app: &TestApp, credentials: &Credentials, place: (f64, f64)) -> Answer {
    put(
        app,
        credentials,
        &json!({ "latitude": place.0, "longitude": place.1 }),
    )
    .await
}

async fn put(app: &TestApp, credentials: &Credentials, body: &Value) -> Answer {
    app.put(PLACE, credentials, body).await
}

fn back() -> Value {
    json!({ "latitude": null, "longitude": null })
}

/// Returns the cell of the only profile.
async fn cell(app: &TestApp) -> (i64, i64) {
    let row = count(app, "SELECT CAST(cell_row AS BIGINT) FROM profile").await;
    let column = count(app, "SELECT CAST(cell_column AS BIGINT) FROM profile").await;
    (row, column)
}

async fn n_changes(app: &TestApp) -> i64 {
    count(app, "SELECT COUNT(*) FROM preference_change").await
}

#[tokio::test]
async fn a_member_moves_to_a_cell_and_back_to_that_of_the_city() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let of_city = cell(&app).await;
    let answer = move_to(&app, &session, (22.626_789_1, 120.301_234_5)).await;
    // The tests begin at noon in Taipei, the time of a set.
    let next = json!({ "effectiveAt": "2026-11-22T04:00:00.000Z" });
    assert_eq!(answer.ok(), next);
    assert_eq!(cell(&app).await, (452, 2406));
    assert!(!contains(&app, "626789"), "coordinates are never stored");
    assert!(!contains(&app, "301234"));
    let answer = put(&app, &session, &back()).await;
    assert_eq!(answer.ok(), next);
    assert_eq!(cell(&app).await, of_city);
    let info = app.my_info(&session).await.ok();
    assert_eq!(info["reviewStatus"], "APPROVED", "no reviewer is needed");

    let files = export(&app, &session).await;
    let exported: Value = serde_json::from_slice(&files["profile.json"]).unwrap();
    let history = exported["preferenceChanges"].as_array().unwrap();
    assert_eq!(history.len(), 2);
    assert_eq!(history[1]["field"], "place");
    assert_eq!(
        history[1]["valueBefore"],
        json!({ "cellRow": 452, "cellColumn": 2406 })
    );
}

fn contains(app: &TestApp, text: &str) -> bool {
    let dump = app.database.dump();
    dump.windows(text.len()).any(|part| part == text.as_bytes())
}

#[tokio::test]
async fn half_a_place_and_other_fields_are_refused() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let before = cell(&app).await;
    for (body, path, code) in [
        (json!({ "latitude": 25 }), "longitude", "incomplete_pair"),
        (json!({ "longitude": 121 }), "latitude", "incomplete_pair"),
        (
            json!({ "latitude": 25, "longitude": null }),
            "longitude",
            "incomplete_pair",
        ),
        (
            json!({ "latitude": 90.5, "longitude": 121 }),
            "latitude",
            "range",
        ),
        (
            json!({ "latitude": 25, "longitude": "x" }),
            "longitude",
            "wrong_type",
        ),
    ] {
        let error = put(&app, &session, &body).await.refused("E002");
        assert_eq!(error["fields"][0]["path"], path, "{body}");
        assert_eq!(error["fields"][0]["code"], code, "{body}");
    }
    put(&app, &session, &json!({})).await.refused("E002");
    for field in ["city", "address", "height", "cellRow", "account"] {
        let body = json!({ "latitude": 25, "longitude": 121, field: 1 });
        put(&app, &session, &body).await.refused("E008");
    }
    assert_eq!(cell(&app).await, before);
    assert_eq!(n_changes(&app).await, 0);
}

#[tokio::test]
async fn a_place_changes_three_times_in_seven_days() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    for degrees in [22.0, 23.0, 24.0] {
        move_to(&app, &session, (degrees, 120.5)).await.ok();
        app.clock.advance(HOUR_S);
    }
    for body in [json!({ "latitude": 25.5, "longitude": 120.5 }), back()] {
        let answer = put(&app, &session, &body).await;
        let wait_s = (7 * DAY_S - 3 * HOUR_S).to_string();
        assert_eq!(answer.header("retry-after"), Some(wait_s.as_str()));
        answer.refused("E005");
    }
    let there = cell(&app).await;
    // The same cell is no change, and the preferences have limits of their own.
    move_to(&app, &session, (24.01, 120.51)).await.ok();
    let preference = app.request(Method::PUT, "/api/preferences", &session);
    let preference = preference.json(&json!({ "recommendDistanceKm": 40 }));
    app.send(preference).await.ok();
    assert_eq!(cell(&app).await, there);
    app.clock.advance(7 * DAY_S - 3 * HOUR_S);
    let session = app.session(&person(1)).await;
    put(&app, &session, &back()).await.ok();
    move_to(&app, &session, (22.0, 120.5)).await.refused("E005");
}

#[tokio::test]
async fn a_new_place_counts_from_the_next_set_on() {
    let app = TestApp::start().await;
    let him = approved_with(&app, 1, |it| it.with("recommendDistanceKm", 50)).await;
    woman(&app, 2).await;
    // The man is in Taipei. The woman begins in Tokyo, where no other member is, and then moves to Taipei.
    let her = approved_with(&app, 3, |it| {
        as_woman(it)
            .with("latitude", 35.69)
            .with("longitude", 139.69)
    })
    .await;
    assert_eq!(introduce(&app).await, 1);
    app.clock.advance(HOUR_S);
    move_to(&app, &her, (25.03, 121.56)).await.ok();
    // A new member wakes the job, which must not use the woman's new place before the next set.
    let newcomer = approved_with(&app, 4, |it| it.with("recommendDistanceKm", 50)).await;
    let requests = "SELECT COUNT(*) FROM introduction_request";
    let minute = std::time::Duration::from_mins(1);
    wait_until("no member waits", minute, async || {
        count(&app, requests).await == 0
    })
    .await;
    assert_eq!(list(&app, &her).await.len(), 0);
    assert_eq!(list(&app, &newcomer).await.len(), 1);
    app.clock.advance(DAY_S);
    introduce(&app).await;
    assert_eq!(list(&app, &her).await.len(), 2);
    assert_eq!(list(&app, &him).await.len(), 2);
}

#[tokio::test]
async fn a_move_within_the_cell_changes_no_answer() {
    let app = TestApp::start().await;
    let (him, her) = (man(&app, 1).await, woman(&app, 2).await);
    let first = move_to(&app, &her, (25.031, 121.531)).await;
    assert_eq!(first.status, 200);
    app.clock.advance(DAY_S);
    introduce(&app).await;
    let mut pages = Vec::new();
    for place in [
        (25.031, 121.531),
        (25.049, 121.549),
        (25.03, 121.53),
        (25.04, 121.54),
        (25.0301, 121.5499),
    ] {
        let moved = move_to(&app, &her, place).await;
        assert_eq!(moved.status, 200);
        introduce(&app).await;
        let mut page = vec![moved.bytes];
        for (credentials, path) in [
            (&him, "/api/introductions"),
            (&her, "/api/introductions"),
            (&her, "/api/preferences"),
            (&her, "/api/user/my-info"),
            (&her, "/api/user-profile/changes"),
        ] {
            page.push(app.get(path, credentials).await.bytes);
        }
        pages.push(page);
    }
    assert!(pages.iter().all(|page| *page == pages[0]));
    assert_eq!(n_changes(&app).await, 1);
}

#[tokio::test]
async fn a_new_city_takes_the_member_along_unless_they_have_moved() {
    for has_moved in [false, true] {
        let app = TestApp::start().await;
        let session = approved_with(&app, 1, |it| {
            it.with("latitude", 25.2).with("longitude", 121.4)
        })
        .await;
        propose(&app, &session, &json!({ "city": "TW-KHH" }))
            .await
            .expect(202);
        if has_moved {
            app.clock.advance(HOUR_S);
            move_to(&app, &session, (22.9, 120.6)).await.ok();
        }
        let before = cell(&app).await;
        accept(&app, &only_id(&app).await).await.unwrap();
        let after = cell(&app).await;
        assert_eq!(after == before, has_moved, "{after:?}");
        // Changing the place back to that of the city is no change, if the member is there.
        let n_before = n_changes(&app).await;
        put(&app, &session, &back()).await.ok();
        assert_eq!(n_changes(&app).await == n_before, !has_moved);
    }
}

#[tokio::test]
async fn one_open_proposal_is_a_fact_of_the_database() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    propose(&app, &session, &json!({ "height": 180 }))
        .await
        .expect(202);
    let again = "INSERT INTO profile_change (public_id, account_id, proposed, created_at_ms, reasons) \
                 SELECT 'x', account_id, proposed, 1, reasons FROM profile_change";
    let writes = &app.running.app.database.writes;
    assert!(writes.execute_unprepared(again).await.is_err());
    accept(&app, &only_id(&app).await).await.unwrap();
    assert!(writes.execute_unprepared(again).await.is_ok());
}
