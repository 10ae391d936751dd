//! Marks in everything a person told us: after the deletion none is found, neither in the database with
//! its log, nor among the files, nor in the log of the server.

use std::time::{Duration, Instant};

use enmusubi_core::ReviewAction;
use enmusubi_server::features::review::Decision;
use enmusubi_server::store::review::Reason;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::super::app::{Proof, TestApp, person};
use super::super::paper::{Paper, holds};
use super::super::picture;
use super::super::user_export::export;
use super::super::work_email::Office;
use super::{delete, n_blobs};

/// A word nobody else uses.
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

/// The mark of a field, which is as long as a nickname may be.
fn mark(index: usize) -> String {
    format!("{CANARY}{index:02}")
}

struct Bird {
    session: Proof,
    /// What is searched for: in small letters, as all the rest.
    marks: Vec<String>,
    files: Vec<String>,
}

/// Somebody with a mark in every text, a document, a work mailbox, a question of a reviewer's and an
/// answer to it.
async fn bird(office: &Office, line_user_id: &str) -> Bird {
    let app = &office.app;
    let ticket = app.ticket(line_user_id).await;
    let email = format!("{CANARY}@google.com");
    office.confirmed(&ticket, "google", &email).await;
    let proof = app.id_token(line_user_id);
    let photos = [app.photo(&proof).await, app.photo(&proof).await];
    let document = [picture::pdf(), mark(90).into_bytes()].concat();
    let answer = app
        .upload(&proof, "badge.pdf", document, Some("document"))
        .await;
    let badge = answer.expect(200)["fileName"].as_str().unwrap().to_owned();
    let mut body = app
        .profile_of(line_user_id)
        .await
        .with("verifyMethod", "DOCUMENT")
        .with("verifyTempFileName", badge.as_str())
        .with("photoNameList", photos.to_vec())
        .without("reviewLink");
    for (index, field) in TEXTS.iter().enumerate() {
        body = body.with(field, mark(index));
    }
    app.create_with_key(&proof, &body.build(), KEY)
        .await
        .expect(201);
    let reason = Reason {
        path: "aboutMe".to_owned(),
        code: "too_short".to_owned(),
        note: mark(91),
    };
    let decision = Decision {
        action: ReviewAction::AskForInfo,
        reasons: vec![reason],
        actor: "reviewer".to_owned(),
    };
    app.running
        .app
        .reviews
        .decide(line_user_id, &decision)
        .await
        .unwrap();
    let session = app.session(line_user_id).await;
    let about_me = json!({ "aboutMe": format!("{} and more", mark(92)) });
    let path = "/api/user-profile/resubmission";
    let request = app.request(reqwest::Method::PUT, path, &session);
    app.send(request.json(&about_me)).await.expect(200);
    // A code on its way.
    office.code(&session, "google", &email).await;
    let files = [photos.to_vec(), vec![badge]].concat();
    let mut marks: Vec<String> = files
        .iter()
        .map(|name| name.split_once('.').unwrap().0.to_owned())
        .collect();
    marks.extend([
        CANARY.to_owned(),
        line_user_id.to_lowercase(),
        KEY.to_owned(),
    ]);
    Bird {
        session,
        marks,
        files,
    }
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

/// Until nothing is found, for a minute at most; how long it took.
async fn sweep_for(app: &TestApp, marks: &[String]) -> Duration {
    let started = Instant::now();
    loop {
        let (stored, files) = (app.database.dump(), blobs(app));
        let mut found = marks
            .iter()
            .filter(|mark| holds(&stored, mark) || holds(&files, mark));
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
async fn nothing_a_person_told_us_is_found_after_the_deletion() {
    let (paper, _guard) = Paper::roll_in();
    let office = Office::open().await;
    let app = &office.app;
    // So many that the pages of the database were split before and between.
    for n in 1..=20 {
        app.member(&person(n)).await;
    }
    let bird = bird(&office, &person(0xbad)).await;
    for n in 21..=40 {
        app.member(&person(n)).await;
    }
    let n_others = 40;
    let stored = app.database.dump();
    for mark in &bird.marks {
        assert!(holds(&stored, mark), "{mark} should be found before");
    }
    assert!(holds(&blobs(app), &mark(90)), "the document has its mark");

    let export = export(app, &bird.session).await;
    let held: Value = serde_json::from_slice(&export["profile.json"]).unwrap();
    let text = held.to_string();
    for index in (0..TEXTS.len())
        .filter(|index| TEXTS[*index] != "aboutMe")
        .chain([91, 92])
    {
        assert!(text.contains(&mark(index)), "{index} is exported");
    }
    assert_eq!(held["workEmail"]["mailboxes"][0]["employerId"], "google");
    for file in &bird.files {
        let bytes = std::fs::read(app.files.folder.join(file)).unwrap();
        assert!(
            export.values().any(|exported| *exported == bytes),
            "every file is exported as it is"
        );
    }

    delete(app, &bird.session).await.expect(200);
    let elapsed = sweep_for(app, &bird.marks).await;
    assert_eq!(n_blobs(app), n_others);
    let log = paper.shown();
    assert!(
        holds(log.as_bytes(), "an account was deleted"),
        "it is logged"
    );
    for mark in &bird.marks {
        assert!(!holds(log.as_bytes(), mark), "{mark} is logged");
    }
    assert!(elapsed < Duration::from_mins(1));
}
