//! Access to blocks and reports, and their bodies.

use enmusubi_tests::safety::{SafetyKind, safety_cases};
use reqwest::RequestBuilder;

use super::super::introductions::list;
use super::super::review::not_approved;
use super::{BLOCKS, NEVER, REPORTS, all_calls, block, list_blocks, report};
use crate::suite::prelude::*;

fn all_requests(app: &TestApp, who: &Credentials) -> Vec<RequestBuilder> {
    let body = json!({ "introductionId": NEVER, "category": "PHOTO" });
    vec![
        app.request(Method::POST, BLOCKS, who).json(&body),
        app.request(Method::GET, BLOCKS, who),
        app.request(Method::DELETE, &format!("{BLOCKS}/{NEVER}"), who),
        app.request(Method::POST, REPORTS, who).json(&body),
    ]
}

#[tokio::test]
async fn only_approved_members_block_and_report() {
    let app = TestApp::start().await;
    for session in not_approved(&app).await {
        for request in all_requests(&app, &session) {
            app.send(request).await.refused("E008");
        }
    }
    let new_person = person(9);
    for who in [
        Credentials::None,
        app.id_token(&new_person),
        app.registration_token(&new_person).await,
    ] {
        for request in all_requests(&app, &who) {
            app.send(request).await.refused("E001A");
        }
    }
}

#[tokio::test]
async fn a_pair_of_others_looks_like_one_that_never_existed() {
    for couple in [Couple::introduced().await, Couple::matched().await] {
        let Couple { app, id, .. } = &couple;
        let stranger = man(app, 3).await;
        let never = all_calls(app, &stranger, NEVER).await;
        for id in [id.as_str(), "1", "x'; DROP TABLE block", "愛"] {
            for ((call, expected), (_, answer)) in
                never.iter().zip(all_calls(app, &stranger, id).await)
            {
                assert_eq!(expected.status, 404, "{call}");
                assert_eq!(answer.seen(), expected.seen(), "{call} {id}");
            }
        }
        assert_eq!(list_blocks(app, &stranger).await.len(), 0);
        let n_shown =
            list(app, &couple.man).await.len() + super::list_matches(app, &couple.man).await.len();
        assert_eq!(n_shown, 1);
    }
}

#[tokio::test]
async fn the_server_accepts_what_the_vectors_accept() {
    let couple = Couple::introduced().await;
    let Couple { app, man, id, .. } = &couple;
    for case in safety_cases() {
        let body = Value::from(case.document());
        let sent = match case.kind {
            SafetyKind::Block => block(app, man, &body).await,
            SafetyKind::Report => report(app, man, &body).await,
        };
        if case.errors.is_empty() {
            // The vectors name no pair of this member.
            assert_eq!(sent.status, 404, "{}", case.name);
        } else {
            sent.expect_field_errors(&case.errors, &case.name);
        }
    }
    let body = json!({ "introductionId": id, "category": "OTHER", "note": " He is my uncle. " });
    report(app, man, &body).await.expect(204);
}

#[tokio::test]
async fn a_body_that_is_too_large_or_no_object_is_refused() {
    let couple = Couple::introduced().await;
    let Couple { app, man, .. } = &couple;
    for path in [BLOCKS, REPORTS] {
        for body in ["", "{", "[]", "5", "null"] {
            app.post_text(path, man, body.to_owned())
                .await
                .refused("E009");
        }
        let too_large = " ".repeat(64 * 1024 + 1);
        app.post_text(path, man, too_large).await.refused("E006");
        let plain = app
            .request(Method::POST, path, man)
            .body("introductionId=1");
        app.send(plain).await.refused("E007");
        app.put(path, man, &json!({})).await.refused("E010");
    }
    assert_eq!(list(app, man).await.len(), 1);
}
