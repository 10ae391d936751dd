//! The circle: how many people a member could still be introduced to, in rounded numbers.
//!
//! The steps of the numbers are secret. A group of fewer than 20 has no number for any member, and one of 50 or more has
//! a number for each. The tests register the member with the circle last: the server itself looks every few seconds for
//! members who ask, and would count a circle without the people who are still to come.

use super::super::profile::ProfileBuilder;
use super::set::{put, requests_answered};
use super::{approved, as_woman, choose, list, say};
use crate::suite::prelude::*;

async fn circle(app: &TestApp, credentials: &Credentials) -> Value {
    let page = app.get("/api/introductions", credentials).await;
    page.ok()["circle"].clone()
}

async fn put_conditions(app: &TestApp, who: &Credentials, conditions: &Value) {
    let body = json!({ "valueItem": conditions });
    put(app, "/api/preferences", who, &body).await;
}

/// Makes the set of the next day, after the member has said no to all introductions.
async fn next_day(app: &TestApp, who: &Credentials) {
    for introduction in list(app, who).await {
        let id = introduction["introductionId"].as_str().unwrap();
        say(app, who, id, "NO").await.ok();
    }
    app.clock.advance(DAY_S);
    introduce(app).await;
}

fn too_few() -> Value {
    json!({ "size": "fewer than 20", "without": [] })
}

/// Returns true for a number that groups of 50 to 99 have.
fn is_of_fifty(number: &Value) -> bool {
    number == 20 || number == 50
}

#[tokio::test]
async fn the_circle_is_rounded_and_small_numbers_are_not_told() {
    let couple = Couple::introduced().await;
    assert_eq!(circle(&couple.app, &couple.man).await, too_few());

    let app = TestApp::start().await;
    let no_smokers = json!([
        { "type": "SMOKE", "value": false }, { "type": "DRINK", "value": true },
    ]);
    // 55 women fit, 50 smoke, and 19 do not drink.
    for n in 2..=125 {
        approved(&app, n, |it| {
            as_woman(it)
                .with("smoke", (57..=106).contains(&n))
                .with("drink", n <= 106)
        })
        .await;
    }
    // The member meets five of the 55 women.
    let him = approved(&app, 1, |it| it.with("valueItem", no_smokers)).await;
    introduce(&app).await;
    let seen = circle(&app, &him).await;
    assert!(is_of_fifty(&seen["size"]), "{seen}");
    let [smoke] = seen["without"].as_array().unwrap().as_slice() else {
        panic!("{seen}");
    };
    assert_eq!(smoke["type"], "SMOKE");
    assert!(is_of_fifty(&smoke["more"]), "{seen}");
}

#[tokio::test]
async fn a_condition_that_nobody_meets_does_not_count_those_who_meet_the_rest() {
    let app = TestApp::start().await;
    for n in 1..=55 {
        woman(&app, n).await;
    }
    let giants = json!([{ "type": "HEIGHT", "from": 230, "to": 0 }]);
    let him = approved(&app, 100, |it| it.with("valueItem", giants.clone())).await;
    introduce(&app).await;
    assert_eq!(circle(&app, &him).await, too_few());
    app.clock.advance(MINUTE_S);
    // A change takes effect with the next set, also if the member becomes available again before. The member meets five
    // women in that set, so fifty are left, a number that every member sees.
    put_conditions(&app, &him, &json!([])).await;
    choose(&app, &him, Some("FOREVER"), false).await;
    choose(&app, &him, None, false).await;
    requests_answered(&app).await;
    assert_eq!(circle(&app, &him).await, too_few());
    next_day(&app, &him).await;
    let all = circle(&app, &him).await;
    assert!(is_of_fifty(&all["size"]), "{all}");
    put_conditions(&app, &him, &giants).await;
    next_day(&app, &him).await;
    assert_eq!(circle(&app, &him).await, too_few());
}

#[tokio::test]
async fn the_circle_stays_for_seven_days_and_then_has_nobody_whom_the_member_has_met() {
    let app = TestApp::start().await;
    for n in 1..=55 {
        woman(&app, n).await;
    }
    let him = man(&app, 100).await;
    introduce(&app).await;
    let first = circle(&app, &him).await;
    assert!(is_of_fifty(&first["size"]), "{first}");
    for day in 1..7 {
        let him = app.session(&person(100)).await;
        next_day(&app, &him).await;
        assert_eq!(circle(&app, &him).await, first, "day {day}");
    }
    // He has met 40 of the women by now.
    let him = app.session(&person(100)).await;
    next_day(&app, &him).await;
    assert_eq!(circle(&app, &him).await, too_few());
}

#[tokio::test]
async fn a_member_who_has_to_answer_first_has_no_circle() {
    let app = TestApp::start().await;
    for n in 1..=14 {
        woman(&app, n).await;
    }
    let him = man(&app, 100).await;
    introduce(&app).await;
    assert_eq!(circle(&app, &him).await, too_few());
    app.clock.advance(DAY_S);
    introduce(&app).await;
    assert_eq!(list(&app, &him).await.len(), 8);
    assert_eq!(circle(&app, &him).await, Value::Null);
    next_day(&app, &him).await;
    assert_eq!(circle(&app, &him).await, too_few());
}

#[tokio::test]
async fn the_circle_has_nobody_who_hides_from_the_member() {
    let app = TestApp::start().await;
    let works_at = |employer: &'static str| {
        move |profile: ProfileBuilder| profile.with("employerId", employer)
    };
    for n in 1..=55 {
        let her = approved(&app, n, |it| works_at("google")(as_woman(it))).await;
        choose(&app, &her, None, true).await;
    }
    let colleague = approved(&app, 100, works_at("google")).await;
    let stranger = approved(&app, 101, works_at("apple")).await;
    introduce(&app).await;
    assert_eq!(list(&app, &colleague).await.len(), 0);
    assert_eq!(list(&app, &stranger).await.len(), 5);
    assert_eq!(circle(&app, &colleague).await, too_few());
    let seen = circle(&app, &stranger).await;
    assert!(is_of_fifty(&seen["size"]), "{seen}");
    // The other direction: the man hides, and the women do not.
    choose(&app, &colleague, None, true).await;
    for n in 1..=55 {
        let her = app.session(&person(n)).await;
        choose(&app, &her, None, false).await;
    }
    app.clock.advance(7 * DAY_S);
    introduce(&app).await;
    let colleague = app.session(&person(100)).await;
    assert_eq!(circle(&app, &colleague).await, too_few());
}
