//! The daily set: who is introduced to whom, and how often.

use super::{approved, as_woman, choose, list, say};
use crate::suite::prelude::*;

/// The time in which a member who becomes available gets introductions.
const MINUTE: Duration = Duration::from_mins(1);
const PAIRS: &str = "SELECT COUNT(*) FROM introduction";

async fn n_pairs(app: &TestApp) -> i64 {
    app.number(PAIRS).await
}

/// Waits until the server has answered all members who asked for introductions.
pub(super) async fn requests_answered(app: &TestApp) {
    let requests = "SELECT COUNT(*) FROM introduction_request";
    let answered = async || app.number(requests).await == 0;
    wait_until("nobody waits", MINUTE, answered).await;
}

pub(super) async fn put(app: &TestApp, path: &str, credentials: &Credentials, body: &Value) {
    app.put(path, credentials, body).await.ok();
}

#[tokio::test]
async fn two_members_who_fit_are_introduced_once() {
    let app = TestApp::start().await;
    let (man, woman) = (man(&app, 1).await, woman(&app, 2).await);
    introduce(&app).await;
    assert_eq!(n_pairs(&app).await, 1);
    for who in [&man, &woman] {
        let introductions = list(&app, who).await;
        assert_eq!(introductions.len(), 1);
        assert_eq!(introductions[0]["day"], "2026-11-21");
        assert_eq!(introductions[0]["expiresAt"], "2026-11-28T04:00:00.000Z");
        assert_eq!(introductions[0]["answer"], Value::Null);
    }
    let now = app.get("/api/introductions", &man).await.ok();
    assert_eq!(now["day"], "2026-11-21");
    assert_eq!(now["nextAt"], "2026-11-22T04:00:00.000Z");
    for _ in 0..3 {
        assert_eq!(introduce(&app).await, 0);
        app.clock.advance(DAY_S);
    }
    assert_eq!(n_pairs(&app).await, 1);
}

#[tokio::test]
async fn only_members_who_fit_both_ways_are_introduced() {
    let app = TestApp::start().await;
    let him = man(&app, 1).await;
    // The man would like to meet each of these women, and each would not like to meet him.
    let tall = json!([{ "type": "HEIGHT", "from": 180, "to": 0 }]);
    let picky = approved(&app, 2, |it| as_woman(it).with("valueItem", tall)).await;
    let for_women = approved(&app, 3, |it| as_woman(it).with("matchGender", "FEMALE")).await;
    let far = approved(&app, 4, |it| {
        as_woman(it)
            .with("city", "JP-13")
            .with("recommendDistanceKm", 100)
    })
    .await;
    assert_eq!(introduce(&app).await, 0);
    for who in [&him, &picky, &for_women, &far] {
        assert_eq!(list(&app, who).await.len(), 0);
    }
}

#[tokio::test]
async fn a_member_gets_five_introductions_a_day_and_none_beside_eight_open_ones() {
    let app = TestApp::start().await;
    let him = man(&app, 100).await;
    let mut women = Vec::new();
    for n in 1..=12 {
        women.push(woman(&app, n).await);
    }
    introduce(&app).await;
    assert_eq!(list(&app, &him).await.len(), 5);
    app.clock.advance(DAY_S);
    introduce(&app).await;
    let open = list(&app, &him).await;
    assert_eq!(
        open.len(),
        8,
        "three more, and then eight wait for an answer"
    );
    app.clock.advance(DAY_S);
    assert_eq!(introduce(&app).await, 0);
    for introduction in &open[..2] {
        let id = introduction["introductionId"].as_str().unwrap();
        say(&app, &him, id, "NO").await.ok();
    }
    app.clock.advance(DAY_S);
    introduce(&app).await;
    let counts = list(&app, &him).await;
    let is_open = |it: &&Value| it["answer"] == Value::Null;
    assert_eq!(counts.iter().filter(is_open).count(), 8);
    assert_eq!(n_pairs(&app).await, 10);
    // The introductions that wait for an answer come first, the oldest of them at the top.
    assert!(counts[..8].iter().all(|it| it["answer"] == Value::Null));
    let days: Vec<&str> = counts[..8]
        .iter()
        .map(|it| it["day"].as_str().unwrap())
        .collect();
    assert!(days.is_sorted());
}

#[tokio::test]
async fn members_who_are_not_available_are_not_introduced() {
    let app = TestApp::start().await;
    // None of these people is introduced to the woman.
    let paused = man(&app, 1).await;
    choose(&app, &paused, Some("FOREVER"), false).await;
    man(&app, 2).await;
    decided(&app, &person(2), ReviewAction::Suspend, "").await;
    app.member(&person(3)).await;
    man(&app, 4).await;
    app.clock.advance(14 * DAY_S + 1);
    let her = woman(&app, 5).await;
    assert_eq!(introduce(&app).await, 0);
    // The man who comes back after fourteen days is introduced.
    let back = app.session(&person(4)).await;
    assert_eq!(list(&app, &back).await.len(), 0);
    app.clock.advance(DAY_S);
    assert_eq!(introduce(&app).await, 1);
    assert_eq!(list(&app, &back).await.len(), 1);
    assert_eq!(list(&app, &her).await.len(), 1);
}

#[tokio::test]
async fn colleagues_do_not_meet_if_one_of_them_hides() {
    let app = TestApp::start().await;
    let employed = |n, employer: &'static str, is_woman: bool| {
        approved(&app, n, move |profile| {
            let profile = if is_woman { as_woman(profile) } else { profile };
            if employer.is_empty() {
                profile
            } else {
                profile.with("employerId", employer)
            }
        })
    };
    let her = employed(1, "google", true).await;
    choose(&app, &her, None, true).await;
    let colleague = employed(2, "google", false).await;
    let unknown = employed(3, "", false).await;
    let other = employed(4, "line", false).await;
    introduce(&app).await;
    for (who, n) in [(&her, 1), (&colleague, 0), (&unknown, 0), (&other, 1)] {
        assert_eq!(list(&app, who).await.len(), n);
    }
    // Without hiding, she meets the other members with the next set.
    choose(&app, &her, None, false).await;
    app.clock.advance(DAY_S);
    introduce(&app).await;
    assert_eq!(list(&app, &her).await.len(), 3);
    // Her cards stay when she hides again: cards that disappeared would tell her who works where.
    let before = app.get("/api/introductions", &her).await;
    choose(&app, &her, None, true).await;
    for (who, n) in [(&her, 3), (&colleague, 1), (&unknown, 1), (&other, 1)] {
        assert_eq!(list(&app, who).await.len(), n);
    }
    assert_eq!(
        app.get("/api/introductions", &her).await.bytes,
        before.bytes
    );
}

#[tokio::test]
async fn a_member_who_was_approved_is_introduced_within_a_minute() {
    let app = TestApp::start().await;
    let her = woman(&app, 1).await;
    introduce(&app).await;
    app.clock.advance(HOUR_S);
    // The server itself looks for members who became available.
    let him = man(&app, 2).await;
    wait_until("he is introduced", MINUTE, async || {
        list(&app, &him).await.len() == 1
    })
    .await;
    assert_eq!(list(&app, &her).await.len(), 1);
    requests_answered(&app).await;
}

#[tokio::test]
async fn the_server_makes_the_set_at_its_time() {
    let app = TestApp::start_with(|settings| {
        settings.introduction_time = Some("13:00".to_owned());
    })
    .await;
    let finished = "SELECT COUNT(*) FROM introduction_set";
    let sets = async || app.number(finished).await;
    // The tests begin at noon: the set of the day before was due.
    wait_until("a first set", MINUTE, async || sets().await == 1).await;
    app.clock.advance(HOUR_S);
    wait_until("a second set", MINUTE, async || sets().await == 2).await;
}

#[tokio::test]
async fn a_changed_preference_counts_from_the_next_set_on() {
    let app = TestApp::start().await;
    let tall = json!([{ "type": "HEIGHT", "from": 180, "to": 0 }]);
    let her = approved(&app, 1, |it| as_woman(it).with("valueItem", tall)).await;
    introduce(&app).await;
    app.clock.advance(HOUR_S);
    put(&app, "/api/preferences", &her, &json!({ "valueItem": [] })).await;
    // The woman now fits the man, who is new. Before the next set, her change should not show to any member.
    let him = man(&app, 2).await;
    requests_answered(&app).await;
    assert_eq!(list(&app, &him).await.len(), 0);
    app.clock.advance(DAY_S);
    assert_eq!(introduce(&app).await, 1);
    assert_eq!(list(&app, &him).await.len(), 1);
}

#[tokio::test]
async fn an_answer_makes_room_for_new_introductions_within_a_minute() {
    let app = TestApp::start().await;
    let him = man(&app, 100).await;
    for n in 1..=9 {
        woman(&app, n).await;
    }
    introduce(&app).await;
    app.clock.advance(DAY_S);
    introduce(&app).await;
    let open = list(&app, &him).await;
    assert_eq!(open.len(), 8);
    let id = open[0]["introductionId"].as_str().unwrap();
    say(&app, &him, id, "NO").await.ok();
    // Two days allow ten introductions, but the ninth was not possible while eight waited for an answer.
    let introduced = async || list(&app, &him).await.len() == 9;
    wait_until("there is a ninth", MINUTE, introduced).await;
}

#[tokio::test]
async fn a_day_without_a_set_that_is_due_is_refused() {
    let app = TestApp::start().await;
    for day in ["2026-11-20", "2026-11-22", "1990-01-01"] {
        let made = app.running.app.daily_sets.introduce(day.parse().ok()).await;
        let refused = made.unwrap_err().to_string();
        assert!(refused.contains("today is 2026-11-21"), "{refused}");
    }
    let made = app
        .running
        .app
        .daily_sets
        .introduce("2026-11-21".parse().ok());
    assert_eq!(made.await.unwrap().n_pairs, 0);
}
