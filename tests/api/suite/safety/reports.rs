//! Reports: the snapshot, the limit, and the end of the pair.

use super::super::introductions::card::names_on_a_card;
use super::super::introductions::list;
use super::{NEVER, is_over_for_both, list_blocks, list_news, report, send_note, snapshot, text};
use crate::suite::prelude::*;

async fn say_yes(couple: &Couple, who: &super::Credentials, note: &str) {
    let path = format!("/api/introductions/{}/answer", couple.id);
    let body = json!({ "answer": "YES", "note": note });
    couple.app.put(&path, who, &body).await.ok();
}

#[tokio::test]
async fn a_report_ends_the_pair_for_both_and_blocks() {
    for couple in [Couple::introduced().await, Couple::matched().await] {
        let (app, man, woman, id) = couple.parts();
        let body = json!({ "introductionId": id, "category": "PHOTO" });
        report(app, woman, &body).await.expect(204);
        is_over_for_both(&couple).await;
        assert_eq!(list_blocks(app, woman).await.len(), 1);
        assert_eq!(list_blocks(app, man).await.len(), 0);
        let kinds = list_news(app, man).await;
        assert!(kinds.iter().all(|it| it["kind"] != "REPORT_HANDLED"));
        let standing = app.my_info(man).await.ok();
        assert_eq!(standing["reviewStatus"], "APPROVED");
    }
}

#[tokio::test]
async fn a_report_keeps_the_card_the_notes_and_the_names_of_the_photos() {
    let couple = Couple::introduced().await;
    let (app, man, woman, id) = couple.parts();
    let card = list(app, man).await[0]["person"].clone();
    say_yes(&couple, man, "Tea in the hills?").await;
    say_yes(&couple, woman, "Gladly.").await;
    for n in 1..=101 {
        let who = if n % 2 == 0 { man } else { woman };
        send_note(app, who, id, &format!("Note {n}"))
            .await
            .expect(201);
    }
    let body = json!({ "matchId": id, "category": "HARASSMENT", "note": "He\nshouts." });
    report(app, man, &body).await.expect(204);

    let seen = snapshot(app, &person(1)).await;
    let mut expected = card.as_object().unwrap().clone();
    let photos = expected.remove("photos").unwrap();
    expected.remove("employerVerified");
    let mut person = seen["person"].as_object().unwrap().clone();
    // The card has null for a choice that is left open.
    for (name, answer) in &mut person {
        if *answer == "" && expected[name].is_null() {
            answer.take();
        }
    }
    assert_eq!(person, expected);
    let mut names = names_on_a_card();
    names.retain(|name| !["photos", "employerVerified"].contains(name));
    assert!(person.keys().eq(names), "{person:?}");
    let name = seen["photos"][0].as_str().unwrap();
    let url = photos[0].to_string();
    assert!(url.contains(name), "{url} {name}");
    assert_eq!(seen["photos"].as_array().unwrap().len(), 1);
    let answers = json!({ "reporter": "Tea in the hills?", "reported": "Gladly." });
    assert_eq!(seen["answers"], answers);
    let notes = seen["notes"].as_array().unwrap();
    assert_eq!(notes.len(), 100);
    let first = json!({
        "author": "reporter", "text": "Note 2", "sentAt": "2026-11-21T04:00:00.000Z",
    });
    assert_eq!(notes[0], first);
    assert_eq!(notes[99]["author"], "reported");
    assert_eq!(notes[99]["text"], "Note 101");
    assert_eq!(text(app, "SELECT note FROM report").await, "He\nshouts.");
}

#[tokio::test]
async fn a_snapshot_does_not_follow_later_changes() {
    let couple = Couple::introduced().await;
    let (app, man, woman, id) = couple.parts();
    let change = async |text: &str| {
        let request = app.request(Method::PUT, "/api/user-profile/texts", woman);
        let body = json!({ "dailyLife": text });
        app.send(request.json(&body)).await.ok();
    };
    change("Crypto in the morning.").await;
    let body = json!({ "introductionId": id, "category": "SALES_OR_SCAM" });
    report(app, man, &body).await.expect(204);
    change("Tea in the morning.").await;
    let seen = snapshot(app, &person(1)).await;
    assert_eq!(seen["person"]["dailyLife"], "Crypto in the morning.");
}

#[tokio::test]
async fn a_report_before_a_match_has_nothing_that_the_reporter_did_not_see() {
    let couple = Couple::introduced().await;
    let (app, man, woman, id) = couple.parts();
    say_yes(&couple, woman, "Hidden words.").await;
    let body = json!({ "introductionId": id, "category": "PHOTO" });
    report(app, man, &body).await.expect(204);
    let seen = snapshot(app, &person(1)).await;
    let keys: Vec<&String> = seen.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["person", "photos"]);
    let text = seen.to_string();
    for hidden in [
        "Hidden words",
        &person(2),
        "陳美麗",
        "1990-05-17",
        "latitude",
    ] {
        assert!(!text.contains(hidden), "{hidden}");
    }
}

#[tokio::test]
async fn a_member_sends_at_most_twenty_reports_in_24_hours() {
    let app = TestApp::start().await;
    let him = man(&app, 1).await;
    for n in 2..=4 {
        woman(&app, n).await;
    }
    introduce(&app).await;
    let ids: Vec<Value> = list(&app, &him)
        .await
        .iter()
        .map(|it| it["introductionId"].clone())
        .collect();
    assert_eq!(ids.len(), 3);
    let send = async |id: &Value| {
        let body = json!({ "introductionId": id, "category": "PHOTO" });
        report(&app, &him, &body).await
    };
    // Nineteen earlier reports, the oldest 23 hours old.
    let now_ms = app.clock.now_s() * 1000;
    let account = async |n: u32| {
        let sql = format!(
            "SELECT id FROM account WHERE line_user_id = '{}'",
            person(n)
        );
        app.number(&sql).await
    };
    let (his_id, her_id) = (account(1).await, account(2).await);
    for n in 0..19 {
        let at_ms = now_ms - (23 * HOUR_S - n) * 1000;
        let sql = format!(
            "INSERT INTO report (public_id, reporter_id, reported_id, category, note, snapshot, created_at_ms) \
             VALUES ('earlier-{n}', {his_id}, {her_id}, 'PHOTO', 'Earlier {n}', '{{}}', {at_ms})"
        );
        let writes = &app.running.app.database.writes;
        writes.execute_unprepared(&sql).await.unwrap();
    }
    send(&ids[0]).await.expect(204);
    let refused = send(&ids[1]).await;
    assert_eq!(refused.header("retry-after"), Some("3600"));
    refused.refused("E005");
    assert_eq!(list(&app, &him).await.len(), 2);
    // A block has no limit.
    let body = json!({ "introductionId": ids[2] });
    super::block(&app, &him, &body).await.expect(204);
    // A repeated report succeeds, because the client may have lost the first answer.
    send(&ids[0]).await.expect(204);
    // The answer for an id that never existed does not tell that the limit is reached.
    send(&json!(NEVER)).await.refused("E003");
    app.clock.advance(HOUR_S);
    send(&ids[1]).await.expect(204);
}
