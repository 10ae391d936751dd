//! The `waiting` of `GET /user/my-info`: since when a profile waits, its place in the queue, and the usual time.

use super::review::STATES;
use crate::suite::prelude::*;

async fn waiting(app: &TestApp, session: &Credentials) -> Value {
    let info = app.my_info(session).await.ok();
    info.get("waiting").cloned().unwrap_or_default()
}

fn place(number: u32) -> Value {
    json!({ "number": number, "isLater": false })
}

#[tokio::test]
async fn a_waiting_member_sees_their_place_and_nothing_of_others() {
    let app = TestApp::start().await;
    let first = app.member(&person(1)).await;
    app.clock.advance(HOUR_S);
    let second = app.member(&person(2)).await;
    assert_eq!(waiting(&app, &first).await["place"], place(1));
    let expected = json!({
        "submittedAt": "2026-11-21T05:00:00.000Z",
        "isAppeal": false,
        "place": place(2),
        "usual": null,
    });
    assert_eq!(waiting(&app, &second).await, expected);
    decided(&app, &person(1), ReviewAction::Claim, "").await;
    // The first case stays before the second one until it is decided.
    assert_eq!(waiting(&app, &second).await["place"], place(2));
    decided(&app, &person(1), ReviewAction::Approve, "").await;
    assert_eq!(waiting(&app, &second).await["place"], place(1));
}

#[tokio::test]
async fn a_member_whose_profile_is_with_a_reviewer_has_no_place() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    decided(&app, &person(1), ReviewAction::Claim, "").await;
    let waits = waiting(&app, &session).await;
    assert_eq!(waits["place"], Value::Null);
    assert_eq!(waits["submittedAt"], "2026-11-21T04:00:00.000Z");
    decided(&app, &person(1), ReviewAction::Release, "").await;
    assert_eq!(waiting(&app, &session).await["place"], place(1));
}

#[tokio::test]
async fn a_resubmission_starts_at_the_end_of_the_queue() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    decided(&app, &person(1), ReviewAction::AskForInfo, "aboutMe").await;
    app.clock.advance(MINUTE_S);
    app.member(&person(2)).await;
    app.clock.advance(MINUTE_S);
    let body = json!({ "aboutMe": "I like long walks and short meetings, too." });
    let path = "/api/user-profile/resubmission";
    app.put(path, &session, &body).await.ok();
    let waits = waiting(&app, &session).await;
    assert_eq!(waits["place"], place(2));
    assert_eq!(waits["submittedAt"], "2026-11-21T04:02:00.000Z");
}

#[tokio::test]
async fn a_member_who_does_not_wait_has_no_waiting_time() {
    let app = TestApp::start().await;
    for (n, actions) in (1..).zip(STATES) {
        app.member(&person(n)).await;
        for action in actions {
            decided(&app, &person(n), *action, "aboutMe").await;
        }
        let session = app.session(&person(n)).await;
        let waits = waiting(&app, &session).await;
        assert_eq!(waits.is_null(), !actions.is_empty(), "{actions:?} {waits}");
    }
}

#[tokio::test]
async fn the_usual_time_is_that_of_the_last_seven_days() {
    let app = TestApp::start().await;
    for n in 1..=20 {
        app.member(&person(n)).await;
        app.clock.advance(i64::from(n) * MINUTE_S);
        if n < 20 {
            decided(&app, &person(n), ReviewAction::Approve, "").await;
        }
    }
    let usual = async || {
        let session = app.session(&person(21)).await;
        waiting(&app, &session).await["usual"].clone()
    };
    app.member(&person(21)).await;
    assert_eq!(
        usual().await,
        Value::Null,
        "nineteen cases would tell of one"
    );
    decided(&app, &person(20), ReviewAction::Reject, "").await;
    // All members who wait share the numbers of a minute.
    assert_eq!(usual().await, Value::Null);
    app.clock.advance(MINUTE_S);
    let expected = json!({ "halfWithinMinutes": 10, "mostWithinMinutes": 18 });
    assert_eq!(usual().await, expected);
    app.clock.advance(7 * DAY_S - MINUTE_S);
    assert_eq!(usual().await, Value::Null, "older decisions do not count");
}

#[tokio::test]
async fn a_place_in_a_long_queue_is_counted_up_to_a_thousand() {
    let app = TestApp::start().await;
    app.member(&person(1)).await;
    app.clock.advance(MINUTE_S);
    let session = app.member(&person(2)).await;
    let copy = |n: u32| {
        format!(
            "INSERT INTO review_case (account_id, kind, subject, evidence, employer_id, urgency, submitted_at_ms,
                due_at_ms, state, version, lease_until_ms, fence)
            WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < {n})
            SELECT account_id, kind, subject, evidence, employer_id, urgency, submitted_at_ms,
                due_at_ms, state, version, lease_until_ms, fence
            FROM review_case, counted WHERE review_case.id = (SELECT MIN(id) FROM review_case)"
        )
    };
    let writes = &app.running.app.database.writes;
    writes.execute_unprepared(&copy(998)).await.unwrap();
    let last = json!({ "number": 1000, "isLater": false });
    assert_eq!(waiting(&app, &session).await["place"], last);
    writes.execute_unprepared(&copy(500)).await.unwrap();
    let later = json!({ "number": 1000, "isLater": true });
    assert_eq!(waiting(&app, &session).await["place"], later);
}
