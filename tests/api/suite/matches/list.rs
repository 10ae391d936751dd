//! The list of matches: who is on it, in which order, and when a match leaves it.

use super::super::introductions::{choose, list as introductions, say};
use super::{leave, list, mark_read};
use crate::suite::prelude::*;

#[tokio::test]
async fn both_members_see_the_match_with_the_answers_of_their_yes() {
    let couple = Couple::introduced().await;
    let (app, man, woman, id) = couple.parts();
    assert_eq!(list(app, man).await.len(), 0);
    for (who, note) in [(man, "Tea in the hills?"), (woman, "")] {
        let path = format!("/api/introductions/{id}/answer");
        let yes = json!({ "answer": "YES", "note": note });
        app.put(&path, who, &yes).await.ok();
    }
    let his = &list(app, man).await[0];
    let hers = &list(app, woman).await[0];
    assert_eq!(his["matchId"], id);
    assert_eq!(hers["matchId"], id);
    assert_eq!(his["person"]["nickname"], "小美");
    assert_eq!(
        his["answers"],
        json!({ "mine": "Tea in the hills?", "theirs": "" })
    );
    assert_eq!(
        hers["answers"],
        json!({ "mine": "", "theirs": "Tea in the hills?" })
    );
    assert_eq!(his["since"], "2026-11-21T04:00:00.000Z");
    assert_eq!(his["lastNote"], Value::Null);
    assert_eq!(
        (&his["unread"], &his["asksIfMet"]),
        (&json!(0), &json!(false))
    );
    assert_eq!(his["contact"], json!({ "mine": false, "theirs": null }));
    for absent in ["name", "birthday", "height", "address", "incomeRange"] {
        assert_eq!(his["person"].get(absent), None, "{absent}");
    }
}

#[tokio::test]
async fn the_match_with_the_latest_note_comes_first_and_counts_unread_notes() {
    let couple = Couple::matched().await;
    let Couple { app, man, id, .. } = &couple;
    app.clock.advance(MINUTE_S);
    let another = woman(app, 3).await;
    assert_eq!(introduce(app).await, 1);
    let introduced = introductions(app, &another).await;
    let second = introduced[0]["introductionId"].as_str().unwrap();
    say(app, man, second, "YES").await.ok();
    say(app, &another, second, "YES").await.ok();
    let ids = |matches: &[Value]| -> Vec<String> {
        let ids = matches.iter().map(|it| it["matchId"].as_str().unwrap());
        ids.map(str::to_owned).collect()
    };
    assert_eq!(ids(&list(app, man).await), [second, id.as_str()]);
    app.clock.advance(MINUTE_S);
    for text in ["One", "Two", "Three"] {
        couple.send(&couple.woman, text).await;
    }
    couple.send(man, "Mine").await;
    let matches = list(app, man).await;
    assert_eq!(ids(&matches), [id.as_str(), second]);
    assert_eq!(matches[0]["unread"], 3, "a member's own note is not unread");
    assert_eq!(matches[0]["lastNote"]["text"], "Mine");
    assert_eq!(matches[0]["lastNote"]["mine"], true);
    assert_eq!(matches[1]["unread"], 0);
    mark_read(app, man, id, 2).await;
    assert_eq!(list(app, man).await[0]["unread"], 1);
    // An older number changes nothing, and a number beyond the end counts as the number of the latest note.
    mark_read(app, man, id, 1).await;
    assert_eq!(list(app, man).await[0]["unread"], 1);
    mark_read(app, man, id, 1000).await;
    assert_eq!(list(app, man).await[0]["unread"], 0);
    couple.send(&couple.woman, "Four").await;
    assert_eq!(list(app, man).await[0]["unread"], 1);
}

#[tokio::test]
async fn a_match_outlives_the_time_for_answers_and_a_pause() {
    let couple = Couple::matched().await;
    let Couple { app, id, .. } = &couple;
    app.clock.advance(30 * DAY_S);
    let (man, woman) = (app.session(&person(1)).await, app.session(&person(2)).await);
    choose(app, &woman, Some("FOREVER"), true).await;
    for who in [&man, &woman] {
        assert_eq!(list(app, who).await[0]["matchId"], id.as_str());
        couple.send(who, "Still here").await;
        // The answer to a request that a client sends again.
        let again = say(app, who, id, "YES").await.ok();
        assert_eq!(again["matchId"], id.as_str());
    }
}

#[tokio::test]
async fn leaving_closes_the_match_for_both_at_once() {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    couple.send(woman, "Hello").await;
    leave(app, man, id).await.expect(204);
    for who in [man, woman] {
        assert_eq!(list(app, who).await.len(), 0);
        assert_eq!(introductions(app, who).await.len(), 0);
        leave(app, who, id).await.refused("E003");
        say(app, who, id, "YES").await.refused("E003");
        let news = app.get("/api/news", who).await.ok();
        let kinds = news["news"].as_array().unwrap().iter();
        let mut kinds = kinds.map(|entry| entry["kind"].as_str().unwrap());
        assert!(
            kinds.all(|kind| !["MATCH", "NOTE"].contains(&kind)),
            "{news}"
        );
    }
    // The two are not introduced again.
    app.clock.advance(DAY_S);
    assert_eq!(introduce(app).await, 0);
}

#[tokio::test]
async fn a_suspended_member_disappears_and_comes_back() {
    let couple = Couple::matched().await;
    let Couple { app, man, id, .. } = &couple;
    decided(app, &person(2), ReviewAction::Suspend, "").await;
    assert_eq!(list(app, man).await.len(), 0);
    leave(app, man, id).await.refused("E003");
    decided(app, &person(2), ReviewAction::Reinstate, "").await;
    assert_eq!(list(app, man).await.len(), 1);
}

#[tokio::test]
async fn a_deletion_removes_the_match_and_its_notes_for_both() {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    couple.send(man, "His words").await;
    couple.send(woman, "Her words").await;
    app.delete_account(woman).await;
    assert_eq!(list(app, man).await.len(), 0);
    leave(app, man, id).await.refused("E003");
    for table in ["match_side", "note"] {
        let rows = format!("SELECT COUNT(*) FROM {table}");
        assert_eq!(app.number(&rows).await, 0);
    }
}
