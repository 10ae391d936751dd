//! A member's proposals are apart from other members' proposals, outlast a suspension, and are in the export.

use super::{N_ALL, accept, changes, count, only_id, profile, propose, refuse, withdraw};
use crate::suite::prelude::*;

#[tokio::test]
async fn each_member_has_proposals_of_their_own() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let other = approved(&app, &person(2)).await;
    let before = changes(&app, &other).await;
    propose(&app, &session, &json!({ "height": 180 }))
        .await
        .expect(202);
    assert_eq!(changes(&app, &other).await, before);
    assert_eq!(withdraw(&app, &other).await.status, 204);
    assert_eq!(
        changes(&app, &session).await["changes"],
        json!({ "height": 180 })
    );
}

#[tokio::test]
async fn a_proposal_waits_through_a_suspension() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    propose(&app, &session, &json!({ "height": 180 }))
        .await
        .expect(202);
    let id = only_id(&app).await;
    decided(&app, &person(1), ReviewAction::Suspend, "").await;
    assert_eq!(super::listed(&app).await.len(), 0);
    for refused in [accept(&app, &id).await, refuse(&app, &id, "height").await] {
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains("SUSPENDED"), "{refused}");
    }
    let suspended = app.session(&person(1)).await;
    assert_eq!(profile(&app, &suspended).await["height"], 170);
    decided(&app, &person(1), ReviewAction::Reinstate, "").await;
    assert_eq!(only_id(&app).await, id);
    accept(&app, &id).await.unwrap();
    let session = app.session(&person(1)).await;
    assert_eq!(profile(&app, &session).await["height"], 180);
}

#[tokio::test]
async fn the_export_has_the_proposals_without_reviewers_and_a_deletion_removes_them() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    propose(&app, &session, &json!({ "height": 180 }))
        .await
        .expect(202);
    refuse(&app, &only_id(&app).await, "height").await.unwrap();
    propose(&app, &session, &json!({ "height": 181 }))
        .await
        .expect(202);
    let photo = app.photo(&session).await;
    propose(&app, &session, &json!({ "photoNameList": [photo] }))
        .await
        .expect(202);
    let files = export(&app, &session).await;
    let exported: Value = serde_json::from_slice(&files["profile.json"]).unwrap();
    let at = "2026-11-21T04:00:00.000Z";
    let reason = json!({ "path": "height", "code": "unclear", "note": "a note" });
    let expected = json!([
        {
            "changes": { "height": 180 }, "proposedAt": at, "outcome": "REFUSED", "closedAt": at,
            "reasons": [reason],
        },
        {
            "changes": {}, "proposedAt": at, "outcome": "REPLACED", "closedAt": at, "reasons": [],
        },
        {
            "changes": { "photoNameList": [photo] }, "proposedAt": at, "outcome": null,
            "closedAt": null, "reasons": null,
        },
    ]);
    assert_eq!(exported["profileChanges"], expected);
    assert!(!exported.to_string().contains("rita"));
    let path = format!("photos/other/{photo}");
    assert!(files.contains_key(&path), "{:?}", files.keys());

    app.delete_account(&session).await;
    assert_eq!(count(&app, N_ALL).await, 0);
    let n_files = "SELECT COUNT(*) FROM profile_change_file";
    assert_eq!(count(&app, n_files).await, 0);
    let left = async || count(&app, "SELECT COUNT(*) FROM upload").await == 0;
    super::super::waiting::wait_until("no file is left", std::time::Duration::from_secs(10), left)
        .await;
}
