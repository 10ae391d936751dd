//! Repeated and concurrent resubmissions.

use futures_util::FutureExt as _;
use futures_util::future::join;
use uuid::Uuid;

use super::super::review::{reason, try_step};
use super::{
    PATH, ask, asked_for, asked_member, count, decided, info_of, n_resubmissions, pending,
    resubmit, resubmit_with_key, wait_until_left,
};
use crate::suite::prelude::*;

const KEY: &str = "0b9f3c1e-4a6d-4c43-9f55-0b7f2a6d1c11";
const OTHER_KEY: &str = "7d0f8a52-11c3-4c6e-8f7e-5a4b3c2d1e0f";

#[tokio::test]
async fn a_repeated_request_gets_the_first_answer_in_any_later_state() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["height"]).await;
    let body = json!({ "height": 165 });
    let first = resubmit_with_key(&app, &session, &body, KEY).await;
    let again = async || {
        let answer = resubmit_with_key(&app, &session, &body, KEY).await;
        assert_eq!((answer.status, &answer.bytes), (200, &first.bytes));
    };
    again().await;
    decided(&app, &[ReviewAction::Approve]).await;
    again().await;
    assert_eq!(n_resubmissions(&app).await, 1);
    assert_eq!(info_of(&app, &session).await["reviewStatus"], "APPROVED");
}

#[tokio::test]
async fn a_repeated_request_needs_credentials() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["height"]).await;
    let body = json!({ "height": 165 });
    resubmit_with_key(&app, &session, &body, KEY).await.ok();
    let other = app.member(&person(2)).await;
    let answer = resubmit_with_key(&app, &other, &body, KEY).await;
    answer.refused("E008");
    app.logout(&session).await.expect(204);
    let answer = resubmit_with_key(&app, &session, &body, KEY).await;
    answer.refused("E001A");
}

#[tokio::test]
async fn the_same_key_with_another_body_gets_e004() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["height"]).await;
    resubmit_with_key(&app, &session, &json!({ "height": 165 }), KEY)
        .await
        .ok();
    for body in [json!({ "height": 166 }), json!({ "height": 1 }), json!({})] {
        let answer = resubmit_with_key(&app, &session, &body, KEY).await;
        answer.refused("E004");
    }
    let answer = resubmit_with_key(&app, &session, &json!({ "height": 165 }), OTHER_KEY).await;
    answer.refused("E008");
}

#[tokio::test]
async fn a_key_of_the_registration_gets_e004_for_a_resubmission() {
    let app = TestApp::start().await;
    let body = app.profile_of(&person(1)).await.build();
    let credentials = app.id_token(&person(1));
    app.create_with_key(&credentials, &body, KEY)
        .await
        .expect(201);
    ask(&app, &["height"]).await;
    let session = app.session(&person(1)).await;
    for body in [&body, &json!({ "height": 165 })] {
        let answer = resubmit_with_key(&app, &session, body, KEY).await;
        answer.refused("E004");
    }
    assert_eq!(n_resubmissions(&app).await, 0);
}

#[tokio::test]
async fn a_refusal_is_not_stored() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["height"]).await;
    for (body, code) in [
        (json!({ "height": 1 }), "E002"),
        (json!({ "nickname": "A" }), "E008"),
    ] {
        let answer = resubmit_with_key(&app, &session, &body, KEY).await;
        answer.refused(code);
    }
    resubmit_with_key(&app, &session, &json!({ "height": 165 }), KEY)
        .await
        .ok();
}

#[tokio::test]
async fn an_answer_is_stored_for_seven_days() {
    let app = TestApp::start().await;
    asked_for(&app, &["height"]).await;
    let body = json!({ "height": 165 });
    let session = app.session(&person(1)).await;
    resubmit_with_key(&app, &session, &body, KEY).await.ok();
    app.clock.advance(7 * DAY_S - 1);
    resubmit_with_key(&app, &session, &body, KEY).await.ok();
    app.clock.advance(2);
    let session = app.session(&person(1)).await;
    let answer = resubmit_with_key(&app, &session, &body, KEY).await;
    answer.refused("E008");
}

#[tokio::test]
async fn concurrent_duplicates_get_the_same_answer() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["height", "photoNameList"]).await;
    let body = json!({ "height": 165, "photoNameList": [app.photo(&session).await] });
    let duplicates = (0..12).map(|_| resubmit_with_key(&app, &session, &body, KEY));
    for answer in join_all(duplicates).await {
        assert_eq!(answer.ok(), pending());
    }
    assert_eq!(n_resubmissions(&app).await, 1);
    assert_eq!(count(&app, "SELECT COUNT(*) FROM photo").await, 1);
    wait_until_left(&app, "SELECT COUNT(*) FROM upload", 1).await;
}

#[tokio::test]
async fn concurrent_duplicates_at_two_instances_get_the_same_answer() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["height"]).await;
    let other = app.another_instance().await;
    for n in 0..10 {
        let body = json!({ "height": 150 + n });
        let key = Uuid::from_u128(n).to_string();
        let request = || {
            let request = app.request(Method::PUT, PATH, &session).json(&body);
            request.header("Idempotency-Key", &key)
        };
        let here = (0..3).map(|_| app.send(request()).boxed());
        let there = (0..3).map(|_| app.send_to(&other, request()).boxed());
        for answer in join_all(here.chain(there)).await {
            assert_eq!(answer.ok(), pending(), "round {n}");
        }
        assert_eq!(n_resubmissions(&app).await, i64::try_from(n).unwrap() + 1);
        ask(&app, &["height"]).await;
    }
    other.stop().await.unwrap();
}

#[tokio::test]
async fn exactly_one_of_parallel_resubmissions_succeeds() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["height"]).await;
    let bodies: Vec<_> = (0..10).map(|n| json!({ "height": 150 + n })).collect();
    let all = bodies.iter().map(|body| resubmit(&app, &session, body));
    let answers = join_all(all).await;
    let succeeded: Vec<_> = (0..10).filter(|n| answers[*n].status == 200).collect();
    assert_eq!(succeeded.len(), 1);
    let height = &info_of(&app, &session).await["profile"]["height"];
    assert_eq!(*height, bodies[succeeded[0]]["height"]);
    for answer in answers.into_iter().filter(|answer| answer.status != 200) {
        answer.refused("E008");
    }
    assert_eq!(n_resubmissions(&app).await, 1);
}

#[tokio::test]
async fn a_decision_is_made_before_a_concurrent_resubmission_or_about_it() {
    let app = TestApp::start().await;
    let profile = app.profile_of(&person(1)).await;
    let session = asked_member(&app, profile, &["height"]).await;
    for n in 0..10 {
        let body = json!({ "height": 150 + n });
        let reasons = vec![reason("height", "unclear", "")];
        let action = ReviewAction::AskForInfo;
        let (answer, asked) = join(
            resubmit(&app, &session, &body),
            try_step(&app.running.app, &person(1), action, reasons),
        )
        .await;
        answer.ok();
        let info = info_of(&app, &session).await;
        assert_eq!(info["profile"]["height"], body["height"]);
        let status = if asked.is_ok() {
            "NEEDS_INFO"
        } else {
            "PENDING"
        };
        assert_eq!(info["reviewStatus"], status, "round {n}");
        if asked.is_err() {
            ask(&app, &["height"]).await;
        }
    }
}
