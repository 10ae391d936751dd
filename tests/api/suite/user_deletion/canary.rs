//! A deletion removes everything that a person sent: a test puts marks into all of it, and
//! afterwards finds none in the database and its log, in the files, or in the log of the server.

use enmusubi_server::store::AccountId;
use enmusubi_server::store::audit::Act;
use sea_orm::Statement;
use tokio::time::sleep;

use super::super::audit;
use super::super::captured_log::contains_ignoring_case;
use super::super::profile_changes;
use super::super::review::{reason, try_step};
use super::super::work_email::Office;
use super::{delete, n_blobs};
use crate::suite::prelude::*;

/// A word that occurs nowhere else.
const CANARY: &str = "kanarienvogel";
const KEY: &str = "ca9a41e0-5d0a-4a3b-8e57-1d2c3b4a5f60";
/// Every field that takes a text.
const TEXTS: [&str; 12] = [
    "nickname",
    "name",
    "occupation",
    "achievement",
    "school",
    "aboutMe",
    "datingQuestion",
    "dailyLife",
    "surprisePoint",
    "address",
    "feedback",
    "verifyDescription",
];

/// Returns the mark of a field, which is as long as a nickname may be.
fn mark(index: usize) -> String {
    format!("{CANARY}{index:02}")
}

struct MarkedPerson {
    session: Credentials,
    /// The texts to search for, in lower case like the searched texts.
    marks: Vec<String>,
    files: Vec<String>,
}

/// Registers a person with a mark in every text, a document, a work mailbox, a question of a reviewer,
/// the answer to it and an appeal.
async fn marked_person(office: &Office, line_user_id: &str) -> MarkedPerson {
    let app = &office.app;
    let registration_token = app.registration_token(line_user_id).await;
    let email = format!("{CANARY}@google.com");
    office
        .confirmed(&registration_token, "google", &email)
        .await;
    let credentials = app.id_token(line_user_id);
    let photos = [app.photo(&credentials).await, app.photo(&credentials).await];
    let badge = app.document(&credentials).await;
    let mut body = app
        .profile_of(line_user_id)
        .await
        .with_document(&badge)
        .with("photoNameList", photos.to_vec());
    for (index, field) in TEXTS.iter().enumerate() {
        body = body.with(field, mark(index));
    }
    app.create_with_key(&credentials, &body.build(), KEY)
        .await
        .expect(201);
    let reasons = vec![reason("aboutMe", "incomplete", &mark(91))];
    let (server, action) = (&app.running.app, ReviewAction::AskForInfo);
    let asked = try_step(server, line_user_id, action, reasons).await;
    asked.unwrap();
    let session = app.session(line_user_id).await;
    let about_me = json!({ "aboutMe": format!("{} and more", mark(92)) });
    let path = "/api/user-profile/resubmission";
    let request = app.request(reqwest::Method::PUT, path, &session);
    app.send(request.json(&about_me)).await.ok();
    decided(app, line_user_id, ReviewAction::Reject, "").await;
    let appeal = json!({ "text": format!("My {} is real.", mark(96)) });
    app.put("/api/user-profile/appeal", &session, &appeal)
        .await
        .ok();
    let proposed = proposed_changes(app, line_user_id, &session).await;
    // A code that is not confirmed yet.
    office.code(&session, "google", &email).await;
    let files = [photos.to_vec(), vec![badge, proposed]].concat();
    let mut marks: Vec<String> = files
        .iter()
        .map(|name| name.split_once('.').unwrap().0.to_owned())
        .collect();
    marks.extend([
        CANARY.to_owned(),
        line_user_id.to_lowercase(),
        KEY.to_owned(),
    ]);
    MarkedPerson {
        session,
        marks,
        files,
    }
}

/// Proposes changes with marks, of which a reviewer refuses the first, and returns the name of a proposed photo.
async fn proposed_changes(app: &TestApp, line_user_id: &str, session: &Credentials) -> String {
    decided(app, line_user_id, ReviewAction::Approve, "").await;
    let photo = app.photo(session).await;
    for body in [
        json!({ "school": mark(93) }),
        json!({ "name": mark(94), "photoNameList": [photo] }),
    ] {
        let path = "/api/user-profile/changes";
        let request = app.request(reqwest::Method::PUT, path, session);
        app.send(request.json(&body)).await.expect(202);
        if body["school"].is_string() {
            let id = profile_changes::only_id(app).await;
            let reasons = vec![reason("school", "other", &mark(95))];
            let refused = profile_changes::refuse_for(app, &id, reasons, "rita").await;
            refused.unwrap();
        }
    }
    photo
}

fn blobs(app: &TestApp) -> Vec<u8> {
    let files = std::fs::read_dir(&app.files.folder).unwrap();
    files
        .flat_map(|file| {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().as_encoded_bytes().to_vec();
            [name, std::fs::read(path).unwrap()].concat()
        })
        .collect()
}

/// Waits until no mark is found, for at most a minute, and returns how long that took.
async fn wait_until_deleted(app: &TestApp, marks: &[String]) -> Duration {
    let started = Instant::now();
    loop {
        let (stored, files) = (app.database.dump(), blobs(app));
        let mut found = marks.iter().filter(|mark| {
            contains_ignoring_case(&stored, mark) || contains_ignoring_case(&files, mark)
        });
        let Some(mark) = found.next() else {
            return started.elapsed();
        };
        assert!(
            started.elapsed() < Duration::from_mins(1),
            "{mark} is still there"
        );
        sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test]
async fn a_deletion_removes_all_data_that_a_person_sent() {
    let (log, _guard) = CapturedLog::start();
    let office = Office::open().await;
    let app = &office.app;
    // Register enough people before and after the marked one that the database splits its pages.
    for n in 1..=20 {
        app.member(&person(n)).await;
    }
    let marked_person = marked_person(&office, &person(0xbad)).await;
    for n in 21..=40 {
        app.member(&person(n)).await;
    }
    let n_others = 40;
    let stored = app.database.dump();
    for mark in &marked_person.marks {
        assert!(
            contains_ignoring_case(&stored, mark),
            "{mark} is missing before the deletion"
        );
    }
    for file in &marked_person.files {
        assert!(
            contains_ignoring_case(&blobs(app), file),
            "the file is missing before the deletion"
        );
    }

    let export = export(app, &marked_person.session).await;
    let exported: Value = serde_json::from_slice(&export["profile.json"]).unwrap();
    let text = exported.to_string();
    for index in (0..TEXTS.len())
        .filter(|index| TEXTS[*index] != "aboutMe")
        .chain(91..=96)
    {
        assert!(text.contains(&mark(index)), "the export lacks {index}");
    }
    assert_eq!(
        exported["workEmail"]["mailboxes"][0]["employerId"],
        "google"
    );
    for file in &marked_person.files {
        let bytes = std::fs::read(app.files.folder.join(file)).unwrap();
        assert!(
            export.values().any(|exported| *exported == bytes),
            "the export lacks a file"
        );
    }

    let reads = &app.running.app.database.reads;
    // The log has the text of a statement, which must not hold the id.
    let account = Statement::from_sql_and_values(
        reads.get_database_backend(),
        "SELECT id FROM account WHERE line_user_id = $1",
        [person(0xbad).into()],
    );
    let account = reads.query_one_raw(account).await.unwrap().unwrap();
    let account_id: i64 = account.try_get_by_index(0).unwrap();
    let act = Act {
        account_id: Some(AccountId(account_id)),
        ..audit::act(1)
    };
    app.running.app.audits.record(act).await.unwrap();
    let audited = format!("SELECT COUNT(*) FROM audit WHERE account_id = {account_id}");
    let n_recorded = app.number(&audited).await;
    assert!(n_recorded > 1, "the acts of the reviewers are recorded too");

    delete(app, &marked_person.session).await.ok();
    let elapsed = wait_until_deleted(app, &marked_person.marks).await;
    assert_eq!(n_blobs(app), n_others);
    let log = log.shown();
    assert!(
        contains_ignoring_case(log.as_bytes(), "an account was deleted"),
        "the log has the deletion"
    );
    for mark in &marked_person.marks {
        assert!(
            !contains_ignoring_case(log.as_bytes(), mark),
            "{mark} is logged"
        );
    }
    assert!(elapsed < Duration::from_mins(1));
    let n_rows = app.number(&audited).await;
    assert_eq!(n_rows, n_recorded, "the audit log outlives the account");
    assert!(audit::verify(app, None).await.is_ok());
    let traces = "SELECT COUNT(*) FROM evidence_trace WHERE account_id IS NULL";
    let n_traces = app.number(traces).await;
    assert!(
        n_traces > 0,
        "the searched tables have the traces of the evidence"
    );
}

#[tokio::test]
async fn the_job_removes_all_data_of_a_person_who_was_rejected_long_ago() {
    let (log, _guard) = CapturedLog::start();
    let office = Office::open().await;
    let app = &office.app;
    app.member(&person(1)).await;
    let marked_person = marked_person(&office, &person(0xbad)).await;
    // The member of the canary is approved, and the job looks only at the status and its age.
    let sql = "UPDATE account SET review_status = 'REJECTED' WHERE review_status = 'APPROVED'";
    app.running
        .app
        .database
        .writes
        .execute_unprepared(sql)
        .await
        .unwrap();
    app.clock.advance(181 * DAY_S);
    app.running.app.retention.run().await.unwrap();
    wait_until_deleted(app, &marked_person.marks).await;
    assert_eq!(n_blobs(app), 1);
    let log = log.shown();
    let logged = |text: &str| contains_ignoring_case(log.as_bytes(), text);
    assert!(logged("rejected accounts were deleted"));
    for mark in &marked_person.marks {
        assert!(!logged(mark), "{mark} is logged");
    }
    app.my_info(&marked_person.session).await.refused("E001A");
    assert!(audit::verify(app, None).await.is_ok());
}
