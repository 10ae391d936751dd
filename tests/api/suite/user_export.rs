//! `/user/export`: all data of a person as a ZIP, and a link to it for another browser.

use std::collections::BTreeMap;

use async_zip::base::read1::seek::ZipArchiveReader;
use enmusubi_core::review::Reason;
use futures_lite::io::{AsyncReadExt as _, Cursor};

use super::review::{STATES, try_step};
use crate::suite::prelude::*;

const PATH: &str = "/api/user/export";
/// The files that the server makes for the export.
const MADE: [&str; 2] = ["profile.html", "profile.json"];

/// Returns the files of a ZIP by their paths, each checked against its checksum.
pub(super) async fn unzip(bytes: Vec<u8>) -> BTreeMap<String, Vec<u8>> {
    let mut zip = ZipArchiveReader::open(Cursor::new(bytes)).await.unwrap();
    let mut files = BTreeMap::new();
    for index in 0..zip.cdrs().len() {
        let path = zip.cdrs()[index].insecure_file_name.as_str().unwrap();
        let path = path.to_owned();
        let mut content = Vec::new();
        let mut reader = zip.file(index).await.unwrap();
        reader.read_to_end(&mut content).await.unwrap();
        assert!(files.insert(path, content).is_none(), "a duplicate path");
    }
    files
}

pub(crate) async fn export(app: &TestApp, session: &Credentials) -> BTreeMap<String, Vec<u8>> {
    let answer = app.get(PATH, session).await;
    assert_eq!(answer.status, 200);
    unzip(answer.bytes).await
}

pub(super) fn profile_of(files: &BTreeMap<String, Vec<u8>>) -> Value {
    serde_json::from_slice(&files["profile.json"]).unwrap()
}

async fn ask_for_link(app: &TestApp, credentials: &Credentials) -> Answer {
    app.send(app.request(Method::POST, PATH, credentials)).await
}

async fn link(app: &TestApp, session: &Credentials) -> String {
    let body = ask_for_link(app, session).await.ok();
    assert_eq!(body.as_object().unwrap().len(), 2, "{body}");
    body["url"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_export_has_the_profile_and_every_file_unchanged() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    let photos = [app.photo(&credentials).await, app.photo(&credentials).await];
    let badge = app.document(&credentials).await;
    let unattached = app.photo(&credentials).await;
    let body = app.profile_of(&person(1)).await;
    let body = body
        .with("photoNameList", photos.to_vec())
        .with_document(&badge)
        .build();
    app.create_user_profile(&credentials, &body)
        .await
        .expect(201);
    let reason: Reason = serde_json::from_value(
        json!({ "path": "aboutMe", "code": "incomplete", "note": "a little more, please" }),
    )
    .unwrap();
    let (server, action) = (&app.running.app, ReviewAction::AskForInfo);
    let asked = try_step(server, &person(1), action, vec![reason.clone()]).await;
    asked.unwrap();
    let session = app.session(&person(1)).await;

    let answer = app.get(PATH, &session).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("application/zip"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(
        answer.header("content-disposition"),
        Some("attachment; filename=\"enmusubi-export-2026-11-21.zip\"")
    );
    let size = answer.bytes.len().to_string();
    assert_eq!(answer.header("content-length"), Some(size.as_str()));
    let files = unzip(answer.bytes).await;
    let stored = |name: &str| std::fs::read(app.files.folder.join(name)).unwrap();
    assert_eq!(files["photos/1.jpg"], stored(&photos[0]));
    assert_eq!(files["photos/2.jpg"], stored(&photos[1]));
    assert_eq!(files[&format!("documents/{badge}")], stored(&badge));
    assert_eq!(
        files[&format!("photos/other/{unattached}")],
        stored(&unattached)
    );

    let held = profile_of(&files);
    assert_eq!(held["account"]["userId"], person(1).as_str());
    assert_eq!(held["account"]["reviewStatus"], "NEEDS_INFO");
    assert_eq!(held["account"]["registeredAt"], "2026-11-21T04:00:00.000Z");
    let mut sent = body.clone();
    for name in ["account", "password"] {
        sent.as_object_mut().unwrap().remove(name);
        assert_eq!(held["profile"].get(name), None);
    }
    for (name, value) in sent.as_object().unwrap() {
        assert_eq!(held["profile"][name], *value, "{name}");
    }
    let latest = held["review"].as_array().unwrap().last().unwrap();
    assert_eq!(latest["reasons"], json!([reason]));
    assert_eq!(latest["to"], "NEEDS_INFO");
    assert_eq!(held["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(held["sessions"][0]["kind"], "SESSION");
    assert_eq!(held["storedAnswers"], json!([]));
    // The list names every file, also unattached ones.
    let listed = held["files"].as_array().unwrap();
    assert_eq!(listed.len(), files.len() - MADE.len());
    for file in listed {
        let is_shown = file["isPhoto"] == true || file["isDocument"] == true;
        assert_eq!(file["attachedAt"].is_string(), is_shown, "{file}");
    }
    let text = held.to_string();
    assert!(!text.contains("rita"), "the export must not name reviewers");
    let (Credentials::Bearer(token), Credentials::IdToken(id_token)) = (&session, &credentials)
    else {
        unreachable!()
    };
    assert!(!text.contains(token.as_str()) && !text.contains(id_token.as_str()));
}

#[tokio::test]
async fn the_page_of_an_export_is_in_the_language_of_the_link() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    let body = app.profile_of(&person(1)).await;
    let body = body
        .with("nickname", "<i>Mei</i>")
        .with(
            "aboutMe",
            "</style><script>alert(1)</script> I like long walks.",
        )
        .build();
    app.create_user_profile(&credentials, &body)
        .await
        .expect(201);
    decided(&app, &person(1), ReviewAction::AskForInfo, "aboutMe").await;
    let session = app.session(&person(1)).await;
    let page_at = async |path: &str, credentials: &Credentials| {
        let files = unzip(app.get(path, credentials).await.bytes).await;
        String::from_utf8(files["profile.html"].clone()).unwrap()
    };
    let page_in = async |query: &str| {
        let path = format!("{PATH}{query}");
        let answer = app.send(app.request(Method::POST, &path, &session)).await;
        let url = answer.ok()["url"].as_str().unwrap().to_owned();
        let page = page_at(&url, &Credentials::None).await;
        // A client with a session names the language in the same way.
        assert_eq!(page_at(&path, &session).await, page);
        page
    };
    for (query, lang, expected) in [
        (
            "?lang=en",
            "en",
            ["Your data at Enmusubi", "Nickname", "Taipei City, Taiwan"],
        ),
        (
            "?lang=ja",
            "ja",
            [
                "Enmusubiに保存されているデータ",
                "ニックネーム",
                "台湾台北市",
            ],
        ),
        (
            "?lang=zh-TW",
            "zh-TW",
            ["你的 Enmusubi 資料", "暱稱", "臺北市"],
        ),
        // No export fails over the language of its page.
        ("", "zh-TW", ["你的 Enmusubi 資料", "暱稱", "臺北市"]),
        (
            "?lang=tlh",
            "en",
            ["Your data at Enmusubi", "Nickname", "Taipei City, Taiwan"],
        ),
        (
            "?lang=%ff",
            "en",
            ["Your data at Enmusubi", "Nickname", "Taipei City, Taiwan"],
        ),
        (
            "?lang=en&lang=ja",
            "zh-TW",
            ["你的 Enmusubi 資料", "暱稱", "臺北市"],
        ),
    ] {
        let page = page_in(query).await;
        assert!(page.contains(&format!("<html lang=\"{lang}\">")), "{query}");
        for text in expected {
            assert!(page.contains(text), "{query}: {text}");
        }
        assert!(page.contains("&lt;i&gt;Mei&lt;/i&gt;"), "{query}");
        assert!(!page.contains("<script"), "{query}");
        assert!(page.contains("<img src=\"photos/1.jpg\""), "{query}");
        assert!(
            !page.contains("vocabulary.") && !page.contains("register."),
            "{query}: {page}"
        );
    }
}

#[tokio::test]
async fn an_export_has_data_of_one_person_and_is_fast() {
    let app = TestApp::start().await;
    let first = app.member(&person(1)).await;
    let second = app.member(&person(2)).await;
    let started = Instant::now();
    let files = export(&app, &first).await;
    assert!(
        started.elapsed() < Duration::from_secs(1),
        "the export is slow"
    );
    assert!(!profile_of(&files).to_string().contains(&person(2)));
    let files = export(&app, &second).await;
    assert_eq!(profile_of(&files)["account"]["userId"], person(2).as_str());
}

#[tokio::test]
async fn an_export_works_in_every_state_of_the_review() {
    let app = TestApp::start().await;
    for (actions, n) in STATES.into_iter().zip(1..) {
        let line_user_id = person(n);
        app.member(&line_user_id).await;
        for action in actions {
            app.clock.advance(MINUTE_S);
            decided(&app, &line_user_id, *action, "aboutMe").await;
        }
        let session = app.session(&line_user_id).await;
        export(&app, &session).await;
        let url = link(&app, &session).await;
        assert_eq!(app.get(&url, &Credentials::None).await.status, 200);
    }
}

#[tokio::test]
async fn a_link_works_without_a_session_for_five_minutes() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let expires_at = ask_for_link(&app, &session).await.ok()["expiresAt"].clone();
    assert_eq!(expires_at, "2026-11-21T04:05:00.000Z");
    let url = link(&app, &session).await;
    assert!(
        !url.contains(&person(1)),
        "logs and histories show addresses"
    );
    // LINE's SDK adds this parameter.
    let url = format!("{url}&is_liff_external_open_window=true");
    app.clock.advance(5 * MINUTE_S);
    let answer = app.get(&url, &Credentials::None).await;
    assert_eq!(answer.status, 200);
    let held = profile_of(&unzip(answer.bytes).await);
    assert_eq!(held["account"]["userId"], person(1).as_str());
    app.clock.advance(1);
    app.get(&url, &Credentials::None).await.refused("E003");
}

#[tokio::test]
async fn a_link_ends_with_the_logout_of_its_session() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let url = link(&app, &session).await;
    app.logout(&session).await.expect(204);
    app.get(&url, &Credentials::None).await.refused("E003");
}

#[tokio::test]
async fn all_invalid_links_get_the_same_answer() {
    let app = TestApp::start().await;
    let url = link(&app, &app.member(&person(1)).await).await;
    let other = link(&app, &app.member(&person(2)).await).await;
    let part = |url: &str, name: &str| {
        let query = url.split_once('?').unwrap().1.to_owned();
        let found = query.split('&').find_map(|it| it.strip_prefix(name));
        found.unwrap().to_owned()
    };
    let (session, exp, sig) = (
        part(&url, "session="),
        part(&url, "exp="),
        part(&url, "sig="),
    );
    let later = exp.parse::<i64>().unwrap() + 1;
    let picture = {
        let info = app.my_info(&app.session(&person(1)).await).await.ok();
        info["photos"][0]["url"].as_str().unwrap().to_owned()
    };
    let foreign = part(&picture, "sig=");
    for query in [
        format!("session={session}&exp={later}&sig={sig}"),
        format!("session={session}&exp={exp}&sig={}", part(&other, "sig=")),
        format!("session={}&exp={exp}&sig={sig}", part(&other, "session=")),
        format!("session={session}&exp={exp}&sig={foreign}"),
        format!("session={session}&exp={exp}"),
        format!("session={session}&sig={sig}"),
        format!("exp={exp}&sig={sig}"),
        format!("session={session}&exp=soon&sig={sig}"),
        format!("session={session}&exp={exp}&sig=%ff"),
        "session=a&session=b".to_owned(),
        "x".to_owned(),
    ] {
        let path = format!("{PATH}?{query}");
        let answer = app.get(&path, &Credentials::None).await;
        let body = answer.refused("E003");
        assert_eq!(body["cause"], "There is no such export.", "{query}");
    }
}

#[tokio::test]
async fn an_export_without_one_of_its_files_still_has_the_others() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let info = app.my_info(&session).await.ok();
    let photo = info["photos"][0]["fileId"].as_str().unwrap();
    std::fs::remove_file(app.files.folder.join(photo)).unwrap();
    let files = export(&app, &session).await;
    assert_eq!(files.keys().collect::<Vec<_>>(), MADE);
}

#[tokio::test]
async fn an_export_gets_e503_while_a_file_cannot_be_read() {
    let app = TestApp::with_bucket().await;
    let session = app.member(&person(1)).await;
    app.files.stop();
    app.get(PATH, &session).await.refused("E503");
    app.files.start_again().await;
    assert_eq!(app.get(PATH, &session).await.status, 200);
}

#[tokio::test]
async fn a_client_notices_an_export_that_breaks_off() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let info = app.my_info(&session).await.ok();
    let photo = info["photos"][0]["fileId"].as_str().unwrap();
    // Make the photo so long that the server cannot write all of it before the client reads.
    let long = std::fs::File::create(app.files.folder.join("long")).unwrap();
    long.set_len(15 * 1024 * 1024).unwrap();
    std::fs::rename(app.files.folder.join("long"), app.files.folder.join(photo)).unwrap();
    // A later upload comes after the photo in the ZIP.
    app.clock.advance(1);
    let document = app.document(&session).await;
    let answer = app.request(Method::GET, PATH, &session).send().await;
    std::fs::remove_file(app.files.folder.join(document)).unwrap();
    assert!(answer.unwrap().bytes().await.is_err());
}
