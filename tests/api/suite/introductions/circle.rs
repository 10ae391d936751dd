//! The circle: how many people a member could still be introduced to, in rounded numbers.
//!
//! The tests register the member with the circle last: the server itself looks every few seconds for members who ask,
//! and would count a circle without the people who are still to come.

use serde_json::{Value, json};

use super::super::app::{Credentials, TestApp, person};
use super::super::profile::ProfileBuilder;
use super::super::time::DAY_S;
use super::set::{put, requests_answered};
use super::{Couple, approved, as_woman, choose, introduce, list, man, say, woman};

async fn circle(app: &TestApp, credentials: &Credentials) -> Value {
    let page = app.get("/api/introductions", credentials).await;
    page.expect(200)["circle"].clone()
}

#[tokio::test]
async fn the_circle_is_rounded_and_small_numbers_are_not_told() {
    let couple = Couple::introduced().await;
    assert_eq!(
        circle(&couple.app, &couple.man).await,
        json!({ "size": "fewer than 5", "without": [] })
    );

    let app = TestApp::start().await;
    let no_smokers = json!([
        { "type": "SMOKE", "value": false }, { "type": "DRINK", "value": true },
    ]);
    // 13 women fit, 6 smoke, and 2 do not drink.
    for n in 2..=22 {
        approved(&app, n, |it| {
            as_woman(it)
                .with("smoke", (15..=20).contains(&n))
                .with("drink", n <= 20)
        })
        .await;
    }
    // He meets five of the 13.
    let him = approved(&app, 1, |it| it.with("valueItem", no_smokers)).await;
    introduce(&app).await;
    let expected = json!({ "size": 5, "without": [{ "type": "SMOKE", "more": 5 }] });
    assert_eq!(circle(&app, &him).await, expected);
}

#[tokio::test]
async fn the_circle_is_counted_once_a_day() {
    let app = TestApp::start().await;
    for n in 1..=11 {
        woman(&app, n).await;
    }
    let him = man(&app, 100).await;
    introduce(&app).await;
    let size = async || circle(&app, &him).await["size"].clone();
    // He has met five of them.
    assert_eq!(size().await, 5);
    let tall = json!([{ "type": "HEIGHT", "from": 220, "to": 0 }]);
    put(
        &app,
        "/api/preferences",
        &him,
        &json!({ "valueItem": tall }),
    )
    .await;
    choose(&app, &him, Some("FOREVER"), false).await;
    choose(&app, &him, None, false).await;
    requests_answered(&app).await;
    assert_eq!(size().await, 5);
    app.clock.advance(DAY_S);
    introduce(&app).await;
    assert_eq!(size().await, "fewer than 5");
}

#[tokio::test]
async fn the_circle_has_nobody_whom_the_member_has_met() {
    let app = TestApp::start().await;
    let small = json!([{ "type": "HEIGHT", "from": 0, "to": 150 }]);
    let with_condition = |profile: ProfileBuilder| profile.with("valueItem", small.clone());
    for n in 1..=10 {
        woman(&app, n).await;
    }
    let him = approved(&app, 100, with_condition).await;
    // None of them meets his condition, so ten more would fit without it.
    introduce(&app).await;
    let height = |more| json!([{ "type": "HEIGHT", "more": more }]);
    assert_eq!(circle(&app, &him).await["without"], height(10));
    let put_conditions = async |conditions: &Value| {
        let body = json!({ "valueItem": conditions });
        put(&app, "/api/preferences", &him, &body).await;
    };
    put_conditions(&json!([])).await;
    app.clock.advance(DAY_S);
    introduce(&app).await;
    assert_eq!(list(&app, &him).await.len(), 5);
    assert_eq!(
        circle(&app, &him).await,
        json!({ "size": 5, "without": [] })
    );
    put_conditions(&small).await;
    app.clock.advance(DAY_S);
    introduce(&app).await;
    assert_eq!(circle(&app, &him).await["without"], height(5));
}

#[tokio::test]
async fn a_member_who_has_to_answer_first_has_no_circle() {
    let app = TestApp::start().await;
    for n in 1..=14 {
        woman(&app, n).await;
    }
    let him = man(&app, 100).await;
    introduce(&app).await;
    assert_eq!(circle(&app, &him).await["size"], 5);
    app.clock.advance(DAY_S);
    introduce(&app).await;
    let open = list(&app, &him).await;
    assert_eq!(open.len(), 8);
    assert_eq!(circle(&app, &him).await, Value::Null);
    for introduction in &open {
        let id = introduction["introductionId"].as_str().unwrap();
        say(&app, &him, id, "NO").await.expect(200);
    }
    app.clock.advance(DAY_S);
    introduce(&app).await;
    assert_eq!(circle(&app, &him).await["size"], "fewer than 5");
}

#[tokio::test]
async fn the_circle_has_nobody_who_hides_from_the_member() {
    let app = TestApp::start().await;
    let works_at = |employer: &'static str| {
        move |profile: ProfileBuilder| profile.with("employerId", employer)
    };
    for n in 1..=11 {
        let her = approved(&app, n, |it| works_at("google")(as_woman(it))).await;
        choose(&app, &her, None, true).await;
    }
    let colleague = approved(&app, 100, works_at("google")).await;
    let stranger = approved(&app, 101, works_at("apple")).await;
    introduce(&app).await;
    assert_eq!(list(&app, &colleague).await.len(), 0);
    assert_eq!(list(&app, &stranger).await.len(), 5);
    assert_eq!(circle(&app, &colleague).await["size"], "fewer than 5");
    assert_eq!(circle(&app, &stranger).await["size"], 5);
    // The other direction: he hides, and the women do not.
    choose(&app, &colleague, None, true).await;
    for n in 1..=11 {
        let her = app.session(&person(n)).await;
        choose(&app, &her, None, false).await;
    }
    app.clock.advance(DAY_S);
    introduce(&app).await;
    assert_eq!(circle(&app, &colleague).await["size"], "fewer than 5");
}
