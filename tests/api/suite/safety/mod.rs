//! Blocks and reports: two members who must not see each other again.

mod access;
mod again;
mod blocks;
mod leave_no_trace;
mod queue;
mod reports;

use reqwest::Method;
use serde_json::{Value, json};

use super::answer::Answer;
use super::app::{Credentials, TestApp};
use super::introductions::{Couple, list, say};

const BLOCKS: &str = "/api/blocks";
const REPORTS: &str = "/api/reports";
/// An id that nothing has.
const NEVER: &str = "00000000-0000-4000-8000-000000000000";

async fn block(app: &TestApp, who: &Credentials, body: &Value) -> Answer {
    app.post(BLOCKS, who, body).await
}

async fn report(app: &TestApp, who: &Credentials, body: &Value) -> Answer {
    app.post(REPORTS, who, body).await
}

async fn unblock(app: &TestApp, who: &Credentials, id: &str) -> Answer {
    let path = format!("{BLOCKS}/{id}");
    app.send(app.request(Method::DELETE, &path, who)).await
}

async fn list_blocks(app: &TestApp, who: &Credentials) -> Vec<Value> {
    let answer = app.get(BLOCKS, who).await.expect(200);
    answer["blocks"].as_array().unwrap().clone()
}

async fn list_matches(app: &TestApp, who: &Credentials) -> Vec<Value> {
    let answer = app.get("/api/matches", who).await.expect(200);
    answer["matches"].as_array().unwrap().clone()
}

async fn list_news(app: &TestApp, who: &Credentials) -> Vec<Value> {
    let answer = app.get("/api/news", who).await.expect(200);
    answer["news"].as_array().unwrap().clone()
}

async fn send_note(app: &TestApp, who: &Credentials, id: &str, text: &str) -> Answer {
    let path = format!("/api/matches/{id}/notes");
    app.post(&path, who, &json!({ "text": text })).await
}

async fn delete_account(app: &TestApp, who: &Credentials) {
    let deletion = app.request(Method::DELETE, "/api/user", who);
    app.send(deletion).await.expect(200);
}

/// Makes every call about an introduction or a match with this id, and returns the answers.
async fn all_calls(app: &TestApp, who: &Credentials, id: &str) -> Vec<(&'static str, Answer)> {
    let put = |what: &str, body: Value| {
        let path = format!("/api/matches/{id}/{what}");
        app.request(Method::PUT, &path, who).json(&body)
    };
    let notes = format!("/api/matches/{id}/notes");
    let leaving = app.request(Method::DELETE, &format!("/api/matches/{id}"), who);
    vec![
        ("yes", say(app, who, id, "YES").await),
        ("no", say(app, who, id, "NO").await),
        ("notes", app.get(&notes, who).await),
        ("note", send_note(app, who, id, "Hello?").await),
        (
            "contact",
            app.send(put("contact", json!({ "line": null }))).await,
        ),
        ("read", app.send(put("read", json!({ "noteId": 1 }))).await),
        ("met", app.send(put("met", json!({ "met": true }))).await),
        ("leave", app.send(leaving).await),
        (
            "block",
            block(app, who, &json!({ "introductionId": id })).await,
        ),
        (
            "block a match",
            block(app, who, &json!({ "matchId": id })).await,
        ),
        (
            "report",
            report(app, who, &json!({ "matchId": id, "category": "PHOTO" })).await,
        ),
    ]
}

/// Checks that both members see nothing of each other any more, and that every call about the pair gets the same
/// answer as for an id that never existed.
async fn is_over_for_both(couple: &Couple) {
    let Couple {
        app,
        man,
        woman,
        id,
    } = couple;
    for who in [man, woman] {
        assert_eq!(list(app, who).await.len(), 0);
        assert_eq!(list_matches(app, who).await.len(), 0);
        let news = list_news(app, who).await;
        let of_pair = news.iter().filter(|entry| entry.get("matchId").is_some());
        assert_eq!(of_pair.count(), 0, "{news:?}");
        let expected = all_calls(app, who, NEVER).await;
        for ((call, expected), (_, answer)) in expected.iter().zip(all_calls(app, who, id).await) {
            assert_eq!(expected.status, 404, "{call}");
            assert_eq!(answer.seen(), expected.seen(), "{call}");
        }
    }
}
