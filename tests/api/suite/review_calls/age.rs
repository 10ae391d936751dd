//! The proof of age: a document that only the holder of the case opens, that the decision deletes, and the check that
//! stays.

use super::super::picture;
use super::super::user_export::profile_of;
use super::*;
use crate::suite::prelude::*;

pub(super) const FIELD: &str = "ageProofFileName";
pub(super) const BIRTHDAY: &str = "1990-05-17";

pub(super) async fn desk() -> Desk {
    Desk::open_with(|settings| settings.age_proof = Some("required".to_owned())).await
}

/// An approval of the usual profile with a document on which the reviewer has read the birthday.
pub(super) fn checked() -> Value {
    let mut approval = approval();
    approval["ageDocument"] = json!("DRIVING_LICENCE");
    approval
}

/// A member with a document that waits.
pub(super) struct Waiting {
    pub(super) session: Credentials,
    pub(super) document: String,
    pub(super) case: i64,
}

impl Waiting {
    pub(super) async fn register(desk: &Desk, n: u32) -> Self {
        let app = desk.app();
        let id_token = app.id_token(&person(n));
        let document = licence(desk, &id_token).await;
        let body = app
            .profile_of(&person(n))
            .await
            .with(FIELD, document.as_str());
        let created = app.create_user_profile(&id_token, &body.build()).await;
        created.expect(201);
        Self {
            session: app.session(&person(n)).await,
            document,
            case: *desk.queue(&desk.lead).await.last().unwrap(),
        }
    }

    pub(super) async fn info(&self, desk: &Desk) -> Value {
        desk.app().my_info(&self.session).await.ok()
    }
}

pub(super) async fn licence(desk: &Desk, credentials: &Credentials) -> String {
    let picture = picture::jpeg();
    let upload = desk
        .app()
        .upload(credentials, "licence.jpg", picture, Some("document"));
    let uploaded = upload.await.ok();
    uploaded["fileName"].as_str().unwrap().to_owned()
}

pub(super) fn is_stored(desk: &Desk, name: &str) -> bool {
    desk.app().files.folder.join(name).exists()
}

/// Waits for the deletion of the file, which a task does after the decision has taken effect.
async fn is_deleted(desk: &Desk, name: &str) {
    wait_until("the file is deleted", Duration::from_secs(10), async || {
        !is_stored(desk, name)
    })
    .await;
}

pub(super) async fn resubmit(desk: &Desk, session: &Credentials, body: &Value) -> Answer {
    let path = "/api/user-profile/resubmission";
    desk.app().put(path, session, body).await
}

pub(super) async fn propose(desk: &Desk, session: &Credentials, body: &Value) -> Answer {
    let path = "/api/user-profile/changes";
    desk.app().put(path, session, body).await
}

/// Registers a member who is approved, and whose age was checked.
pub(super) async fn approved(desk: &Desk, n: u32) -> Waiting {
    let waiting = Waiting::register(desk, n).await;
    let claim = desk.claimed(&desk.rita, waiting.case).await;
    desk.decide(&desk.rita, &claim, checked()).await.ok();
    desk.take_effect().await;
    waiting
}

#[tokio::test]
async fn a_registration_needs_an_upload_of_its_own() {
    let desk = desk().await;
    let app = desk.app();
    let id_token = app.id_token(&person(1));
    let of_other = licence(&desk, &app.id_token(&person(2))).await;
    let body = app.profile_of(&person(1)).await;
    for (document, code) in [
        (Value::Null, "required"),
        (json!(""), "required"),
        (json!(7), "wrong_type"),
        (json!("../licence.jpg"), "upload_name"),
        (json!(format!("{}.jpg", "0".repeat(32))), "upload_missing"),
        (json!(of_other), "upload_missing"),
    ] {
        let shown = document.to_string();
        let body = body.clone().with(FIELD, document).build();
        let answer = app.create_user_profile(&id_token, &body).await;
        answer.expect_field_errors(&[[FIELD, code]], &shown);
    }
    let own = licence(&desk, &id_token).await;
    let body = body.with(FIELD, own.as_str()).build();
    let refused = app.create_user_profile(&Credentials::None, &body).await;
    refused.refused("E001");
    app.create_user_profile(&id_token, &body).await.expect(201);
    // A document of a profile that waits is not deleted as an upload that no profile uses.
    app.clock.advance(2 * 24 * 60 * 60);
    app.running.app.file_cleanup.run().await.unwrap();
    assert!(is_stored(&desk, &own));
    let info = app.my_info(&app.session(&person(1)).await).await.ok();
    assert_eq!(info["profile"][FIELD], own.as_str());
    assert_eq!(info["ageCheck"], Value::Null);
}

#[tokio::test]
async fn without_the_setting_a_document_is_ignored() {
    let desk = Desk::open().await;
    let waiting = Waiting::register(&desk, 1).await;
    let info = waiting.info(&desk).await;
    assert_eq!(info["profile"].get(FIELD), None);
    let claim = desk.claimed(&desk.rita, waiting.case).await;
    let facts = desk.facts(&desk.rita, waiting.case).await;
    assert_eq!(facts["age"], Value::Null);
    let refused = desk.decide(&desk.rita, &claim, checked()).await;
    let expected = ["ageDocument", "unknown_value"];
    refused.expect_field_errors(&[expected], "a check that is not due");
    let refused = desk.decide(&desk.rita, &claim, request_for(&[FIELD])).await;
    let expected = ["reasons[0].path", "unknown_value"];
    refused.expect_field_errors(&[expected], "a document that is not asked for");
    desk.decide(&desk.rita, &claim, approval()).await.ok();
    // The cleanup deletes the document as an upload that no profile uses.
    desk.app().clock.advance(2 * 24 * 60 * 60);
    desk.app().running.app.file_cleanup.run().await.unwrap();
    assert!(!is_stored(&desk, &waiting.document));
}

#[tokio::test]
async fn an_approval_needs_a_check_which_stays_when_the_document_is_gone() {
    let desk = desk().await;
    let waiting = Waiting::register(&desk, 1).await;
    let claim = desk.claimed(&desk.rita, waiting.case).await;
    let facts = desk.facts(&desk.rita, waiting.case).await;
    let expected = json!({
        "evidence": "WAITING", "recordingActions": ["APPROVE", "ASK_FOR_INFO", "REJECT"],
        "birthday": BIRTHDAY, "check": null,
    });
    assert_eq!(facts["age"], expected);
    let files = facts["files"].as_array().unwrap().iter();
    let files: Vec<&str> = files.map(|file| file["id"].as_str().unwrap()).collect();
    assert_eq!(files, [FIELD, "photoNameList[0]"]);
    let opened = desk.open_file(&desk.rita, &claim, FIELD).await;
    assert_eq!(opened.header("content-type"), Some("image/jpeg"));
    let refused = desk.open_file(&desk.ralf, &claim, FIELD).await;
    refused.refused("E004");
    assert_eq!(desk.acts("OPEN_EVIDENCE").await.len(), 1);

    let word = |word: Value| {
        let mut decision = approval();
        decision["ageDocument"] = word;
        decision
    };
    for (decision, code) in [
        (approval(), "required"),
        (word(Value::Null), "required"),
        (word(json!("LIBRARY_CARD")), "unknown_value"),
        (word(json!(7)), "wrong_type"),
    ] {
        let shown = decision.to_string();
        let refused = desk.decide(&desk.rita, &claim, decision).await;
        refused.expect_field_errors(&[["ageDocument", code]], &shown);
    }
    desk.decide(&desk.rita, &claim, checked()).await.ok();
    // The reviewer can still undo the decision.
    assert!(is_stored(&desk, &waiting.document));
    desk.take_effect().await;
    is_deleted(&desk, &waiting.document).await;
    let info = waiting.info(&desk).await;
    assert_eq!(info["reviewStatus"], "APPROVED");
    assert_eq!(info["profile"].get(FIELD), None);
    assert_eq!(info["profile"]["birthday"], BIRTHDAY);
    let check = &info["ageCheck"];
    assert_eq!(
        (&check["document"], &check["birthday"]),
        (&json!("DRIVING_LICENCE"), &json!(BIRTHDAY))
    );
    assert!(check["checkedAt"].is_string(), "{check}");
    let rows = super::super::audit::export(desk.app(), None).await;
    let decided = rows.iter().filter(|row| row["action"] == "DECIDE");
    let mut decided = decided.map(|row| row["detail"].as_str().unwrap());
    let detail = decided.next().unwrap();
    assert!(
        detail.contains(r#""ageDocument":"DRIVING_LICENCE""#),
        "{detail}"
    );
    assert_eq!(decided.next(), None);
}

#[tokio::test]
async fn every_decision_deletes_the_document() {
    let desk = desk().await;
    let asked = |paths: &[&str], document: &str| {
        let mut decision = request_for(paths);
        decision["ageDocument"] = json!(document);
        decision
    };
    for (n, decision, is_asked_again) in [
        (1, rejection(), false),
        (2, request_for(&["aboutMe"]), true),
        (3, asked(&["aboutMe"], "PASSPORT"), false),
        (4, request_for(&[FIELD]), true),
        (5, request_for(&["birthday"]), true),
    ] {
        let waiting = Waiting::register(&desk, n).await;
        let claim = desk.claimed(&desk.rita, waiting.case).await;
        desk.decide(&desk.rita, &claim, decision).await.ok();
        desk.take_effect().await;
        is_deleted(&desk, &waiting.document).await;
        let info = waiting.info(&desk).await;
        assert_eq!(info["profile"].get(FIELD), None, "{n}");
        let fields = info["review"]["askedFields"].as_array();
        let is_asked = fields.is_some_and(|fields| fields.contains(&json!(FIELD)));
        assert_eq!(is_asked, is_asked_again, "{n}: {info}");
    }
    let waiting = Waiting::register(&desk, 6).await;
    let claim = desk.claimed(&desk.rita, waiting.case).await;
    let refused = desk.decide(&desk.rita, &claim, asked(&["birthday"], "PASSPORT"));
    refused.await.expect_field_errors(
        &[["ageDocument", "unknown_value"]],
        "a check of a wrong birthday",
    );
}

#[tokio::test]
async fn a_member_sends_another_document_when_a_reviewer_asks() {
    let desk = desk().await;
    let waiting = Waiting::register(&desk, 1).await;
    let claim = desk.claimed(&desk.rita, waiting.case).await;
    let asked = desk.decide(&desk.rita, &claim, request_for(&[FIELD]));
    asked.await.ok();
    desk.take_effect().await;
    let info = waiting.info(&desk).await;
    assert_eq!(info["review"]["askedFields"], json!(["birthday", FIELD]));
    let other = desk.app().id_token(&person(2));
    let of_other = licence(&desk, &other).await;
    for (body, code) in [
        (json!({ "birthday": "1990-05-18" }), "required"),
        (json!({ FIELD: waiting.document }), "upload_missing"),
        (json!({ FIELD: of_other }), "upload_missing"),
    ] {
        let shown = body.to_string();
        let refused = resubmit(&desk, &waiting.session, &body).await;
        refused.expect_field_errors(&[[FIELD, code]], &shown);
    }
    let newer = licence(&desk, &waiting.session).await;
    let body = json!({ "birthday": "1990-05-18", FIELD: newer });
    resubmit(&desk, &waiting.session, &body).await.ok();
    let id = *desk.queue(&desk.rita).await.last().unwrap();
    let claim = desk.claimed(&desk.rita, id).await;
    let facts = desk.facts(&desk.rita, id).await;
    assert_eq!(facts["age"]["birthday"], "1990-05-18");
    assert_eq!(facts["files"][0]["isChanged"], true);
    desk.decide(&desk.rita, &claim, checked()).await.ok();
    desk.take_effect().await;
    is_deleted(&desk, &newer).await;
    let info = waiting.info(&desk).await;
    assert_eq!(info["ageCheck"]["birthday"], "1990-05-18");
}

#[tokio::test]
async fn a_new_birthday_needs_a_new_check_and_another_fact_does_not() {
    let desk = desk().await;
    let waiting = approved(&desk, 1).await;
    let session = &waiting.session;
    propose(&desk, session, &json!({ "height": 171 }))
        .await
        .expect(202);
    let refused = propose(&desk, session, &json!({ "birthday": "1991-01-01" })).await;
    refused.expect_field_errors(&[[FIELD, "required"]], "a new birthday");
    let newer = licence(&desk, session).await;
    let body = json!({ "birthday": "1991-01-01", FIELD: newer });
    propose(&desk, session, &body).await.expect(202);
    let id = *desk.queue(&desk.rita).await.last().unwrap();
    let claim = desk.claimed(&desk.rita, id).await;
    let facts = desk.facts(&desk.rita, id).await;
    assert_eq!(facts["age"]["evidence"], "WAITING");
    assert_eq!(facts["age"]["check"]["birthday"], BIRTHDAY);
    let refused = desk
        .decide(&desk.rita, &claim, json!({ "action": "APPROVE" }))
        .await;
    refused.expect_field_errors(&[["ageDocument", "required"]], "no check");
    let decision = json!({ "action": "APPROVE", "ageDocument": "PASSPORT" });
    desk.decide(&desk.rita, &claim, decision).await.ok();
    desk.take_effect().await;
    is_deleted(&desk, &newer).await;
    let info = waiting.info(&desk).await;
    assert_eq!(info["profile"]["birthday"], "1991-01-01");
    assert_eq!(info["profile"].get(FIELD), None);
    assert_eq!(info["ageCheck"]["document"], "PASSPORT");
    assert_eq!(info["ageCheck"]["birthday"], "1991-01-01");

    let refused_one = licence(&desk, session).await;
    let body = json!({ "birthday": "1992-01-01", FIELD: refused_one });
    propose(&desk, session, &body).await.expect(202);
    let id = *desk.queue(&desk.rita).await.last().unwrap();
    let claim = desk.claimed(&desk.rita, id).await;
    let facts = desk.facts(&desk.rita, id).await;
    assert_eq!(facts["age"]["recordingActions"], json!(["APPROVE"]));
    let reason = |path: &str| json!([{ "path": path, "code": "unclear", "note": "" }]);
    let decision = json!({
        "action": "REJECT", "reasons": reason("birthday"), "ageDocument": "PASSPORT",
    });
    let refused = desk.decide(&desk.rita, &claim, decision).await;
    refused.expect_field_errors(
        &[["ageDocument", "unknown_value"]],
        "a check of a birthday that the profile does not get",
    );
    let decision = json!({ "action": "REJECT", "reasons": reason(FIELD) });
    desk.decide(&desk.rita, &claim, decision).await.ok();
    desk.take_effect().await;
    is_deleted(&desk, &refused_one).await;
    assert_eq!(
        waiting.info(&desk).await["ageCheck"]["birthday"],
        "1991-01-01"
    );
}

#[tokio::test]
async fn an_export_has_the_document_and_the_check_and_a_deletion_takes_both() {
    let desk = desk().await;
    let waiting = Waiting::register(&desk, 1).await;
    let files = export(desk.app(), &waiting.session).await;
    let data = profile_of(&files);
    let path = format!("documents/{}", waiting.document);
    assert!(files.contains_key(&path));
    let described = data["files"].as_array().unwrap().iter();
    let mut proofs = described.filter(|file| file["isAgeProof"] == true);
    assert_eq!(proofs.next().unwrap()["path"], path);
    assert_eq!((proofs.count(), &data["ageCheck"]), (0, &Value::Null));
    let claim = desk.claimed(&desk.rita, waiting.case).await;
    desk.decide(&desk.rita, &claim, checked()).await.ok();
    desk.take_effect().await;
    let files = export(desk.app(), &waiting.session).await;
    assert!(!files.contains_key(&path));
    assert_eq!(
        profile_of(&files)["ageCheck"]["document"],
        "DRIVING_LICENCE"
    );
    let page = String::from_utf8(files["profile.html"].clone()).unwrap();
    assert!(page.contains("駕照"), "{page}");
    desk.app().delete_account(&waiting.session).await;
    let checks = desk.app().count("age_check");
    assert_eq!(checks.await, 0);

    let other = Waiting::register(&desk, 2).await;
    desk.app().delete_account(&other.session).await;
    let is_gone = async || !is_stored(&desk, &other.document);
    wait_until("no document", Duration::from_secs(30), is_gone).await;
}

#[tokio::test]
async fn the_document_is_no_picture_for_others() {
    let desk = desk().await;
    let waiting = Waiting::register(&desk, 1).await;
    let name = &waiting.document;
    let info = waiting.info(&desk).await;
    let shown = json!([info["photos"], info["avatar"]]).to_string();
    assert!(!shown.contains(name.as_str()), "{shown}");
    for path in [
        format!("/_ipx/_/{name}"),
        format!("/_ipx/w_100/{name}"),
        format!("/api/file/fetch/{name}"),
    ] {
        for credentials in [&Credentials::None, &waiting.session] {
            let answer = desk.app().get(&path, credentials).await;
            assert!((400..500).contains(&answer.status), "{path}: {answer:?}");
        }
    }
    let body = json!({ "avatar": name });
    let avatar = desk
        .app()
        .put("/api/user-profile/avatar", &waiting.session, &body);
    assert!((400..500).contains(&avatar.await.status));
}
