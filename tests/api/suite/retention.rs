//! The end of the periods of retention: a job deletes documents, rejected accounts, and the notes and snapshots of
//! reports.

use enmusubi_server::features::review::{IdTarget, ReportCommand, ReviewCommand, Reviewer};
use futures_util::future::join;

use super::app::start_server;
use super::audit;
use super::time::TestClock;
use crate::suite::prelude::*;

const APPEAL: &str = "/api/user-profile/appeal";

/// Runs the job as the server does once an hour.
async fn run(app: &TestApp) {
    app.running.app.retention.run().await.unwrap();
    app.running.app.file_cleanup.run().await.unwrap();
}

async fn count(app: &TestApp, what: &str) -> i64 {
    let sql = format!("SELECT COUNT(*) FROM {what}");
    app.number(&sql).await
}

/// Returns 1 if this person has an account.
async fn n_accounts(app: &TestApp, n: u32) -> i64 {
    let of_person = format!("account WHERE line_user_id = '{}'", person(n));
    count(app, &of_person).await
}

fn n_files(app: &TestApp) -> usize {
    std::fs::read_dir(&app.files.folder).map_or(0, Iterator::count)
}

/// Registers a person with a photo and a document, and has the profile rejected.
async fn rejected(app: &TestApp, n: u32) -> Credentials {
    let credentials = app.id_token(&person(n));
    let badge = app.document(&credentials).await;
    let body = app.profile_of(&person(n)).await.with_document(&badge);
    app.create_user_profile(&credentials, &body.build())
        .await
        .expect(201);
    decided(app, &person(n), ReviewAction::Reject, "").await;
    app.session(&person(n)).await
}

/// Returns the rows of the audit log about deletions of this subject.
async fn deletions(app: &TestApp, subject: &str) -> Vec<Value> {
    let rows = audit::export(app, None).await.into_iter();
    rows.filter(|row| row["action"] == "DELETE_EXPIRED" && row["subject"] == subject)
        .collect()
}

async fn appeal(app: &TestApp, n: u32) {
    let session = app.session(&person(n)).await;
    app.put(APPEAL, &session, &json!({ "text": "Please look." }))
        .await
        .ok();
}

#[tokio::test]
async fn a_document_goes_after_30_days_and_a_rejected_account_after_180() {
    let app = TestApp::start().await;
    rejected(&app, 1).await;
    assert_eq!((n_files(&app), count(&app, "document").await), (2, 1));
    app.clock.advance(31 * DAY_S);
    run(&app).await;
    assert_eq!((n_files(&app), count(&app, "document").await), (1, 0));
    app.clock.advance(149 * DAY_S - 1);
    run(&app).await;
    assert_eq!((n_files(&app), n_accounts(&app, 1).await), (1, 1));
    assert_eq!(deletions(&app, "account").await.len(), 0);

    let account_id = app.number("SELECT id FROM account").await;
    app.clock.advance(1);
    for _ in 0..2 {
        run(&app).await;
        assert_eq!((n_files(&app), n_accounts(&app, 1).await), (0, 0));
        for table in [
            "profile",
            "upload",
            "photo",
            "session",
            "review_event",
            "review_case",
        ] {
            assert_eq!(count(&app, table).await, 0, "{table}");
        }
        let recorded = deletions(&app, "account").await;
        assert_eq!(recorded.len(), 1);
        assert_eq!(recorded[0]["accountId"], account_id);
        assert_eq!(recorded[0]["actor"], "job");
    }
    audit::verify(&app, None).await.unwrap();
    app.login(&app.id_token(&person(1)), &person(1))
        .await
        .refused("E003");
    app.member(&person(1)).await;
}

#[tokio::test]
async fn accounts_in_all_other_states_stay() {
    let app = TestApp::start().await;
    app.member(&person(1)).await;
    approved(&app, &person(2)).await;
    app.member(&person(3)).await;
    decided(&app, &person(3), ReviewAction::AskForInfo, "aboutMe").await;
    approved(&app, &person(4)).await;
    decided(&app, &person(4), ReviewAction::Suspend, "").await;
    app.clock.advance(400 * DAY_S);
    run(&app).await;
    assert_eq!(count(&app, "account").await, 4);
    // The rejection counts, and not the registration.
    decided(&app, &person(1), ReviewAction::Reject, "").await;
    app.clock.advance(180 * DAY_S - 1);
    run(&app).await;
    assert_eq!(n_accounts(&app, 1).await, 1);
    app.clock.advance(1);
    run(&app).await;
    assert_eq!(n_accounts(&app, 1).await, 0);
    assert_eq!(count(&app, "account").await, 3);
}

#[tokio::test]
async fn an_open_appeal_keeps_the_account_and_the_second_rejection_counts_from_its_day() {
    let app = TestApp::start().await;
    rejected(&app, 1).await;
    app.clock.advance(179 * DAY_S);
    appeal(&app, 1).await;
    app.clock.advance(200 * DAY_S);
    run(&app).await;
    assert_eq!(n_accounts(&app, 1).await, 1);
    decided(&app, &person(1), ReviewAction::Claim, "").await;
    run(&app).await;
    assert_eq!(n_accounts(&app, 1).await, 1);
    decided(&app, &person(1), ReviewAction::Reject, "").await;
    app.clock.advance(180 * DAY_S - 1);
    run(&app).await;
    assert_eq!(n_accounts(&app, 1).await, 1);
    app.clock.advance(1);
    run(&app).await;
    assert_eq!(n_accounts(&app, 1).await, 0);
    assert_eq!(deletions(&app, "account").await.len(), 1);
}

#[tokio::test]
async fn two_servers_delete_and_record_each_account_once() {
    let app = TestApp::start().await;
    for n in 1..=6 {
        app.member(&person(n)).await;
        decided(&app, &person(n), ReviewAction::Reject, "").await;
    }
    let other = app.another_instance().await;
    app.clock.advance(181 * DAY_S);
    let (here, there) = join(app.running.app.retention.run(), other.app.retention.run()).await;
    here.unwrap();
    there.unwrap();
    assert_eq!(count(&app, "account").await, 0);
    let files_are_gone = async || n_files(&app) == 0;
    wait_until(
        "the files are gone",
        Duration::from_secs(10),
        files_are_gone,
    )
    .await;
    let recorded = deletions(&app, "account").await;
    let mut ids: Vec<i64> = recorded
        .iter()
        .map(|row| row["accountId"].as_i64().unwrap())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((recorded.len(), ids.len()), (6, 6));
    audit::verify(&app, None).await.unwrap();
    other.stop().await.unwrap();
}

#[tokio::test]
async fn an_appeal_that_commits_first_keeps_the_account() {
    let app = TestApp::start().await;
    // The clock of the other server is two minutes ahead.
    let ahead = TestClock::new();
    ahead.advance(120);
    let config = app.running.app.config.clone();
    let other = start_server(config, &ahead).await;
    let mut n_kept = 0;
    for n in 1..=10 {
        app.member(&person(n)).await;
        decided(&app, &person(n), ReviewAction::Reject, "").await;
        for clock in [&app.clock, &ahead] {
            clock.advance(180 * DAY_S - 60);
        }
        let session = app.session(&person(n)).await;
        let request = app.request(Method::PUT, APPEAL, &session);
        let request = request.json(&json!({ "text": "Please look." }));
        let (answer, deleted) = join(app.send(request), other.app.retention.run()).await;
        deleted.unwrap();
        let is_kept = answer.status == 200;
        let refused = [401, 404].contains(&answer.status);
        assert!(is_kept || refused, "{}", answer.status);
        assert_eq!(n_accounts(&app, n).await, i64::from(is_kept));
        n_kept += i64::from(is_kept);
    }
    assert_eq!(count(&app, "account").await, n_kept);
    audit::verify(&app, None).await.unwrap();
    other.stop().await.unwrap();
}

/// Upholds the only open report and returns its id.
async fn uphold(app: &TestApp) -> String {
    let reviews = &app.running.app.reviews;
    let listed = reviews.run(ReviewCommand::Reports(ReportCommand::List));
    let listed = listed.await.unwrap();
    let line = listed.lines().nth(1).unwrap();
    let id = line.split_whitespace().next().unwrap().to_owned();
    let target = IdTarget {
        id: id.clone(),
        reviewer: Reviewer {
            actor: "rita".to_owned(),
        },
    };
    let command = ReviewCommand::Reports(ReportCommand::Uphold(target));
    reviews.run(command).await.unwrap();
    id
}

#[tokio::test]
async fn a_report_loses_its_note_and_snapshot_and_keeps_its_counts() {
    let couple = Couple::introduced().await;
    let Couple { app, man, id, .. } = &couple;
    let body = json!({ "introductionId": id, "category": "PHOTO", "note": "Not her." });
    app.post("/api/reports", man, &body).await.expect(204);
    let cleared = "report WHERE note = '' AND snapshot = 'null'";
    // A report without a decision keeps everything.
    app.clock.advance(181 * DAY_S);
    run(app).await;
    assert_eq!(count(app, cleared).await, 0);
    let report_id = uphold(app).await;
    app.clock.advance(180 * DAY_S - 1);
    run(app).await;
    assert_eq!(count(app, cleared).await, 0);
    assert_eq!(deletions(app, "report").await.len(), 0);
    app.clock.advance(1);
    let other = app.another_instance().await;
    let (here, there) = join(app.running.app.retention.run(), other.app.retention.run()).await;
    here.unwrap();
    there.unwrap();
    run(app).await;
    assert_eq!(count(app, cleared).await, 1);
    let recorded = deletions(app, "report").await;
    assert_eq!(recorded.len(), 1);
    assert_eq!(recorded[0]["detail"], r#"{"count":1}"#);
    assert_eq!(recorded[0]["accountId"], Value::Null);
    assert_eq!(count(app, "account").await, 2);
    let kept =
        "report WHERE category = 'PHOTO' AND outcome = 'UPHELD' AND decided_at_ms > created_at_ms";
    assert_eq!(count(app, kept).await, 1);

    let command = ReviewCommand::Reports(ReportCommand::Show { id: report_id });
    let shown = app.running.app.reviews.run(command).await.unwrap();
    assert!(shown.contains("1 upheld, 0 dismissed, 0 open"), "{shown}");
    assert!(!shown.contains("Not her."), "{shown}");
    audit::verify(app, None).await.unwrap();
    other.stop().await.unwrap();
}
