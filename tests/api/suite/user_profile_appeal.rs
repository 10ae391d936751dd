//! `PUT /user-profile/appeal`: a rejected member asks for another review, once and within 180 days.

use futures_util::future::join;

use super::captured_log::contains_ignoring_case;
use super::review::STATES;
use crate::suite::prelude::*;

const PATH: &str = "/api/user-profile/appeal";
/// The time for an appeal, after which the server deletes the account.
const APPEAL_S: i64 = 180 * DAY_S;

async fn appeal(app: &TestApp, session: &Credentials, text: &str) -> Answer {
    app.put(PATH, session, &json!({ "text": text })).await
}

/// Registers the first person, whose profile is rejected, and logs them in.
async fn rejected(app: &TestApp) -> Credentials {
    let session = app.member(&person(1)).await;
    decided(app, &person(1), ReviewAction::Reject, "").await;
    session
}

async fn info(app: &TestApp, session: &Credentials) -> Value {
    app.my_info(session).await.ok()
}

async fn status(app: &TestApp, session: &Credentials) -> String {
    let info = info(app, session).await;
    info["reviewStatus"].as_str().unwrap().to_owned()
}

async fn n_appeals(app: &TestApp) -> i64 {
    let count = "SELECT COUNT(*) FROM review_case WHERE kind = 'APPEAL'";
    app.number(count).await
}

fn pending() -> Value {
    json!({ "reviewStatus": "PENDING" })
}

#[tokio::test]
async fn an_appeal_leads_back_to_the_reviewers() {
    let app = TestApp::start().await;
    let session = rejected(&app).await;
    let until = info(&app, &session).await["review"]["appealUntil"].clone();
    assert_eq!(until, "2027-05-20T04:00:00.000Z");
    app.clock.advance(DAY_S);
    let answer = appeal(&app, &session, "Please look.").await.ok();
    assert_eq!(answer, pending());
    let info = info(&app, &session).await;
    assert_eq!(info["reviewStatus"], "PENDING");
    assert_eq!(info["review"], json!({ "reasons": [] }));
    assert_eq!(info["waiting"]["isAppeal"], true);
    assert_eq!(info["waiting"]["submittedAt"], "2026-11-22T04:00:00.000Z");
    decided(&app, &person(1), ReviewAction::Approve, "").await;
    assert_eq!(status(&app, &session).await, "APPROVED");
}

#[tokio::test]
async fn a_second_rejection_is_final() {
    let app = TestApp::start().await;
    let session = rejected(&app).await;
    appeal(&app, &session, "Please look.").await.ok();
    decided(&app, &person(1), ReviewAction::Reject, "").await;
    let info = info(&app, &session).await;
    assert_eq!(info["reviewStatus"], "REJECTED");
    assert_eq!(info["review"].get("appealUntil"), None);
    for text in ["Please look.", "Please, once more."] {
        appeal(&app, &session, text).await.refused("E008");
    }
    assert_eq!(status(&app, &session).await, "REJECTED");
    assert_eq!(n_appeals(&app).await, 1);
}

#[tokio::test]
async fn only_a_rejected_member_can_appeal() {
    let app = TestApp::start().await;
    for (n, actions) in (1..).zip(STATES) {
        if actions == [ReviewAction::Reject] {
            continue;
        }
        app.member(&person(n)).await;
        for action in actions {
            decided(&app, &person(n), *action, "aboutMe").await;
        }
        let session = app.session(&person(n)).await;
        let before = info(&app, &session).await;
        assert_eq!(before["review"].get("appealUntil"), None);
        appeal(&app, &session, "Please look.").await.refused("E008");
        assert_eq!(info(&app, &session).await, before);
    }
    assert_eq!(n_appeals(&app).await, 0);
}

#[tokio::test]
async fn an_appeal_after_180_days_comes_too_late() {
    let app = TestApp::start().await;
    rejected(&app).await;
    app.clock.advance(APPEAL_S);
    let session = app.session(&person(1)).await;
    let info = info(&app, &session).await;
    assert_eq!(info["review"].get("appealUntil"), None);
    appeal(&app, &session, "Please look.").await.refused("E008");
    assert_eq!(status(&app, &session).await, "REJECTED");

    app.member(&person(2)).await;
    decided(&app, &person(2), ReviewAction::Reject, "").await;
    app.clock.advance(APPEAL_S - 1);
    let session = app.session(&person(2)).await;
    appeal(&app, &session, "Please look.").await.ok();
}

#[tokio::test]
async fn the_same_text_again_gets_the_same_answer() {
    let app = TestApp::start().await;
    let session = rejected(&app).await;
    // Core removes the spaces around a text.
    for text in ["Please\nlook.", " Please\nlook. "] {
        let answer = appeal(&app, &session, text).await.ok();
        assert_eq!(answer, pending());
    }
    appeal(&app, &session, "Another text.")
        .await
        .refused("E008");
    decided(&app, &person(1), ReviewAction::Claim, "").await;
    let answer = appeal(&app, &session, "Please\nlook.").await.ok();
    assert_eq!(answer, json!({ "reviewStatus": "IN_REVIEW" }));
    assert_eq!(n_appeals(&app).await, 1);
    decided(&app, &person(1), ReviewAction::Approve, "").await;
    appeal(&app, &session, "Please\nlook.")
        .await
        .refused("E008");
}

#[tokio::test]
async fn of_two_appeals_at_the_same_time_one_counts() {
    let app = TestApp::start().await;
    let session = rejected(&app).await;
    let other = app.another_instance().await;
    let request = |text| {
        let request = app.request(Method::PUT, PATH, &session);
        request.json(&json!({ "text": text }))
    };
    let (here, there) = join(
        app.send(request("From this window.")),
        app.send_to(&other, request("From that window.")),
    )
    .await;
    let mut statuses = [here.status, there.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 403]);
    assert_eq!(n_appeals(&app).await, 1);
    other.stop().await.unwrap();
}

#[tokio::test]
async fn a_text_of_another_length_or_type_is_refused() {
    let app = TestApp::start().await;
    let session = rejected(&app).await;
    let of = |n: usize| json!({ "text": "愛".repeat(n) });
    for (body, code) in [
        (json!({}), "required"),
        (json!({ "text": null }), "required"),
        (json!({ "text": " \n " }), "required"),
        (json!({ "text": ["Please look."] }), "wrong_type"),
        (json!({ "text": { "a": 1 } }), "wrong_type"),
        (json!({ "text": "\u{200b}\u{200b}" }), "invisible"),
        (of(1001), "length"),
    ] {
        let answer = app.put(PATH, &session, &body).await;
        answer.expect_field_errors(&[["text", code]], &body.to_string());
    }
    assert_eq!(n_appeals(&app).await, 0);
    let text = of(1000).to_string();
    let largest = format!("{text}{}", " ".repeat(64 * 1024 - text.len()));
    app.send(
        app.request(Method::PUT, PATH, &session)
            .header("Content-Type", "application/json")
            .body(largest),
    )
    .await
    .ok();
}

#[tokio::test]
async fn markup_stays_text_and_control_characters_are_refused() {
    let app = TestApp::start().await;
    let session = rejected(&app).await;
    for text in ["a\u{0}b", "\u{1b}[31mred", "a\tb", "a\u{202e}b"] {
        let answer = appeal(&app, &session, text).await;
        answer.expect_field_errors(&[["text", "control_character"]], &format!("{text:?}"));
    }
    let text = "<script>alert(1)</script>\n' OR 1=1 --";
    appeal(&app, &session, text).await.ok();
    let files = export(&app, &session).await;
    let held: Value = serde_json::from_slice(&files["profile.json"]).unwrap();
    let appeals = json!([{ "text": text, "sentAt": "2026-11-21T04:00:00.000Z" }]);
    assert_eq!(held["appeals"], appeals);
}

#[tokio::test]
async fn the_text_is_in_the_export_in_no_log_line_and_gone_after_a_deletion() {
    let (log, _guard) = CapturedLog::start();
    let app = TestApp::start().await;
    let session = rejected(&app).await;
    appeal(&app, &session, "my kanarienvogel is right")
        .await
        .ok();
    let again = appeal(&app, &session, "another kanarienvogel").await;
    again.refused("E008");
    let files = export(&app, &session).await;
    let held = String::from_utf8(files["profile.json"].clone()).unwrap();
    assert!(held.contains("my kanarienvogel is right"));
    let acts = app.running.app.audits.verify(None).await;
    assert!(acts.is_ok());
    app.delete_account(&session).await;
    assert_eq!(app.count("review_case").await, 0);
    let shown = log.shown();
    assert!(contains_ignoring_case(shown.as_bytes(), "answered"));
    assert!(!contains_ignoring_case(shown.as_bytes(), "kanarienvogel"));
}
