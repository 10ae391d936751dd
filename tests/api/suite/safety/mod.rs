//! Blocks and reports: two members who must not see each other again.

mod access;
mod again;
mod blocks;
mod leave_no_trace;
mod out_of_sight;
mod queue;
mod reports;

use sea_orm::Statement;

use super::introductions::{list, say};
use super::matches::{leave, list as list_matches, put as put_of_match, send as send_note};
use crate::suite::prelude::*;

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
    app.delete(&path, who).await
}

async fn list_blocks(app: &TestApp, who: &Credentials) -> Vec<Value> {
    let answer = app.get(BLOCKS, who).await.ok();
    answer["blocks"].as_array().unwrap().clone()
}

async fn list_news(app: &TestApp, who: &Credentials) -> Vec<Value> {
    let answer = app.get("/api/news", who).await.ok();
    answer["news"].as_array().unwrap().clone()
}

/// Returns the text that a query selects.
async fn text(app: &TestApp, sql: &str) -> String {
    let reads = &app.running.app.database.reads;
    let statement = Statement::from_string(reads.get_database_backend(), sql.to_owned());
    let row = reads.query_one_raw(statement).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

/// Selects columns of the reports by a LINE user.
fn select_reports(columns: &str, line_user_id: &str) -> String {
    format!(
        "SELECT {columns} FROM report JOIN account ON account.id = reporter_id \
         WHERE line_user_id = '{line_user_id}'"
    )
}

/// Returns the snapshot of the only report by a LINE user.
async fn snapshot(app: &TestApp, line_user_id: &str) -> Value {
    let stored = text(app, &select_reports("snapshot", line_user_id)).await;
    serde_json::from_str(&stored).unwrap()
}

/// Returns the number of reports by a LINE user.
async fn reports_of(app: &TestApp, line_user_id: &str) -> i64 {
    app.number(&select_reports("COUNT(*)", line_user_id)).await
}

/// Makes every call about an introduction or a match with this id, and returns the answers.
async fn all_calls(app: &TestApp, who: &Credentials, id: &str) -> Vec<(&'static str, Answer)> {
    let of_match = json!({ "matchId": id, "category": "PHOTO" });
    let of_introduction = json!({ "introductionId": id });
    let mut answers = calls_in_sight(app, who, id).await;
    answers.extend([
        ("block", block(app, who, &of_introduction).await),
        ("block a match", block(app, who, &of_match).await),
        ("report", report(app, who, &of_match).await),
    ]);
    answers
}

/// Makes every call about an introduction or a match that needs a pair in the caller's sight.
async fn calls_in_sight(app: &TestApp, who: &Credentials, id: &str) -> Vec<(&'static str, Answer)> {
    let put = async |what: &str, body: Value| put_of_match(app, who, id, what, &body).await;
    let notes = format!("/api/matches/{id}/notes");
    vec![
        ("yes", say(app, who, id, "YES").await),
        ("no", say(app, who, id, "NO").await),
        ("notes", app.get(&notes, who).await),
        ("note", send_note(app, who, id, "Hello?").await),
        ("contact", put("contact", json!({ "line": null })).await),
        ("read", put("read", json!({ "noteId": 1 })).await),
        ("met", put("met", json!({ "met": true })).await),
        ("leave", leave(app, who, id).await),
    ]
}

/// Checks that both members see nothing of each other any more, and that every call about the pair except a block
/// or a report gets the same answer as for an id that never existed.
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
        let expected = calls_in_sight(app, who, NEVER).await;
        for ((call, expected), (_, answer)) in
            expected.iter().zip(calls_in_sight(app, who, id).await)
        {
            assert_eq!(expected.status, 404, "{call}");
            assert_eq!(answer.seen(), expected.seen(), "{call}");
        }
    }
}
