//! `/news`: the list of a member's news.

use super::profile_changes;
use crate::suite::prelude::*;

const PATH: &str = "/api/news";

async fn list(app: &TestApp, who: &Credentials) -> Vec<Value> {
    let answer = app.get(PATH, who).await.ok();
    answer["news"].as_array().unwrap().clone()
}

async fn kinds(app: &TestApp, who: &Credentials) -> Vec<String> {
    let news = list(app, who).await;
    let kinds = news.iter().map(|entry| entry["kind"].as_str().unwrap());
    kinds.map(str::to_owned).collect()
}

async fn mark_read(app: &TestApp, who: &Credentials, id: &Value) -> Answer {
    app.put("/api/news/read", who, &json!({ "newsId": id }))
        .await
}

#[tokio::test]
async fn a_member_reads_of_the_decision_the_introductions_and_the_match() {
    let couple = Couple::introduced().await;
    let Couple { app, id, .. } = &couple;
    assert_eq!(
        kinds(app, &couple.man).await,
        ["INTRODUCTIONS", "REVIEW_DECIDED"]
    );
    for (who, word) in [(&couple.man, "YES"), (&couple.woman, "YES")] {
        let path = format!("/api/introductions/{id}/answer");
        app.put(&path, who, &json!({ "answer": word })).await.ok();
    }
    let news = list(app, &couple.man).await;
    assert_eq!(news[0]["kind"], "MATCH");
    assert_eq!(news[0]["matchId"], id.as_str());
    assert_eq!(news[0]["isRead"], false);
    assert_eq!(news[0]["at"], "2026-11-21T04:00:00.000Z");
    assert_eq!(news[1]["day"], "2026-11-21");
    assert_eq!(news[2]["reviewStatus"], "APPROVED");
    assert_eq!(news[2].get("matchId"), None);
    // The woman has read of the match in the answer to her yes.
    assert_eq!(
        kinds(app, &couple.woman).await,
        ["INTRODUCTIONS", "REVIEW_DECIDED"]
    );
}

#[tokio::test]
async fn the_entry_that_was_read_and_all_older_ones_are_read() {
    let couple = Couple::matched().await;
    let (app, man, woman, _) = couple.parts();
    let news = list(app, man).await;
    mark_read(app, man, &news[1]["newsId"]).await.expect(204);
    let is_read = async || -> Vec<bool> {
        let news = list(app, man).await;
        news.iter().map(|entry| entry["isRead"] == true).collect()
    };
    assert_eq!(is_read().await, [false, true, true]);
    // Another member's entry looks like one that never existed.
    let others = list(app, woman).await[0]["newsId"].clone();
    let never = json!("00000000-0000-4000-8000-000000000000");
    let expected = mark_read(app, man, &never).await;
    assert_eq!(expected.status, 404);
    for id in [others, json!("1"), json!("\u{0}x"), json!("愛")] {
        let refused = mark_read(app, man, &id).await;
        if id == "\u{0}x" {
            refused.refused("E002");
        } else {
            assert_eq!(refused.seen(), expected.seen(), "{id}");
        }
    }
    assert_eq!(is_read().await, [false, true, true]);
    for id in [json!(null), json!(""), json!(5)] {
        mark_read(app, man, &id).await.refused("E002");
    }
}

#[tokio::test]
async fn a_second_introduction_of_the_day_is_no_second_entry_until_the_first_is_read() {
    let app = TestApp::start().await;
    let him = man(&app, 1).await;
    let mut n_entries = Vec::new();
    for n in 2..=4 {
        woman(&app, n).await;
        assert_eq!(introduce(&app).await, 1);
        app.clock.advance(MINUTE_S);
        let news = list(&app, &him).await;
        let of_day = news.iter().filter(|entry| entry["kind"] == "INTRODUCTIONS");
        n_entries.push(of_day.count());
        if n == 3 {
            mark_read(&app, &him, &news[0]["newsId"]).await.expect(204);
        }
    }
    assert_eq!(n_entries, [1, 1, 2]);
}

#[tokio::test]
async fn a_decision_is_news_until_the_next_one_and_a_claim_is_none() {
    let app = TestApp::start().await;
    man(&app, 1).await;
    decided(&app, &person(1), ReviewAction::Suspend, "").await;
    decided(&app, &person(1), ReviewAction::Reinstate, "").await;
    let him = app.session(&person(1)).await;
    let entries: Vec<(Value, bool)> = list(&app, &him)
        .await
        .iter()
        .map(|entry| (entry["reviewStatus"].clone(), entry["isRead"] == true))
        .collect();
    let expected = [("APPROVED", false), ("SUSPENDED", true), ("APPROVED", true)];
    assert_eq!(
        entries,
        expected.map(|(status, is_read)| (json!(status), is_read))
    );
}

#[tokio::test]
async fn the_decision_about_a_proposed_change_is_news() {
    let app = TestApp::start().await;
    let him = man(&app, 1).await;
    for (height, accepts) in [(181, false), (182, true)] {
        let body = json!({ "height": height });
        profile_changes::propose(&app, &him, &body)
            .await
            .expect(202);
        let id = profile_changes::only_id(&app).await;
        if accepts {
            profile_changes::accept(&app, &id).await.unwrap();
        } else {
            profile_changes::refuse(&app, &id, "height").await.unwrap();
        }
    }
    let news = list(&app, &him).await;
    let outcomes: Vec<&Value> = news.iter().map(|entry| &entry["outcome"]).collect();
    assert_eq!(outcomes[..2], [&json!("ACCEPTED"), &json!("REFUSED")]);
    assert_eq!(
        (&news[0]["kind"], &news[0]["isRead"]),
        (&json!("CHANGE_DECIDED"), &json!(false))
    );
    assert_eq!(news[1]["isRead"], true);
}

#[tokio::test]
async fn the_entry_about_a_match_out_of_sight_looks_like_one_that_never_existed() {
    let couple = Couple::matched().await;
    let (app, man) = (&couple.app, &couple.man);
    let entry = list(app, man).await[0].clone();
    assert_eq!(entry["kind"], "MATCH");
    decided(app, &person(2), ReviewAction::Suspend, "").await;
    assert_eq!(kinds(app, man).await, ["INTRODUCTIONS", "REVIEW_DECIDED"]);
    let never = json!("00000000-0000-4000-8000-000000000000");
    let expected = mark_read(app, man, &never).await;
    let refused = mark_read(app, man, &entry["newsId"]).await;
    assert_eq!((refused.status, refused.seen()), (404, expected.seen()));
}
