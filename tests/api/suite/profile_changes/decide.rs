//! A reviewer's decisions about proposals.

use enmusubi_server::features::review::ReviewError;

use super::super::introductions::{approved as approved_with, as_woman, list};
use super::super::review::reason;
use super::{
    N_OPEN, accept, changes, count, list as list_of, listed, only_id, profile, propose, refuse,
    refuse_for, withdraw,
};
use crate::suite::prelude::*;

#[tokio::test]
async fn an_accepted_proposal_changes_its_fields_and_no_others() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let mut expected = profile(&app, &session).await;
    let body = json!({ "height": 180, "smoke": true, "birthday": "1991-01-01" });
    propose(&app, &session, &body).await.expect(202);
    // Texts may change while the proposal waits.
    let texts = app.request(reqwest::Method::PUT, "/api/user-profile/texts", &session);
    app.send(texts.json(&json!({ "dailyLife": "Tea." })))
        .await
        .ok();
    app.clock.advance(MINUTE_S);
    accept(&app, &only_id(&app).await).await.unwrap();
    for (field, value) in body.as_object().unwrap() {
        expected[field] = value.clone();
    }
    expected["dailyLife"] = json!("Tea.");
    assert_eq!(profile(&app, &session).await, expected);
    let expected = json!({
        "changes": null, "photos": [], "proposedAt": null,
        "latestDecision": {
            "outcome": "ACCEPTED", "fields": ["height", "birthday", "smoke"], "reasons": [],
            "decidedAt": "2026-11-21T04:01:00.000Z",
        },
    });
    assert_eq!(changes(&app, &session).await, expected);
    let info = app.my_info(&session).await.ok();
    assert_eq!(info["reviewStatus"], "APPROVED");
    assert_eq!(info["review"]["reasons"], json!([]));
}

#[tokio::test]
async fn a_refused_proposal_changes_nothing_and_says_why() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let before = profile(&app, &session).await;
    let body = json!({ "height": 180 });
    propose(&app, &session, &body).await.expect(202);
    let id = only_id(&app).await;
    for path in ["school", "shoeSize", ""] {
        let refused = refuse(&app, &id, path).await;
        assert!(matches!(refused, Err(ReviewError::Broken(_))), "{path}");
    }
    for reasons in [vec![], vec![reason("height", "other", "")]] {
        let refused = refuse_for(&app, &id, reasons, "rita").await;
        assert!(matches!(refused, Err(ReviewError::Broken(_))));
    }
    assert_eq!(count(&app, N_OPEN).await, 1);

    refuse(&app, &id, "height").await.unwrap();
    assert_eq!(profile(&app, &session).await, before);
    let now = changes(&app, &session).await;
    assert_eq!(now["changes"], Value::Null);
    let expected = json!({
        "outcome": "REFUSED", "fields": ["height"],
        "reasons": [{ "path": "height", "code": "unclear", "note": "a note" }],
        "decidedAt": "2026-11-21T04:00:00.000Z",
    });
    assert_eq!(now["latestDecision"], expected);
    assert!(!now.to_string().contains("rita"));
    // The member may propose the same change again, and can still read the decision.
    let again = propose(&app, &session, &body).await.expect(202);
    assert_eq!(again["changes"], body);
    assert_eq!(again["latestDecision"], expected);
}

#[tokio::test]
async fn only_the_proposal_that_was_shown_is_decided() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    propose(&app, &session, &json!({ "height": 180 }))
        .await
        .expect(202);
    let id = only_id(&app).await;
    propose(&app, &session, &json!({ "height": 181 }))
        .await
        .expect(202);
    let refused = accept(&app, &id).await.unwrap_err().to_string();
    assert!(refused.contains("REPLACED already"), "{refused}");
    let id = only_id(&app).await;
    withdraw(&app, &session).await;
    let refused = accept(&app, &id).await.unwrap_err().to_string();
    assert!(refused.contains("WITHDRAWN already"), "{refused}");
    assert_eq!(profile(&app, &session).await["height"], 170);
    for unknown in ["", "x", "\u{1b}[2J\0", &person(1)] {
        let refused = accept(&app, unknown).await.unwrap_err();
        assert!(matches!(refused, ReviewError::UnknownChange(_)));
        assert!(!refused.to_string().contains('\u{1b}'));
    }
}

#[tokio::test]
async fn two_reviewers_at_once_give_one_decision() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    for height in 181..190 {
        propose(&app, &session, &json!({ "height": height }))
            .await
            .expect(202);
        let id = only_id(&app).await;
        let reasons = vec![reason("height", "unclear", "")];
        let accepting = (0..3).map(|_| accept(&app, &id));
        let refusing = (0..3).map(|_| refuse_for(&app, &id, reasons.clone(), "ralf"));
        let (accepted, refused) = futures_util::join!(join_all(accepting), join_all(refusing));
        let all: Vec<_> = accepted.iter().chain(&refused).collect();
        let n_decisions = all.iter().filter(|decided| decided.is_ok()).count();
        assert_eq!(n_decisions, 1, "{all:?}");
        for late in all.iter().filter_map(|decided| decided.as_ref().err()) {
            let is_told = matches!(late, ReviewError::ChangeClosed(_) | ReviewError::Taken(_));
            assert!(is_told, "{late}");
        }
        let is_accepted = accepted.iter().any(Result::is_ok);
        let now = profile(&app, &session).await["height"].clone();
        assert_eq!(now == json!(height), is_accepted);
    }
}

#[tokio::test]
async fn the_list_begins_with_the_change_that_waits_longest() {
    let app = TestApp::start().await;
    let mut sessions = Vec::new();
    for n in 1..=3 {
        let session = approved(&app, &person(n)).await;
        propose(&app, &session, &json!({ "height": 180, "school": "A" }))
            .await
            .expect(202);
        app.clock.advance(MINUTE_S);
        sessions.push(session);
    }
    // The first member changes the proposal, and then waits for the shortest time.
    propose(&app, &sessions[0], &json!({ "height": 181 }))
        .await
        .expect(202);
    let list = list_of(&app).await;
    let rows: Vec<Vec<&str>> = list
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows[0].join(" "), "ID USER ID WAITING URGENT WITH");
    let shown: Vec<String> = rows[1..].iter().map(|row| row[1..].join(" ")).collect();
    let expected = [
        format!("{} 2 min", person(2)),
        format!("{} 1 min", person(3)),
        format!("{} 0 min", person(1)),
    ];
    assert_eq!(shown, expected);
    for id in listed(&app).await {
        accept(&app, &id).await.unwrap();
    }
    assert_eq!(list_of(&app).await, "No open case of the kind CHANGE.");
}

#[tokio::test]
async fn other_members_see_the_old_values_until_a_reviewer_accepts() {
    let app = TestApp::start().await;
    let (him, her) = (man(&app, 1).await, woman(&app, 2).await);
    introduce(&app).await;
    let card = async || {
        let mut card = list(&app, &him).await[0]["person"].clone();
        // A signed URL changes with the time.
        card["photos"][0]["url"].take();
        card
    };
    let before = card().await;
    let photo = app.photo(&her).await;
    let body = json!({
        "nickname": "美玲", "birthday": "1991-05-17", "education": "BACHELOR", "city": "TW-KHH",
        "photoNameList": [photo],
    });
    propose(&app, &her, &body).await.expect(202);
    assert_eq!(card().await, before);
    accept(&app, &only_id(&app).await).await.unwrap();
    let after = card().await;
    assert_eq!(after["nickname"], "美玲");
    assert_eq!(after["age"], 35);
    assert_eq!(after["education"], "BACHELOR");
    assert_eq!(after["city"], "TW-KHH");
    assert_eq!(after["photos"].as_array().unwrap().len(), 1);
    assert_ne!(after["photos"], before["photos"]);
}

#[tokio::test]
async fn accepted_facts_count_when_members_are_introduced() {
    let app = TestApp::start().await;
    let tall = json!([{ "type": "HEIGHT", "from": 180, "to": 0 }]);
    let her = approved_with(&app, 1, |it| as_woman(it).with("valueItem", tall)).await;
    let him = man(&app, 2).await;
    let minute = std::time::Duration::from_mins(1);
    // Otherwise the requests after their approvals would introduce the two.
    wait_until("no member waits", minute, async || {
        count(&app, "SELECT COUNT(*) FROM introduction_request").await == 0
    })
    .await;
    assert_eq!(introduce(&app).await, 0);
    propose(&app, &him, &json!({ "height": 185 }))
        .await
        .expect(202);
    app.clock.advance(MINUTE_S);
    accept(&app, &only_id(&app).await).await.unwrap();
    // The server reads the man's profile again, and introduces the two within a minute.
    wait_until("they meet", minute, async || {
        list(&app, &her).await.len() == 1
    })
    .await;
}
