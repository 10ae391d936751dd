//! The permissions for a resubmission, and the shape of its body.

use super::{
    PATH, ask, asked_for, decided, info_of, n_resubmissions, pending, resubmit, resubmit_with_key,
};
use crate::suite::prelude::*;

async fn put_text(
    app: &TestApp,
    credentials: &Credentials,
    content_type: &str,
    text: &str,
) -> Answer {
    let request = app.request(Method::PUT, PATH, credentials);
    let request = request.header("Content-Type", content_type);
    app.send(request.body(text.to_owned())).await
}

#[tokio::test]
async fn a_resubmission_for_another_person_is_refused() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["height"]).await;
    let before = info_of(&app, &session).await;
    let other = app.member(&person(2)).await;
    let theirs = json!({ "height": 165 });
    resubmit(&app, &other, &theirs).await.refused("E008");
    let named = json!({ "height": 165, "account": person(1) });
    resubmit(&app, &other, &named).await.refused("E001");
    assert_eq!(info_of(&app, &session).await, before);
    let own = json!({ "height": 165, "account": person(1) });
    resubmit(&app, &session, &own).await.refused("E008");
    resubmit(&app, &session, &theirs).await.ok();
}

#[tokio::test]
async fn a_resubmission_is_accepted_only_while_the_reviewer_waits_for_it() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let body = json!({ "height": 165 });
    let broken = json!({ "height": 1 });
    let refused = async |session: &Credentials, status: &str| {
        for body in [&body, &broken] {
            resubmit(&app, session, body).await.refused("E008");
        }
        let info = app.my_info(session).await.ok();
        assert_eq!(info["reviewStatus"], status);
    };
    refused(&session, "PENDING").await;
    decided(&app, &[ReviewAction::Claim]).await;
    refused(&session, "IN_REVIEW").await;
    ask(&app, &["height"]).await;
    let answer = resubmit(&app, &session, &body).await.ok();
    assert_eq!(answer, pending());
    refused(&session, "PENDING").await;
    decided(&app, &[ReviewAction::Reject]).await;
    refused(&session, "REJECTED").await;
    decided(&app, &[ReviewAction::Appeal, ReviewAction::Approve]).await;
    refused(&session, "APPROVED").await;
    decided(&app, &[ReviewAction::Suspend]).await;
    resubmit(&app, &session, &body).await.refused("E001A");
    let session = app.session(&person(1)).await;
    refused(&session, "SUSPENDED").await;
    assert_eq!(n_resubmissions(&app).await, 1);
}

#[tokio::test]
async fn an_invalid_body_is_refused() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["height"]).await;
    let json = "application/json";
    let deep = format!("{{\"height\":{}{}}}", "[".repeat(40), "]".repeat(40));
    put_text(&app, &session, json, &deep).await.refused("E009");
    let body = json!({ "height": 165 });
    for key in ["", "1", "not-a-uuid-at-all"] {
        let answer = resubmit_with_key(&app, &session, &body, key).await;
        answer.refused("E009");
    }
    assert_eq!(n_resubmissions(&app).await, 0);
    let padded = format!("{{\"height\":165}}{}", " ".repeat(256 * 1024 - 14));
    put_text(&app, &session, json, &padded).await.ok();
}

#[tokio::test]
async fn the_account_is_checked_before_the_state_and_the_state_before_the_rules() {
    let app = TestApp::start().await;
    let session = asked_for(&app, &["height"]).await;
    let json = "application/json";
    let other = app.member(&person(2)).await;
    let of_someone_else = format!("{{\"account\":\"{}\",\"height\":1}}", person(1));
    let answer = put_text(&app, &other, json, &of_someone_else).await;
    answer.refused("E001");
    let answer = put_text(&app, &other, json, "{\"height\":1}").await;
    answer.refused("E008");
    let not_asked = "{\"height\":1,\"nickname\":1}";
    let answer = put_text(&app, &session, json, not_asked).await;
    answer.refused("E008");
    let answer = put_text(&app, &session, json, "{\"height\":1}").await;
    answer.refused("E002");
}
