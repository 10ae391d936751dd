//! The traces of evidence: a reviewer sees that another account has used the same document or mailbox, and not which
//! account that is.

use enmusubi_core::review::ReviewerRole;
use enmusubi_tests::DatabaseKind;
use sea_orm::Statement;

use super::audit;
use super::picture::document;
use super::profile::ProfileBuilder;
use super::profile_changes::{accept, only_id, propose};
use super::review::{reason, try_step};
use super::reviewers::{Console, ORIGIN};
use super::work_email::Office;
use crate::suite::prelude::*;

const CASES: &str = "/api/review/cases";

/// A server with a mail server and a reviewer, who is signed in.
struct Desk {
    office: Office,
    cookie: String,
}

impl Desk {
    async fn open() -> Self {
        let change = |settings: &mut Settings| {
            settings.public_base_url = Some(ORIGIN.to_owned());
        };
        let office = Office::open_with(change).await;
        let console = Console { app: &office.app };
        let rita = console.reviewer("Rita", ReviewerRole::Reviewer, 1).await;
        Self {
            cookie: rita.cookie,
            office,
        }
    }

    /// Signs another reviewer in, because the session of the first one has ended.
    async fn with_another_reviewer(self) -> Self {
        let console = Console {
            app: &self.office.app,
        };
        let ralf = console.reviewer("Ralf", ReviewerRole::Reviewer, 2).await;
        Self {
            cookie: ralf.cookie,
            ..self
        }
    }

    const fn app(&self) -> &TestApp {
        &self.office.app
    }

    async fn call(&self, method: Method, path: &str) -> Value {
        let console = Console { app: self.app() };
        let request = console.request(method, path, &self.cookie);
        self.app().send(request).await.ok()
    }

    /// Claims the open case of a person, and returns the traces that it shows.
    async fn traces(&self, n: u32) -> Value {
        let sql = format!(
            "SELECT review_case.id FROM review_case JOIN account ON account.id = account_id \
             WHERE state = 'OPEN' AND line_user_id = '{}'",
            person(n)
        );
        let id = self.app().number(&sql).await;
        self.call(Method::PUT, &format!("{CASES}/{id}/claim")).await;
        let path = format!("{CASES}/{id}?language=en");
        self.call(Method::GET, &path).await["facts"]["traces"].take()
    }
}

async fn count(app: &TestApp, what: &str) -> i64 {
    let sql = format!("SELECT COUNT(*) FROM {what}");
    app.number(&sql).await
}

/// Registers a person with a document and logs them in.
async fn member_with(app: &TestApp, n: u32, bytes: Vec<u8>) -> Credentials {
    let credentials = app.id_token(&person(n));
    let badge = app.document_of(&credentials, bytes).await;
    let body = app.profile_of(&person(n)).await.with_document(&badge);
    app.create_user_profile(&credentials, &body.build())
        .await
        .expect(201);
    app.session(&person(n)).await
}

/// Registers a person with a mailbox and logs them in.
async fn member_with_mailbox(office: &Office, n: u32, email: &str) -> Credentials {
    let app = &office.app;
    let registration_token = app.registration_token(&person(n)).await;
    office.confirmed(&registration_token, "google", email).await;
    let photo = app.photo(&registration_token).await;
    let body = ProfileBuilder::new(&person(n), &photo)
        .without("reviewLink")
        .with("verifyMethod", "WORK_EMAIL")
        .with("employerId", "google");
    app.create_user_profile(&registration_token, &body.build())
        .await
        .expect(201);
    app.session(&person(n)).await
}

/// Rejects a profile for two reasons with the same code.
async fn rejected(app: &TestApp, n: u32) {
    let reason = |path| reason(path, "mismatch", "The name on the badge is Chen.");
    let reasons = vec![reason("verifyTempFileName"), reason("name")];
    let (server, action) = (&app.running.app, ReviewAction::Reject);
    let rejected = try_step(server, &person(n), action, reasons).await;
    rejected.unwrap();
}

fn trace(kind: &str, outcome: Option<&str>, reasons: &[&str]) -> Value {
    json!({
        "kind": kind, "isDeleted": false, "outcome": outcome, "reasons": reasons,
        "at": "2026-11-21T04:00:00.000Z",
    })
}

fn of_deleted(mut trace: Value) -> Value {
    trace["isDeleted"] = true.into();
    trace
}

#[tokio::test]
async fn the_same_document_in_another_account_is_seen_also_after_its_deletion() {
    let desk = Desk::open().await;
    let app = desk.app();
    let first = member_with(app, 1, document(1)).await;
    assert_eq!(desk.traces(1).await, json!([]));
    member_with(app, 2, document(1)).await;
    member_with(app, 3, document(2)).await;
    let undecided = trace("DOCUMENT", None, &[]);
    assert_eq!(desk.traces(1).await, json!([undecided]));
    assert_eq!(desk.traces(2).await, json!([undecided]));
    assert_eq!(desk.traces(3).await, json!([]));
    let photos = "upload WHERE purpose = 'PHOTO' AND evidence_hash IS NOT NULL";
    assert_eq!(count(app, photos).await, 0);

    app.clock.advance(11 * 60);
    app.running.app.reviews.release_lapsed().await.unwrap();
    rejected(app, 1).await;
    let mut decided = trace("DOCUMENT", Some("REJECTED"), &["mismatch"]);
    decided["at"] = "2026-11-21T04:11:00.000Z".into();
    assert_eq!(desk.traces(2).await, json!([decided]));
    app.delete_account(&first).await;
    assert_eq!(desk.traces(2).await, json!([of_deleted(decided)]));
    assert_eq!(desk.traces(3).await, json!([]));
    let of_deleted = "upload WHERE line_user_id = '' AND evidence_hash IS NOT NULL";
    assert_eq!(count(app, of_deleted).await, 0);
}

#[tokio::test]
async fn a_trace_has_the_latest_decision_and_outlives_the_document() {
    let desk = Desk::open().await;
    let app = desk.app();
    member_with(app, 1, document(1)).await;
    decided(app, &person(1), ReviewAction::Approve, "").await;
    app.clock.advance(31 * DAY_S);
    app.running.app.file_cleanup.run().await.unwrap();
    assert_eq!(count(app, "document").await, 0);
    let desk = desk.with_another_reviewer().await;
    let app = desk.app();
    member_with(app, 2, document(1)).await;
    let approval = trace("DOCUMENT", Some("APPROVED"), &[]);
    assert_eq!(desk.traces(2).await, json!([approval]));
    let now = "2026-12-22T04:00:00.000Z";
    for (action, status, reasons) in [
        (ReviewAction::Suspend, "SUSPENDED", &["unclear"][..]),
        (ReviewAction::Reinstate, "APPROVED", &[]),
    ] {
        decided(app, &person(1), action, "").await;
        let mut expected = trace("DOCUMENT", Some(status), reasons);
        expected["at"] = now.into();
        assert_eq!(desk.traces(2).await, json!([expected]));
    }
    assert_eq!(count(app, "evidence_trace").await, 1);
}

#[tokio::test]
async fn the_same_mailbox_is_seen_after_a_deletion() {
    let desk = Desk::open().await;
    let app = desk.app();
    let first = member_with_mailbox(&desk.office, 1, "ming@google.com").await;
    rejected(app, 1).await;
    app.delete_account(&first).await;
    member_with_mailbox(&desk.office, 2, "ming@google.com").await;
    member_with_mailbox(&desk.office, 3, "mei@google.com").await;
    let seen = of_deleted(trace("MAILBOX", Some("REJECTED"), &["mismatch"]));
    assert_eq!(desk.traces(2).await, json!([seen]));
    assert_eq!(desk.traces(3).await, json!([]));
}

#[tokio::test]
async fn a_proposed_document_is_compared_and_leaves_a_trace_once_it_is_accepted() {
    let desk = Desk::open().await;
    let app = desk.app();
    member_with(app, 1, document(1)).await;
    rejected(app, 1).await;
    let session = approved(app, &person(2)).await;
    assert_eq!(count(app, "evidence_trace").await, 1);
    let badge = app.document_of(&session, document(1)).await;
    let body = json!({ "verifyMethod": "DOCUMENT", "verifyTempFileName": badge });
    propose(app, &session, &body).await.expect(202);
    let seen = trace("DOCUMENT", Some("REJECTED"), &["mismatch"]);
    assert_eq!(desk.traces(2).await, json!([seen]));
    app.clock.advance(11 * 60);
    app.running.app.reviews.release_lapsed().await.unwrap();
    accept(app, &only_id(app).await).await.unwrap();
    let accepted = "evidence_trace WHERE outcome = 'APPROVED' AND account_id IS NOT NULL";
    assert_eq!(count(app, accepted).await, 1);
}

#[tokio::test]
async fn a_trace_ends_two_years_after_its_account() {
    let desk = Desk::open().await;
    let app = desk.app();
    let session = member_with(app, 1, document(1)).await;
    rejected(app, 1).await;
    app.delete_account(&session).await;
    member_with(app, 2, document(2)).await;
    decided(app, &person(2), ReviewAction::Approve, "").await;
    let retention = &app.running.app.retention;
    app.clock.advance(730 * DAY_S - 1);
    retention.run().await.unwrap();
    assert_eq!(count(app, "evidence_trace").await, 2);
    app.clock.advance(1);
    for _ in 0..2 {
        retention.run().await.unwrap();
        assert_eq!(
            count(app, "evidence_trace WHERE account_id IS NULL").await,
            0
        );
        assert_eq!(count(app, "evidence_trace").await, 1);
    }
    let rows = audit::export(app, None).await.into_iter();
    let ended = rows.filter(|row| row["subject"] == "evidenceTrace");
    let ended: Vec<Value> = ended.collect();
    assert_eq!(ended.len(), 1);
    assert_eq!(ended[0]["detail"], r#"{"count":1}"#);
    audit::verify(app, None).await.unwrap();
}

#[tokio::test]
async fn a_trace_holds_codes_only_and_is_in_no_export() {
    let desk = Desk::open().await;
    let app = desk.app();
    member_with(app, 1, document(1)).await;
    let session = member_with(app, 2, document(1)).await;
    for n in [1, 2] {
        rejected(app, n).await;
    }
    let reads = &app.running.app.database.reads;
    let stored = "evidence_trace WHERE reasons";
    let with_note = match DatabaseKind::of_this_run() {
        DatabaseKind::Sqlite => format!("{stored} LIKE '%Chen%'"),
        DatabaseKind::Postgres => format!("{stored}::text LIKE '%Chen%'"),
    };
    assert_eq!(count(app, &with_note).await, 0);
    assert_eq!(count(app, "evidence_trace").await, 2);
    let sql = "SELECT DISTINCT hash FROM evidence_trace".to_owned();
    let statement = Statement::from_string(reads.get_database_backend(), sql);
    let row = reads.query_one_raw(statement).await.unwrap().unwrap();
    let hash: String = row.try_get_by_index(0).unwrap();
    assert_eq!(hash.len(), 43, "256 bits in base64");
    let files = export(app, &session).await;
    let text = String::from_utf8(files["profile.json"].clone()).unwrap();
    assert!(text.contains(&person(2)));
    for word in [hash.as_str(), "trace", "evidenceHash"] {
        assert!(!text.contains(word), "{word}");
    }
}
