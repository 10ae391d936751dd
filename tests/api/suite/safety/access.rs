//! Access to blocks and reports, and their bodies.

use super::super::introductions::list;
use super::{BLOCKS, NEVER, all_calls, block, list_blocks, report};
use crate::suite::prelude::*;
use enmusubi_tests::safety::{SafetyKind, safety_cases};

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
async fn a_block_of_another_content_type_is_not_stored() {
    let couple = Couple::introduced().await;
    let Couple { app, man, id, .. } = &couple;
    let text = json!({ "introductionId": id }).to_string();
    let plain = app.request(Method::POST, BLOCKS, man);
    app.send(plain.body(text)).await.refused("E007");
    assert_eq!(list_blocks(app, man).await.len(), 0);
}
