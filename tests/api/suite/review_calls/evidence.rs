//! Photos and documents: for the holder of the case only, each opening in the audit log, never as a page of ours.

use super::{Desk, approval};
use crate::suite::prelude::*;

/// Registers a member who proves the employer by a document, and returns the id of the case.
async fn with_document(desk: &Desk, n: u32) -> i64 {
    let app = desk.app();
    let id_token = app.id_token(&person(n));
    let badge = app.document(&id_token).await;
    let body = app.profile_of(&person(n)).await.with_document(&badge);
    let created = app.create_user_profile(&id_token, &body.build()).await;
    created.expect(201);
    *desk.queue(&desk.lead).await.last().unwrap()
}

#[tokio::test]
async fn the_holder_opens_the_files_and_each_opening_is_recorded() {
    let desk = Desk::open().await;
    let id = with_document(&desk, 1).await;
    let claim = desk.claimed(&desk.rita, id).await;
    let facts = desk.facts(&desk.rita, id).await;
    let files = facts["files"].as_array().unwrap().iter();
    let files: Vec<(&str, bool)> = files
        .map(|file| (file["id"].as_str().unwrap(), file["isPdf"] == true))
        .collect();
    assert_eq!(
        files,
        [("verifyTempFileName", false), ("photoNameList[0]", false)]
    );
    let blurred = |n: usize| facts["files"][n]["thumbhash"].as_str().unwrap();
    assert!(!blurred(0).is_empty() && !blurred(1).is_empty());
    assert!(
        !facts.to_string().contains(".png"),
        "no name of the file store"
    );
    let document = desk
        .open_file(&desk.rita, &claim, "verifyTempFileName")
        .await;
    assert_eq!(document.status, 200);
    assert_eq!(document.header("content-type"), Some("image/png"));
    let photo = desk.open_file(&desk.rita, &claim, "photoNameList[0]").await;
    assert_eq!(photo.header("content-type"), Some("image/jpeg"));
    for answer in [&document, &photo] {
        assert_eq!(answer.header("content-disposition"), Some("attachment"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    desk.open_file(&desk.rita, &claim, "photoNameList[0]").await;
    let actor = &desk.acts("CLAIM").await[0];
    let actor = actor.trim();
    let opened = ["verifyTempFileName", "photoNameList[0]", "photoNameList[0]"];
    let expected = opened.map(|file| format!("{actor} {file}"));
    assert_eq!(desk.acts("OPEN_EVIDENCE").await, expected);
}

#[tokio::test]
async fn a_pdf_of_an_earlier_version_is_shown_as_an_attachment() {
    let desk = Desk::open().await;
    let app = desk.app();
    let id_token = app.id_token(&person(1));
    let badge = app.document(&id_token).await;
    let badge = app.as_of_an_earlier_version(&badge, "pdf").await;
    let body = app.profile_of(&person(1)).await.with_document(&badge);
    let created = app.create_user_profile(&id_token, &body.build()).await;
    created.expect(201);
    let id = *desk.queue(&desk.lead).await.last().unwrap();
    let claim = desk.claimed(&desk.rita, id).await;
    let facts = desk.facts(&desk.rita, id).await;
    assert_eq!(facts["files"][0]["isPdf"], true);
    let document = desk
        .open_file(&desk.rita, &claim, "verifyTempFileName")
        .await;
    assert_eq!(document.status, 200);
    for (header, value) in [
        ("content-type", "application/pdf"),
        ("content-disposition", "attachment"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(document.header(header), Some(value), "{header}");
    }
}

#[tokio::test]
async fn no_other_reviewer_opens_a_file() {
    let desk = Desk::open().await;
    let id = with_document(&desk, 1).await;
    let file = "verifyTempFileName";
    let free = json!({ "id": id, "fence": 0 });
    let refused = desk.open_file(&desk.rita, &free, file).await;
    refused.refused("E004");
    let claim = desk.claimed(&desk.rita, id).await;
    for who in [&desk.ralf, &desk.lead] {
        let refused = desk.open_file(who, &claim, file).await.refused("E004");
        assert_eq!(refused["case"]["holder"], "Rita");
    }
    // An earlier claim of the same reviewer is over too.
    let newer = desk.claimed(&desk.rita, id).await;
    let refused = desk.open_file(&desk.rita, &claim, file).await;
    refused.refused("E004");
    desk.app().clock.advance(10 * 60);
    let refused = desk.open_file(&desk.rita, &newer, file).await;
    refused.refused("E004");
    let claim = desk.claimed(&desk.rita, id).await;
    desk.decide(&desk.rita, &claim, approval()).await.ok();
    let refused = desk.open_file(&desk.rita, &claim, file).await;
    refused.refused("E004");
    assert!(desk.acts("OPEN_EVIDENCE").await.is_empty());
}

#[tokio::test]
async fn a_file_that_the_case_does_not_have_is_not_found() {
    let desk = Desk::open().await;
    let id = with_document(&desk, 1).await;
    let other = with_document(&desk, 2).await;
    let claim = desk.claimed(&desk.rita, id).await;
    let stored = std::fs::read_dir(&desk.app().files.folder).unwrap();
    let stored: Vec<String> = stored
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let names = stored.iter().map(String::as_str);
    let ids = [
        "photoNameList[1]",
        "photoNameList[-1]",
        "now.photoNameList[0]",
        "report.photos[0]",
        "avatar",
        "../../etc/passwd",
        "photoNameList[0]\u{0}",
    ];
    for file in names.chain(ids) {
        let answer = desk.open_file(&desk.rita, &claim, file).await;
        assert!([404, 422].contains(&answer.status), "{file}: {answer:?}");
    }
    for (body, code) in [
        (json!({ "file": "avatar" }), "E002"),
        (json!({ "fence": claim["fence"] }), "E002"),
        (json!({ "fence": claim["fence"], "file": 7.5 }), "E002"),
        (json!([]), "E009"),
    ] {
        let path = format!("/api/review/cases/{id}/evidence");
        let answer = desk.call(reqwest::Method::POST, &path, &desk.rita, Some(&body));
        answer.await.refused(code);
    }
    let of_other = json!({ "id": other, "fence": claim["fence"] });
    let refused = desk
        .open_file(&desk.rita, &of_other, "verifyTempFileName")
        .await;
    refused.refused("E004");
}

#[tokio::test]
async fn a_deleted_account_takes_its_files_along() {
    let desk = Desk::open().await;
    let id = with_document(&desk, 1).await;
    let claim = desk.claimed(&desk.rita, id).await;
    let session = desk.app().session(&person(1)).await;
    desk.app().delete_account(&session).await;
    let gone = desk
        .open_file(&desk.rita, &claim, "verifyTempFileName")
        .await;
    gone.refused("E003");
    let path = format!("/api/review/cases/{id}?language=en");
    desk.get(&path, &desk.rita).await.refused("E003");
    desk.decide(&desk.rita, &claim, approval())
        .await
        .refused("E003");
    let rows = super::super::audit::export(desk.app(), None).await;
    let kept = rows.iter().filter(|row: &&Value| row["caseId"] == id);
    assert_eq!(kept.count(), 1, "the claim stays in the log");
}
