//! `POST /user-profile/withdrawal`: the member takes a profile back that no reviewer has claimed.

use enmusubi_server::features::review::{ReviewError, Subject};
use futures_util::FutureExt as _;
use futures_util::future::join;

use super::super::review::{reason, try_step};
use super::{
    ask, asked_for, count, decided, info_of, n_resubmissions, pending, resubmit, resubmit_with_key,
};
use crate::suite::prelude::*;

const WITHDRAWAL: &str = "/api/user-profile/withdrawal";

async fn take_back(app: &TestApp, credentials: &Credentials) -> Answer {
    app.send(app.request(Method::POST, WITHDRAWAL, credentials))
        .await
}

fn taken_back() -> Value {
    json!({ "reviewStatus": "NEEDS_INFO", "takenBack": true })
}

async fn n_taken_back(app: &TestApp) -> i64 {
    let sql = "SELECT COUNT(*) FROM review_event WHERE action = 'TAKE_BACK' AND actor = 'user' \
        AND from_status = 'PENDING' AND to_status = 'NEEDS_INFO'";
    count(app, sql).await
}

#[tokio::test]
async fn a_member_takes_a_pending_profile_back_and_may_send_every_field_again() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let before = info_of(&app, &session).await;
    assert_eq!(before["review"], json!({ "reasons": [] }));
    let answer = take_back(&app, &session).await.ok();
    assert_eq!(answer, taken_back());
    let status = app.review_status(&session, &person(1)).await;
    assert_eq!(status.ok(), taken_back());
    let info = info_of(&app, &session).await;
    assert_eq!(info["reviewStatus"], "NEEDS_INFO");
    assert_eq!(info["review"]["reasons"], json!([]));
    assert_eq!(info["review"]["takenBack"], true);
    let asked = info["review"]["askedFields"].as_array().unwrap();
    let sent_before = before["profile"].as_object().unwrap();
    assert!(
        sent_before
            .keys()
            .all(|field| asked.contains(&json!(field)))
    );
    // The profile does not show the coordinates, but the member may send others.
    assert_eq!(asked.len(), sent_before.len() + 2);
    assert_eq!(info["profile"], before["profile"]);
}

#[tokio::test]
async fn one_changed_field_is_saved_and_the_profile_waits_from_then_on() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let before = info_of(&app, &session).await;
    let other = app.member(&person(2)).await;
    app.clock.advance(MINUTE_S);
    take_back(&app, &session).await.ok();
    app.clock.advance(MINUTE_S);
    let body = json!({ "nickname": "小美" });
    let answer = resubmit(&app, &session, &body).await.ok();
    assert_eq!(answer, pending());
    let mut expected = before;
    expected["nickname"] = json!("小美");
    expected["profile"]["nickname"] = json!("小美");
    expected["waiting"]["submittedAt"] = json!("2026-11-21T04:02:00.000Z");
    expected["waiting"]["place"]["number"] = json!(2);
    assert_eq!(info_of(&app, &session).await, expected);
    // The place in the queue starts again.
    let listed = app.running.app.reviews.list(None).await.unwrap();
    let position = |user: String| listed.find(&user).unwrap();
    assert!(position(person(2)) < position(person(1)), "{listed}");
    let refused = resubmit(&app, &other, &body).await;
    refused.refused("E008");
}

#[tokio::test]
async fn the_whole_profile_is_sent_again_unchanged_and_taken_back_again() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let mut before = info_of(&app, &session).await;
    let mut asked_at = Vec::new();
    for n in 1..=3 {
        take_back(&app, &session).await.ok();
        let time = info_of(&app, &session).await["review"]["askedAt"].clone();
        assert!(time.is_string() && !asked_at.contains(&time), "{time}");
        asked_at.push(time);
        app.clock.advance(MINUTE_S);
        let answer = resubmit(&app, &session, &before["profile"]).await;
        assert_eq!(answer.ok(), pending());
        before["waiting"]["submittedAt"] = json!(format!("2026-11-21T04:0{n}:00.000Z"));
        assert_eq!(info_of(&app, &session).await, before);
        assert_eq!(n_taken_back(&app).await, n);
        assert_eq!(n_resubmissions(&app).await, n);
    }
}

#[tokio::test]
async fn the_account_cannot_be_changed_and_invalid_answers_are_refused() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    take_back(&app, &session).await.ok();
    let before = info_of(&app, &session).await;
    for body in [
        json!({ "account": person(1), "nickname": "小美" }),
        json!({ "password": person(1) }),
        json!({ "reviewStatus": "APPROVED" }),
    ] {
        resubmit(&app, &session, &body).await.refused("E008");
    }
    let young = json!({ "birthday": "2020-01-01" });
    resubmit(&app, &session, &young).await.refused("E002");
    assert_eq!(info_of(&app, &session).await, before);
}

#[tokio::test]
async fn a_member_takes_only_their_own_profile_back() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let other = app.member(&person(2)).await;
    take_back(&app, &other).await.ok();
    let info = app.my_info(&session).await.ok();
    assert_eq!(info["reviewStatus"], "PENDING");
    assert_eq!(n_taken_back(&app).await, 1);
}

#[tokio::test]
async fn a_profile_in_any_other_state_stays_where_it_is() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let refused = async |session: &Credentials, status: &str| {
        take_back(&app, session).await.refused("E008");
        let info = app.my_info(session).await.ok();
        assert_eq!(info["reviewStatus"], status);
    };
    decided(&app, &[ReviewAction::Claim]).await;
    refused(&session, "IN_REVIEW").await;
    ask(&app, &["height"]).await;
    refused(&session, "NEEDS_INFO").await;
    let body = json!({ "height": 165 });
    resubmit(&app, &session, &body).await.ok();
    decided(&app, &[ReviewAction::Reject]).await;
    refused(&session, "REJECTED").await;
    assert_eq!(n_taken_back(&app).await, 0);
    // After the release of a claim and after an appeal, the profile waits again.
    decided(&app, &[ReviewAction::Appeal, ReviewAction::Claim]).await;
    refused(&session, "IN_REVIEW").await;
    decided(&app, &[ReviewAction::Release]).await;
    take_back(&app, &session).await.ok();
    resubmit(&app, &session, &body).await.ok();
    decided(&app, &[ReviewAction::Approve]).await;
    refused(&session, "APPROVED").await;
    decided(&app, &[ReviewAction::Suspend]).await;
    let session = app.session(&person(1)).await;
    refused(&session, "SUSPENDED").await;
}

#[tokio::test]
async fn the_call_needs_no_body_and_reads_none() {
    let app = TestApp::start().await;
    let json = "application/json";
    let large = " ".repeat(300 * 1024);
    for (n, content_type, text) in [
        (1, json, "{}"),
        (2, json, "{"),
        (3, json, "[1]"),
        (4, "text/plain", "nickname=x"),
        (5, json, &large),
    ] {
        let session = app.member(&person(n)).await;
        let request = app.request(Method::POST, WITHDRAWAL, &session);
        let request = request.header("Content-Type", content_type);
        let answer = app.send(request.body(text.to_owned())).await;
        assert_eq!(answer.ok(), taken_back(), "{n}");
        app.my_info(&session).await.ok();
    }
    let session = app.member(&person(6)).await;
    for method in [Method::GET, Method::PUT, Method::PATCH, Method::DELETE] {
        let request = app.request(method, WITHDRAWAL, &session);
        app.send(request).await.refused("E010");
    }
    assert_eq!(n_taken_back(&app).await, 5);
}

#[tokio::test]
async fn a_repeated_call_gets_the_same_answer_and_takes_one_step() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let other = app.another_instance().await;
    let first = take_back(&app, &session).await;
    let again = take_back(&app, &session).await;
    assert_eq!((first.status, &first.bytes), (again.status, &again.bytes));
    for n in 1..=5 {
        assert_eq!(n_taken_back(&app).await, n);
        let body = json!({ "height": 150 + n });
        resubmit(&app, &session, &body).await.ok();
        let request = || app.request(Method::POST, WITHDRAWAL, &session);
        let here = (0..3).map(|_| app.send(request()).boxed());
        let there = (0..3).map(|_| app.send_to(&other, request()).boxed());
        for answer in join_all(here.chain(there)).await {
            assert_eq!(answer.ok(), taken_back(), "round {n}");
        }
    }
    other.stop().await.unwrap();
}

#[tokio::test]
async fn a_withdrawal_and_a_decision_at_the_same_time_never_both_succeed() {
    let app = TestApp::start().await;
    let mut n_lost = 0;
    for n in 1..=12 {
        let session = app.member(&person(n)).await;
        let (action, status) = [
            (ReviewAction::Claim, "IN_REVIEW"),
            (ReviewAction::Approve, "APPROVED"),
            (ReviewAction::Reject, "REJECTED"),
        ][n as usize % 3];
        let reasons = vec![reason("height", "unclear", "")];
        let (answer, claimed) = join(
            take_back(&app, &session),
            try_step(&app.running.app, &person(n), action, reasons),
        )
        .await;
        let info = app.my_info(&session).await.ok();
        if claimed.is_ok() {
            answer.refused("E008");
            assert_eq!(info["reviewStatus"], status, "round {n}");
            n_lost += 1;
        } else {
            assert_eq!(answer.ok(), taken_back(), "round {n}");
            assert_eq!(info["reviewStatus"], "NEEDS_INFO", "round {n}");
        }
    }
    assert_eq!(n_taken_back(&app).await + n_lost, 12);
}

#[tokio::test]
async fn a_reviewer_cannot_decide_about_what_the_member_took_back() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["height"]).await;
    let body = json!({ "height": 165 });
    resubmit(&app, &session, &body).await.ok();
    take_back(&app, &session).await.ok();
    let before = info_of(&app, &session).await;
    for action in [
        ReviewAction::Claim,
        ReviewAction::Approve,
        ReviewAction::Reject,
        ReviewAction::AskForInfo,
    ] {
        let reasons = vec![reason("height", "unclear", "")];
        let refused = try_step(&app.running.app, &person(1), action, reasons).await;
        assert!(
            matches!(refused, Err(ReviewError::Forbidden(_))),
            "{action}"
        );
    }
    assert_eq!(info_of(&app, &session).await, before);
    assert_eq!(before["review"]["reasons"], json!([]));
}

#[tokio::test]
async fn a_reviewer_reads_that_the_member_took_the_profile_back() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    app.member(&person(2)).await;
    let reviews = &app.running.app.reviews;
    take_back(&app, &session).await.ok();
    let listed = reviews.list(None).await.unwrap();
    let last = listed.lines().last().unwrap();
    let expected = format!("NEEDS_INFO, taken back by the member {}", person(1));
    assert!(last.starts_with(&expected), "{listed}");
    let column = last.find(&person(1));
    let is_aligned = |line: &str| line.find("USER ID").or(line.find(&person(2))) == column;
    assert!(listed.lines().take(2).all(is_aligned), "{listed}");
    let shown = reviews.show(&Subject::Profile(person(1))).await.unwrap();
    assert!(
        shown.contains("\n  Status  Taken back by the member (NEEDS_INFO)\n"),
        "{shown}"
    );
    assert!(shown.contains("  TAKE_BACK by the member"), "{shown}");
    let body = json!({ "height": 165 });
    resubmit(&app, &session, &body).await.ok();
    ask(&app, &["height"]).await;
    let listed = reviews.list(None).await.unwrap();
    assert!(!listed.contains("taken back"), "{listed}");
    let shown = reviews.show(&Subject::Profile(person(1))).await.unwrap();
    assert!(
        shown.contains("\n  Status    More information needed (NEEDS_INFO)\n"),
        "{shown}"
    );
}

#[tokio::test]
async fn a_repeated_resubmission_does_not_end_a_later_withdrawal() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let key = "0b9f3c1e-4a6d-4c43-9f55-0b7f2a6d1c11";
    let body = json!({ "height": 165 });
    take_back(&app, &session).await.ok();
    let answer = resubmit_with_key(&app, &session, &body, key).await;
    assert_eq!(answer.ok(), pending());
    take_back(&app, &session).await.ok();
    // The client repeats the first request, because its answer was lost.
    let answer = resubmit_with_key(&app, &session, &body, key).await;
    assert_eq!(answer.ok(), pending());
    let info = info_of(&app, &session).await;
    assert_eq!(info["reviewStatus"], "NEEDS_INFO");
    assert_eq!(n_resubmissions(&app).await, 1);
}

#[tokio::test]
async fn a_profile_that_was_taken_back_is_exported_and_deleted_whole() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    take_back(&app, &session).await.ok();
    let files = export(&app, &session).await;
    let exported: Value = serde_json::from_slice(&files["profile.json"]).unwrap();
    let review = exported["review"].as_array().unwrap();
    assert_eq!(review.len(), 1, "{exported}");
    for (name, value) in [
        ("action", json!("TAKE_BACK")),
        ("from", json!("PENDING")),
        ("to", json!("NEEDS_INFO")),
        ("reasons", json!([])),
    ] {
        assert_eq!(review[0][name], value, "{name}");
    }
    let page = String::from_utf8(files["profile.html"].clone()).unwrap();
    assert_eq!(page.matches("由你取回").count(), 2, "{page}");
    app.delete_account(&session).await;
    take_back(&app, &session).await.refused("E001A");
    for table in ["account", "review_event"] {
        let sql = format!("SELECT COUNT(*) FROM {table}");
        assert_eq!(count(&app, &sql).await, 0, "{table}");
    }
}

#[tokio::test]
async fn a_withdrawal_and_a_deletion_at_the_same_time_leave_nothing() {
    let app = TestApp::start().await;
    for n in 0..5 {
        let session = app.member(&person(1)).await;
        let (answer, deleted) =
            join(take_back(&app, &session), app.delete("/api/user", &session)).await;
        deleted.ok();
        if answer.status != 200 {
            let code = answer.json()["code"].as_str().unwrap().to_owned();
            assert!(["E001A", "E003"].contains(&code.as_str()), "{code}");
        }
        assert_eq!(
            count(&app, "SELECT COUNT(*) FROM review_event").await,
            0,
            "round {n}"
        );
    }
}
