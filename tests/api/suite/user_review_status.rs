//! `GET /user/review-status/{userId}`: nobody learns who else is registered.

use super::app::{Proof, TestApp, person};

#[tokio::test]
async fn each_proof_of_the_user_opens_the_status() {
    let app = TestApp::start().await;
    let ticket = app.ticket(&person(1)).await;
    let session = app.member(&person(1)).await;
    for proof in [app.id_token(&person(1)), ticket, session] {
        let answer = app.review_status(&proof, &person(1)).await.expect(200);
        assert_eq!(answer, serde_json::json!({ "reviewStatus": "PENDING" }));
    }
}

#[tokio::test]
async fn a_good_proof_without_an_account_is_not_found() {
    let app = TestApp::start().await;
    app.review_status(&app.id_token(&person(1)), &person(1))
        .await
        .expect_error("E003");
}

#[tokio::test]
async fn a_bad_proof_gets_the_same_bytes_whether_or_not_the_user_exists() {
    let app = TestApp::start().await;
    let (member, nobody) = (person(1), person(2));
    app.member(&member).await;
    let other = app.member(&person(3)).await;
    let proofs = [
        Proof::Nobody,
        Proof::IdToken("not.a.token".to_owned()),
        Proof::Bearer("C".repeat(43)),
        app.id_token(&person(3)),
        other,
    ];
    let first = app.review_status(&Proof::Nobody, &nobody).await;
    for proof in proofs {
        for id in [&member, &nobody, &"x".to_owned()] {
            let answer = app.review_status(&proof, id).await;
            assert_eq!(answer.bytes, first.bytes, "{proof:?} {id}");
            answer.expect_error("E001");
        }
    }
}
