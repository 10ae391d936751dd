//! Decisions over HTTP: once, in time, undone, and refused with the reviewer who was faster.

use super::{CASES, Desk, approval, rejection, request_for};
use crate::suite::prelude::*;

const LEASE_S: i64 = 10 * 60;

#[tokio::test]
async fn an_approval_is_undone_and_made_again() {
    let desk = Desk::open().await;
    let (session, id) = desk.waiting(1).await;
    let claim = desk.claimed(&desk.rita, id).await;
    let decided = desk.decide(&desk.rita, &claim, approval()).await;
    assert!(decided.ok()["effectAt"].is_string());
    let own = desk.case(&desk.rita, id).await;
    assert!(own["effectAt"].is_string());
    let others = desk.case(&desk.ralf, id).await;
    assert_eq!(others["effectAt"], Value::Null);
    assert_eq!(desk.status(&session).await, "IN_REVIEW");
    desk.undo(&desk.ralf, id).await.refused("E004");
    let again = desk.undo(&desk.rita, id).await.ok();
    assert!(again["fence"].as_i64() > claim["fence"].as_i64());
    desk.take_effect().await;
    assert_eq!(desk.status(&session).await, "IN_REVIEW");
    desk.decide(&desk.rita, &again, approval()).await.ok();
    desk.take_effect().await;
    assert_eq!(desk.status(&session).await, "APPROVED");
    let late = desk.undo(&desk.rita, id).await.refused("E004");
    assert_eq!(late["case"]["state"], "APPLIED");
    assert_eq!(late["case"]["decidedBy"], "Rita");
}

#[tokio::test]
async fn of_two_reviewers_the_second_learns_who_was_faster() {
    let desk = Desk::open().await;
    let (_, id) = desk.waiting(1).await;
    let claim = desk.claimed(&desk.rita, id).await;
    let refused = desk.claim(&desk.ralf, id).await.refused("E004");
    assert_eq!(refused["case"]["holder"], "Rita");
    assert!(refused["case"]["leaseUntil"].is_string());
    let stolen = desk.decide(&desk.ralf, &claim, approval()).await;
    stolen.refused("E004");
    desk.decide(&desk.rita, &claim, approval()).await.ok();
    let twice = desk.decide(&desk.rita, &claim, rejection()).await;
    let twice = twice.refused("E004");
    assert_eq!(twice["case"]["decidedBy"], "Rita");
    assert!(twice["case"]["decidedAt"].is_string());
    let refused = desk.claim(&desk.ralf, id).await.refused("E004");
    assert_eq!(refused["case"]["state"], "DECIDED");
}

#[tokio::test]
async fn a_decision_after_the_claim_has_lapsed_is_refused() {
    let desk = Desk::open().await;
    let (_, id) = desk.waiting(1).await;
    let claim = desk.claimed(&desk.rita, id).await;
    let path = format!("{CASES}/{id}/lease");
    let fence = json!({ "fence": claim["fence"] });
    desk.app().clock.advance(LEASE_S - 1);
    let renewed = desk
        .call(Method::PUT, &path, &desk.rita, Some(&fence))
        .await;
    assert!(renewed.ok()["leaseUntil"].is_string());
    desk.app().clock.advance(LEASE_S - 1);
    // Another reviewer cannot renew the claim with its number.
    let foreign = desk
        .call(Method::PUT, &path, &desk.ralf, Some(&fence))
        .await;
    foreign.refused("E004");
    desk.app().clock.advance(1);
    let late = desk
        .call(Method::PUT, &path, &desk.rita, Some(&fence))
        .await;
    late.refused("E004");
    let late = desk.decide(&desk.rita, &claim, approval()).await;
    let late = late.refused("E004");
    assert_eq!(late["case"]["holder"], Value::Null);
    let newer = desk.claimed(&desk.ralf, id).await;
    let late = desk.decide(&desk.rita, &claim, approval()).await;
    assert_eq!(late.refused("E004")["case"]["holder"], "Ralf");
    desk.decide(&desk.ralf, &newer, approval()).await.ok();
}

#[tokio::test]
async fn a_decision_about_another_version_is_refused() {
    let desk = Desk::open().await;
    let (_, id) = desk.waiting(1).await;
    let claim = desk.claimed(&desk.rita, id).await;
    for version in [0, 2, i32::MAX] {
        let mut stale = approval();
        stale["version"] = json!(version);
        let refused = desk.decide(&desk.rita, &claim, stale).await;
        refused.refused("E004");
    }
    desk.decide(&desk.rita, &claim, approval()).await.ok();
}

#[tokio::test]
async fn a_decision_that_breaks_a_rule_is_refused_with_its_path() {
    let desk = Desk::open().await;
    let (_, id) = desk.waiting(1).await;
    let claim = desk.claimed(&desk.rita, id).await;
    let reasons = |reason: Value| json!({ "action": "REJECT", "reasons": [reason] });
    for (decision, path, code) in [
        (json!({ "action": "NO_ACTION" }), "action", "unknown_value"),
        (json!({ "action": "BURN" }), "action", "unknown_value"),
        (json!({ "action": 1 }), "action", "wrong_type"),
        (json!({}), "action", "required"),
        (json!({ "action": "APPROVE" }), "employerId", "required"),
        (
            json!({ "action": "APPROVE", "employerId": "no-such" }),
            "employerId",
            "unknown_value",
        ),
        (
            json!({ "action": "APPROVE", "employerName": "a".repeat(101) }),
            "employerName",
            "length",
        ),
        (json!({ "action": "REJECT" }), "reasons", "required"),
        (
            json!({ "action": "REJECT", "reasons": "all" }),
            "reasons",
            "wrong_type",
        ),
        (
            reasons(json!({ "path": "aboutMe", "code": "ugly", "note": "" })),
            "reasons[0].code",
            "unknown_value",
        ),
        (
            reasons(json!({ "path": "aboutMe", "code": "other" })),
            "reasons[0].note",
            "required",
        ),
        (
            reasons(json!({ "path": "<script>", "code": "unclear" })),
            "reasons[0].path",
            "unknown_value",
        ),
        (
            reasons(json!({ "path": "aboutMe", "code": "other", "note": "x".repeat(501) })),
            "reasons[0].note",
            "length",
        ),
        (
            request_for(&["account"]),
            "reasons[0].path",
            "unknown_value",
        ),
        (
            json!({ "action": "APPROVE", "employerId": "google", "fence": "x" }),
            "fence",
            "wrong_type",
        ),
    ] {
        let shown = decision.to_string();
        let answer = desk.decide(&desk.rita, &claim, decision).await;
        answer.expect_field_errors(&[[path, code]], &shown);
    }
    desk.decide(&desk.rita, &claim, approval()).await.ok();
}

#[tokio::test]
async fn an_approval_names_the_employer_that_the_evidence_shows() {
    let desk = Desk::open().await;
    for (n, decision, employer) in [
        (1, approval(), "google"),
        (
            2,
            json!({ "action": "APPROVE", "employerName": "A bakery" }),
            "",
        ),
    ] {
        let app = desk.app();
        let body = app.profile_of(&person(n)).await;
        let body = body.with("employerId", "tsmc").build();
        let id_token = app.id_token(&person(n));
        app.create_user_profile(&id_token, &body).await.expect(201);
        let id = *desk.queue(&desk.rita).await.last().unwrap();
        let claim = desk.claimed(&desk.rita, id).await;
        desk.decide(&desk.rita, &claim, decision).await.ok();
        desk.take_effect().await;
        let info = app.my_info(&app.session(&person(n)).await).await;
        assert_eq!(info.ok()["profile"]["employerId"], employer);
    }
}

#[tokio::test]
async fn an_appeal_that_is_taken_back_and_sent_again_stays_away_from_the_first_reviewer() {
    let desk = Desk::open().await;
    let (session, id) = desk.waiting(1).await;
    let claim = desk.claimed(&desk.rita, id).await;
    let rejected = desk.decide(&desk.rita, &claim, rejection()).await;
    rejected.ok();
    desk.take_effect().await;
    let app = desk.app();
    let text = json!({ "text": "Please look again." });
    let appealed = app.put("/api/user-profile/appeal", &session, &text).await;
    appealed.ok();
    let path = "/api/user-profile/withdrawal";
    let request = app.request(Method::POST, path, &session);
    app.send(request).await.ok();
    let fixed = json!({ "aboutMe": "I like to walk." });
    let path = "/api/user-profile/resubmission";
    app.put(path, &session, &fixed).await.ok();
    assert!(desk.queue(&desk.rita).await.is_empty());
    let id = desk.queue(&desk.ralf).await[0];
    desk.claim(&desk.rita, id).await.refused("E003");
    desk.claimed(&desk.ralf, id).await;
}

#[tokio::test]
async fn a_rejection_is_appealed_before_another_reviewer() {
    let desk = Desk::open().await;
    let (session, id) = desk.waiting(1).await;
    let claim = desk.claimed(&desk.rita, id).await;
    desk.decide(&desk.rita, &claim, rejection()).await.ok();
    desk.take_effect().await;
    let reviews = &desk.app().running.app.reviews;
    reviews
        .appeal(&person(1), "It <b>is</b> me.")
        .await
        .unwrap();
    assert!(desk.queue(&desk.rita).await.is_empty());
    let appeal = desk.queue(&desk.ralf).await[0];
    desk.claim(&desk.rita, appeal).await.refused("E003");
    let claim = desk.claimed(&desk.ralf, appeal).await;
    let facts = desk.facts(&desk.ralf, appeal).await;
    assert_eq!(facts["appeal"], "It <b>is</b> me.");
    let history = facts["history"].as_array().unwrap();
    let rejected = history.iter().find(|step| step["action"] == "REJECT");
    let rejected = rejected.unwrap();
    assert_eq!(rejected["reviewer"], "Rita");
    assert_eq!(rejected["reasons"][0]["code"], "inappropriate");
    let sent = history.iter().find(|step| step["action"] == "APPEAL");
    assert_eq!(sent.unwrap()["reviewer"], "");
    desk.decide(&desk.ralf, &claim, rejection()).await.ok();
    desk.take_effect().await;
    assert_eq!(desk.status(&session).await, "REJECTED");
}
