//! The log of one request is found by its id: the line of the page, the line of the server, and the lines of its
//! statements in the database.

use sea_orm::{Database, DbBackend, TransactionTrait as _};
use tokio::time::sleep;

use super::matches;
use crate::suite::prelude::*;

/// Longer than the second from which a statement is slow.
const HELD: Duration = Duration::from_millis(1200);

/// Returns the lines within the span of a request.
fn lines_of(log: &CapturedLog, id: &str) -> Vec<Value> {
    let mut lines = log.lines();
    lines.retain(|line| line["span"]["name"] == "request" && line["span"]["id"] == id);
    lines
}

fn find<'a>(lines: &'a [Value], message: &str) -> Option<&'a Value> {
    let mut lines = lines.iter();
    lines.find(|line| line["fields"]["message"] == message)
}

#[tokio::test]
async fn one_id_leads_from_the_page_to_the_server_and_to_the_slow_statement() {
    let couple = Couple::matched().await;
    let app = &couple.app;
    let (log, _guard) = CapturedLog::start();
    let other = Database::connect(&app.database.url).await.unwrap();
    // Another program holds the lock that the call needs.
    let held = other.begin().await.unwrap();
    let (lock, waits_in) = match held.get_database_backend() {
        DbBackend::Sqlite => ("UPDATE lease SET fence = fence", "BEGIN"),
        _ => ("LOCK TABLE note IN ACCESS EXCLUSIVE MODE", "\"note\""),
    };
    held.execute_unprepared(lock).await.unwrap();
    let release = async {
        sleep(HELD).await;
        held.rollback().await.unwrap();
    };
    let sending = matches::send(app, &couple.man, &couple.id, "Kanarienvogel");
    let (answer, ()) = tokio::join!(sending, release);
    let id = answer.header("x-request-id").unwrap().to_owned();
    answer.expect(201);

    let lines = lines_of(&log, &id);
    let answered = find(&lines, "answered").unwrap();
    assert_eq!(answered["fields"]["route"], "/api/matches/:match_id/notes");
    let slow = find(&lines, "a statement was slow").unwrap();
    assert_eq!(slow["level"], "WARN");
    let sql = slow["fields"]["sql"].as_str().unwrap();
    assert!(sql.contains(waits_in), "{sql}");
    let duration_ms = |line: &Value| line["fields"]["duration_ms"].as_u64().unwrap();
    assert!(duration_ms(slow) >= 1000 && duration_ms(answered) >= duration_ms(slow));
    let inserted = lines.iter().find(|line| {
        let sql = line["fields"]["sql"].as_str();
        sql.is_some_and(|sql| sql.starts_with("INSERT INTO \"note\""))
    });
    assert!(
        inserted.is_some(),
        "each statement has a line for debugging"
    );
    assert!(!log.text().contains("Kanarienvogel"), "no line has a value");
    other.close().await.unwrap();

    // The page writes this line about a failure. A unit test of the page has the same text.
    let half = &id[..16];
    let message = format!("ApiError: E500 a reason (request {half})");
    let line = json!({ "level": "warn", "message": message });
    app.post("/api/logger", &Credentials::None, &line)
        .await
        .expect(204);
    let lines = log.lines();
    let of_page = lines.iter().find(|line| line["target"] == "client");
    assert_eq!(of_page.unwrap()["fields"]["message"], message.as_str());
}

#[tokio::test]
async fn a_request_names_the_batch_whose_statements_it_shared() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    decided(&app, &person(1), ReviewAction::Approve, "").await;
    let (log, _guard) = CapturedLog::start();
    let answer = app.my_info(&session).await;
    let id = answer.header("x-request-id").unwrap().to_owned();
    answer.ok();
    let lines = lines_of(&log, &id);
    let shared = find(&lines, "shared statements in a batch").unwrap();
    assert_eq!(shared["fields"]["n_requests"], 1);
    let number = &shared["fields"]["batch"];
    let lines = log.lines();
    let statements: Vec<_> = lines
        .iter()
        .filter(|line| line["span"]["name"] == "batch" && line["span"]["number"] == *number)
        .collect();
    assert!(!statements.is_empty(), "batch {number}");
    for line in statements {
        let sql = line["fields"]["sql"].as_str().unwrap();
        assert!(sql.starts_with("SELECT"), "{sql}");
    }
}
