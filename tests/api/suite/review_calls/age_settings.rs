//! The proof of age at the command line, where the setting changes, and where a member is suspended.

use chrono::NaiveDate;
use enmusubi_core::FieldErrorCode;
use enmusubi_core::review::{AgeDocument, CaseAction, CaseDecision};
use enmusubi_server::Running;
use enmusubi_server::features::review::{Decision, ReviewError, Reviews, Subject};
use enmusubi_server::ops::config::AgeProofSetting;

use super::super::app::start_server;
use super::super::review::reason;
use super::age::{BIRTHDAY, FIELD, Waiting, approved, desk, is_stored, licence, propose};
use super::*;
use crate::suite::prelude::*;

/// Starts another instance of the same deployment with this setting.
async fn instance_with(desk: &Desk, setting: AgeProofSetting) -> Running {
    let mut config = desk.app().running.app.config.clone();
    config.age_proof = setting;
    start_server(config, &desk.app().clock).await
}

/// Decides about a profile whose evidence is a link, and names the birthday on a passport if the age is checked.
async fn decide(
    reviews: &Reviews,
    n: u32,
    action: CaseAction,
    path: Option<&str>,
    birthday: Option<&str>,
) -> Result<(), ReviewError> {
    let reasons = path.map(|path| reason(path, "unclear", "")).into_iter();
    let employer_name = match action {
        CaseAction::Approve => "A bakery",
        _ => "",
    };
    let decision = Decision {
        decision: CaseDecision {
            employer_name: employer_name.to_owned(),
            age_document: birthday.map(|_| AgeDocument::Passport),
            ..CaseDecision::new(action, reasons.collect())
        },
        birthday: birthday.map(|birthday| birthday.parse::<NaiveDate>().unwrap()),
        actor: "rita".to_owned(),
    };
    let subject = Subject::Profile(person(n));
    reviews.decide(&subject, &decision).await
}

/// Checks that the decision is refused because of the document of the age.
fn expect_age(refused: Result<(), ReviewError>, code: FieldErrorCode) {
    match refused {
        Err(ReviewError::Broken(rules)) => {
            let rules: Vec<_> = rules.iter().map(|rule| (&*rule.path, rule.code)).collect();
            assert_eq!(rules, [("ageDocument", code)]);
        }
        other => panic!("{other:?}"),
    }
}

async fn show(reviews: &Reviews, n: u32) -> String {
    let subject = Subject::Profile(person(n));
    reviews.show(&subject).await.unwrap()
}

const RESUBMISSION: &str = "/api/user-profile/resubmission";

/// Sends a body to this instance.
async fn put_to(
    (instance, path): (&Running, &str),
    desk: &Desk,
    session: &Credentials,
    body: &Value,
) -> Answer {
    let request = desk.app().request(Method::PUT, path, session).json(body);
    desk.app().send_to(instance, request).await
}

#[tokio::test]
async fn a_member_from_before_the_setting_is_asked_for_a_document() {
    let desk = Desk::open().await;
    let (session, _) = desk.waiting(1).await;
    let instance = instance_with(&desk, AgeProofSetting::Required).await;
    let reviews = &instance.app.reviews;
    let refused = decide(reviews, 1, CaseAction::Approve, None, None).await;
    expect_age(refused, FieldErrorCode::UploadMissing);
    let action = CaseAction::AskForInfo;
    let asked = decide(reviews, 1, action, Some("aboutMe"), None).await;
    asked.unwrap();
    let document = licence(&desk, &session).await;
    let body = json!({ "aboutMe": "Hills, coffee and quiet mornings.", FIELD: document });
    let sent = put_to((&instance, RESUBMISSION), &desk, &session, &body).await;
    sent.ok();
    let shown = show(reviews, 1).await;
    assert!(shown.contains(&document), "{shown}");
    // A command may run without the settings of the server.
    for reviews in [reviews, &desk.app().running.app.reviews] {
        let refused = decide(reviews, 1, CaseAction::Approve, None, None).await;
        expect_age(refused, FieldErrorCode::Required);
    }
    // The member may have sent another birthday since the reviewer opened the document.
    let other = Some("1990-05-18");
    let refused = decide(reviews, 1, CaseAction::Approve, None, other).await;
    assert!(
        matches!(refused, Err(ReviewError::OtherBirthday(_))),
        "{refused:?}"
    );
    let approved = decide(reviews, 1, CaseAction::Approve, None, Some(BIRTHDAY)).await;
    approved.unwrap();
    assert!(!is_stored(&desk, &document));
    let shown = show(reviews, 1).await;
    assert!(shown.contains("1990-05-17 with PASSPORT"), "{shown}");
}

#[tokio::test]
async fn a_request_for_a_document_can_be_answered_when_the_setting_is_off() {
    let desk = desk().await;
    let waiting = Waiting::register(&desk, 1).await;
    let reviews = &desk.app().running.app.reviews;
    let asked = decide(reviews, 1, CaseAction::AskForInfo, Some(FIELD), None).await;
    asked.unwrap();
    let instance = instance_with(&desk, AgeProofSetting::Off).await;
    let session = &waiting.session;
    let request = desk
        .app()
        .request(Method::GET, "/api/user/my-info", session);
    let info = desk.app().send_to(&instance, request).await.ok();
    assert_eq!(info["review"]["askedFields"], json!(["birthday"]));
    let body = json!({ "birthday": BIRTHDAY });
    let sent = put_to((&instance, RESUBMISSION), &desk, session, &body).await;
    sent.ok();
    let reviews = &instance.app.reviews;
    let approved = decide(reviews, 1, CaseAction::Approve, None, None).await;
    approved.unwrap();
}

/// An earlier version of the server drops the document that a decision names, and a server with the setting off needs
/// none.
#[tokio::test]
async fn a_decision_without_a_check_takes_no_effect_where_one_is_required() {
    let mut desk = Desk::open().await;
    let (session, case) = desk.waiting(1).await;
    let claim = desk.claimed(&desk.rita, case).await;
    desk.decide(&desk.rita, &claim, approval()).await.ok();
    let instance = instance_with(&desk, AgeProofSetting::Required).await;
    // The job of the first instance would let the decision take effect, because this instance requires no check.
    let first = std::mem::replace(&mut desk.console.app.running, instance);
    first.stop().await.unwrap();
    desk.take_effect().await;
    assert_ne!(desk.status(&session).await, "APPROVED");
    assert_eq!(desk.queue(&desk.rita).await, [case]);
}

#[tokio::test]
async fn a_request_or_rejection_about_the_age_ends_an_earlier_check() {
    let desk = desk().await;
    let reviews = &desk.app().running.app.reviews;
    for (n, action) in [(1, CaseAction::AskForInfo), (2, CaseAction::Reject)] {
        let waiting = Waiting::register(&desk, n).await;
        let (ask, path) = (CaseAction::AskForInfo, Some("aboutMe"));
        let asked = decide(reviews, n, ask, path, Some(BIRTHDAY)).await;
        asked.unwrap();
        assert_eq!(waiting.info(&desk).await["ageCheck"]["birthday"], BIRTHDAY);
        let body = json!({ "aboutMe": "Hills, coffee and quiet mornings." });
        let instance = &desk.app().running;
        let sent = put_to((instance, RESUBMISSION), &desk, &waiting.session, &body).await;
        sent.ok();
        let decided = decide(reviews, n, action, Some("birthday"), None).await;
        decided.unwrap();
        assert_eq!(waiting.info(&desk).await["ageCheck"], Value::Null, "{n}");
    }
}

#[tokio::test]
async fn the_document_of_a_suspended_member_does_not_stay() {
    let desk = desk().await;
    let app = desk.app();
    let waiting = approved(&desk, 1).await;
    let newer = licence(&desk, &waiting.session).await;
    let body = json!({ "birthday": "1991-01-01", FIELD: newer });
    propose(&desk, &waiting.session, &body).await.expect(202);
    decided(app, &person(1), ReviewAction::Suspend, "").await;
    decided(app, &person(1), ReviewAction::Reinstate, "").await;
    let id = *desk.queue(&desk.rita).await.last().unwrap();
    let claim = desk.claimed(&desk.rita, id).await;
    assert_eq!(
        desk.facts(&desk.rita, id).await["age"]["evidence"],
        "MISSING"
    );
    let refused = desk
        .decide(&desk.rita, &claim, json!({ "action": "APPROVE" }))
        .await;
    refused.expect_field_errors(&[["ageDocument", "upload_missing"]], "no document");
    app.clock.advance(2 * 24 * 60 * 60);
    app.running.app.file_cleanup.run().await.unwrap();
    assert!(!is_stored(&desk, &newer));
}

#[tokio::test]
async fn a_proposal_of_nothing_but_a_document_ends_with_a_suspension() {
    let desk = Desk::open().await;
    let (session, _) = desk.waiting(1).await;
    decided(desk.app(), &person(1), ReviewAction::Approve, "").await;
    let instance = instance_with(&desk, AgeProofSetting::Required).await;
    let document = licence(&desk, &session).await;
    let changes = (&instance, "/api/user-profile/changes");
    let proposed = put_to(changes, &desk, &session, &json!({ FIELD: document })).await;
    proposed.expect(202);
    assert_eq!(desk.queue(&desk.rita).await.len(), 1);
    for action in [ReviewAction::Suspend, ReviewAction::Reinstate] {
        decided(desk.app(), &person(1), action, "").await;
    }
    assert_eq!(desk.queue(&desk.rita).await, [0_i64; 0]);
    desk.app().clock.advance(2 * 24 * 60 * 60);
    desk.app().running.app.file_cleanup.run().await.unwrap();
    assert!(!is_stored(&desk, &document));
}
