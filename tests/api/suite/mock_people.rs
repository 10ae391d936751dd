//! The mock: made-up people around a member, who answer, and a clock that a developer moves.

use super::introductions::{list, say};
use super::matches;
use crate::suite::prelude::*;

const PEOPLE: &str = "/api/mock/people";
const CLOCK: &str = "/api/mock/clock";
/// The job that introduces members runs every 5 seconds, and debug builds on a busy machine are slow.
const SOON: Duration = Duration::from_secs(90);
/// The conditions of the test's member.
const CONDITIONS: &str =
    r#"[{ "type": "SMOKE", "value": false }, { "type": "AGE", "from": 28, "to": 42 }]"#;

/// A server with the mock, and a member who waits for a reviewer.
struct Newcomer {
    app: TestApp,
    session: Credentials,
}

impl Newcomer {
    async fn register() -> Self {
        let app = mock().await;
        let id_token = id_token(&app).await;
        let photo = app.photo(&id_token).await;
        let conditions: Value = serde_json::from_str(CONDITIONS).unwrap();
        let body = super::profile::ProfileBuilder::new(&person(1), &photo)
            .with("valueItem", conditions)
            .with("datingQuestion", "山和海？")
            .build();
        app.create_user_profile(&id_token, &body).await.expect(201);
        let token = app.login(&id_token, &person(1)).await.ok()["token"].clone();
        let session = Credentials::Bearer(token.as_str().unwrap().to_owned());
        Self { app, session }
    }

    async fn make(&self, count: u32) -> Value {
        make(&self.app, count, "zh-TW").await.ok()
    }

    async fn introductions(&self) -> Vec<Value> {
        list(&self.app, &self.session).await
    }

    /// Waits until the member has at least `n` introductions.
    async fn meet(&self, n: usize) -> Vec<Value> {
        let goal = format!("{n} introductions");
        wait_until(&goal, SOON, async || self.introductions().await.len() >= n).await;
        self.introductions().await
    }

    async fn matches(&self) -> Vec<Value> {
        matches::list(&self.app, &self.session).await
    }

    async fn move_clock(&self, change: Value) -> Answer {
        self.app.put(CLOCK, &Credentials::None, &change).await
    }
}

async fn mock() -> TestApp {
    mock_with("off").await
}

async fn mock_with(age_proof: &str) -> TestApp {
    TestApp::start_with(|settings| {
        settings.age_proof = Some(age_proof.to_owned());
        settings.mock_enable = Some(true);
        settings.liff_id = None;
        settings.line_channel_id = None;
        settings.line_channel_secret = None;
        settings.line_bot_id = None;
        settings.line_api_base = None;
    })
    .await
}

async fn id_token(app: &TestApp) -> Credentials {
    let path = format!("/api/mock/id-token?userId={}", person(1));
    let answer = app.get(&path, &Credentials::None).await.ok();
    Credentials::IdToken(answer["idToken"].as_str().unwrap().to_owned())
}

async fn make(app: &TestApp, count: u32, language: &str) -> Answer {
    let body = json!({ "userId": person(1), "count": count, "language": language });
    app.post(PEOPLE, &Credentials::None, &body).await
}

#[tokio::test]
async fn without_the_mock_there_are_no_made_up_people_and_no_clock() {
    let app = TestApp::start().await;
    make(&app, 5, "en").await.refused("E003");
    app.get(CLOCK, &Credentials::None).await.refused("E003");
    let change = json!({ "aheadMinutes": 5 });
    let moved = app.put(CLOCK, &Credentials::None, &change).await;
    moved.refused("E003");
}

#[tokio::test]
async fn a_newcomer_is_approved_and_meets_five_people() {
    let newcomer = Newcomer::register().await;
    let made = newcomer.make(24).await;
    assert_eq!(made, json!({ "people": 24, "approved": true }));
    let introductions = newcomer.meet(5).await;
    for introduction in &introductions {
        let person = &introduction["person"];
        let photos = person["photos"].as_array().unwrap().len();
        assert!((1..=4).contains(&photos), "{person}");
        let about = person["aboutMe"].as_str().unwrap();
        assert!(about.chars().any(|letter| letter > '\u{4e00}'), "{about}");
        assert_eq!(introduction["why"]["conditions"], json!(["AGE", "SMOKE"]));
    }
    // Six of 24 people do not fit. The job stores the circle after the introductions.
    let size = async || {
        let answer = newcomer.app.get("/api/introductions", &newcomer.session);
        answer.await.ok()["circle"]["size"].clone()
    };
    wait_until("a circle", SOON, async || size().await == "fewer than 20").await;
}

#[tokio::test]
async fn made_up_people_prove_their_age_where_members_do() {
    let app = mock_with("required").await;
    let id_token = id_token(&app).await;
    let photo = app.photo(&id_token).await;
    let body = super::profile::ProfileBuilder::new(&person(1), &photo);
    let without = body.clone().build();
    let refused = app.create_user_profile(&id_token, &without).await;
    refused.refused("E002");
    let document = app.document(&id_token).await;
    let body = body.with("ageProofFileName", document).build();
    app.create_user_profile(&id_token, &body).await.expect(201);
    let made = make(&app, 2, "en").await.ok();
    assert_eq!(made, json!({ "people": 2, "approved": true }));
    let checks = "SELECT COUNT(*) FROM age_check WHERE document = 'OTHER'";
    assert_eq!(app.number(checks).await, 3);
}

#[tokio::test]
async fn a_yes_becomes_a_match_and_a_note_gets_an_answer() {
    let newcomer = Newcomer::register().await;
    let Newcomer { app, session } = &newcomer;
    newcomer.make(12).await;
    for introduction in newcomer.meet(5).await {
        let id = introduction["introductionId"].as_str().unwrap();
        say(app, session, id, "YES").await.ok();
    }
    wait_until("a match", SOON, async || {
        !newcomer.matches().await.is_empty()
    })
    .await;
    let matched = newcomer.matches().await.remove(0);
    let answer = matched["answers"]["theirs"].as_str().unwrap();
    assert!(!answer.is_empty(), "{matched}");
    let id = matched["matchId"].as_str().unwrap();
    matches::send(app, session, id, "你好！").await.expect(201);
    let path = format!("/api/matches/{id}/notes");
    let n_notes = async || {
        let page = app.get(&path, session).await.ok();
        page["notes"].as_array().unwrap().len()
    };
    wait_until("an answer", SOON, async || n_notes().await == 2).await;
    let contact = json!({ "line": "https://line.me/ti/p/~newcomer" });
    matches::put(app, session, id, "contact", &contact)
        .await
        .ok();
    let theirs = async || {
        let all = newcomer.matches().await;
        let is_it = |it: &&Value| it["matchId"] == id;
        all.iter().find(is_it).unwrap()["contact"]["theirs"].clone()
    };
    wait_until("a contact", SOON, async || theirs().await.is_string()).await;
    // A made-up person's answer gets no further answer.
    assert_eq!(n_notes().await, 2);
    // A person who leaves disturbs none of the made-up people, who still have something to do.
    app.delete_account(session).await;
    app.get("/healthz", &Credentials::None).await.ok();
}

#[tokio::test]
async fn a_second_call_makes_other_people() {
    let newcomer = Newcomer::register().await;
    let Newcomer { app, .. } = &newcomer;
    decided(app, &person(1), ReviewAction::Approve, "").await;
    for _ in 0..2 {
        let made = make(app, 3, "ja").await.ok();
        assert_eq!(made, json!({ "people": 3, "approved": false }));
    }
    let listed = app.running.app.reviews.list(None).await.unwrap();
    let people: std::collections::BTreeSet<&str> = listed
        .lines()
        .filter_map(|line| line.split_whitespace().nth(1))
        .filter(|id| id.starts_with("Ufacadefacade"))
        .collect();
    assert_eq!(people.len(), 6, "{listed}");
}

#[tokio::test]
async fn the_clock_moves_and_the_next_set_comes() {
    let newcomer = Newcomer::register().await;
    let Newcomer { app, session } = &newcomer;
    let old_token = id_token(app).await;
    newcomer.make(20).await;
    let first = newcomer.meet(5).await;
    let now = app.get(CLOCK, &Credentials::None).await.ok();
    assert_eq!(
        now,
        json!({ "now": "2026-11-21T04:00:00.000Z", "aheadMinutes": 0 })
    );

    let moved = newcomer.move_clock(json!({ "toNextSet": true })).await;
    let tomorrow = json!({ "now": "2026-11-22T04:01:00.000Z", "aheadMinutes": 24 * 60 + 1 });
    assert_eq!(moved.ok(), tomorrow);
    newcomer.meet(first.len() + 3).await;
    app.login(&old_token, &person(1)).await.ok();

    // After three weeks the session has ended, and no made-up person would be available any more.
    let ahead = 21 * 24 * 60;
    let moved = newcomer.move_clock(json!({ "aheadMinutes": ahead })).await;
    assert_eq!(moved.ok()["aheadMinutes"], ahead);
    app.my_info(session).await.refused("E001B");
    let token = app.login(&old_token, &person(1)).await.ok()["token"].clone();
    let session = Credentials::Bearer(token.as_str().unwrap().to_owned());
    app.my_info(&session).await.ok();
    let is_new = async || !list(app, &session).await.is_empty();
    wait_until("introductions of that day", SOON, is_new).await;

    // Another instance on the same tables has the same clock, and so has the server after a restart.
    let other = app.another_instance().await;
    let request = app.request(Method::GET, CLOCK, &Credentials::None);
    let seen = app.send_to(&other, request).await.ok();
    assert_eq!(seen["aheadMinutes"], ahead);
    other.stop().await.unwrap();
    let back = newcomer.move_clock(json!({ "aheadMinutes": 0 })).await;
    assert_eq!(back.ok()["now"], now["now"]);
}

#[tokio::test]
async fn bodies_that_break_a_rule_change_nothing() {
    let newcomer = Newcomer::register().await;
    let Newcomer { app, session } = &newcomer;
    let post = async |body: Value| app.post(PEOPLE, &Credentials::None, &body).await;
    let me = person(1);
    let unknown = json!({ "userId": person(2), "count": 5, "language": "en" });
    post(unknown).await.refused("E003");
    let wrong = [
        (
            json!({ "userId": me, "count": 0, "language": "en" }),
            "count",
            "range",
        ),
        (
            json!({ "userId": me, "count": 51, "language": "en" }),
            "count",
            "range",
        ),
        (
            json!({ "userId": me, "count": 1.5, "language": "en" }),
            "count",
            "not_an_integer",
        ),
        (
            json!({ "userId": me, "language": "en" }),
            "count",
            "required",
        ),
        (
            json!({ "userId": me, "count": 5, "language": "xx" }),
            "language",
            "unknown_value",
        ),
        (json!({ "userId": me, "count": 5 }), "language", "required"),
        (
            json!({ "count": 5, "language": "en" }),
            "userId",
            "required",
        ),
    ];
    for (body, path, code) in wrong {
        let case = body.to_string();
        post(body).await.expect_field_errors(&[[path, code]], &case);
    }
    let malformed = app.post_text(PEOPLE, &Credentials::None, "{".to_owned());
    malformed.await.refused("E009");
    for (change, path, code) in [
        (json!({ "aheadMinutes": -1 }), "aheadMinutes", "range"),
        (json!({ "aheadMinutes": 86_401 }), "aheadMinutes", "range"),
        (json!({}), "aheadMinutes", "required"),
        (json!({ "toNextSet": "soon" }), "toNextSet", "wrong_type"),
        (
            json!({ "toNextSet": true, "aheadMinutes": 1 }),
            "toNextSet",
            "wrong_type",
        ),
    ] {
        let case = change.to_string();
        let refused = newcomer.move_clock(change).await;
        refused.expect_field_errors(&[[path, code]], &case);
    }
    newcomer
        .move_clock(json!({ "aheadMinutes": 86_400 }))
        .await
        .ok();
    let beyond = newcomer.move_clock(json!({ "toNextSet": true })).await;
    beyond.refused("E008");
    newcomer.move_clock(json!({ "aheadMinutes": 0 })).await.ok();
    let info = app.my_info(session).await.ok();
    assert_eq!(info["reviewStatus"], "PENDING");
}

#[tokio::test]
async fn a_profile_that_is_with_its_member_meets_no_one() {
    let newcomer = Newcomer::register().await;
    decided(
        &newcomer.app,
        &person(1),
        ReviewAction::AskForInfo,
        "aboutMe",
    )
    .await;
    make(&newcomer.app, 5, "en").await.refused("E008");
}
