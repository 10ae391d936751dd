//! The conversation: notes in order, once each, page by page, and how far each has read.

use enmusubi_tests::conversation::{ConversationKind, conversation_cases};
use futures_util::future::join;

use super::{PATH, list, mark_read, put, send, send_with_key};
use crate::suite::prelude::*;

const KEY: &str = "5f3c0a52-64c5-4f1e-9c43-0c2a64c3a001";

async fn n_notes(app: &TestApp) -> i64 {
    app.count("note").await
}

#[tokio::test]
async fn a_note_arrives_at_the_other_with_its_number_and_time() {
    let couple = Couple::matched().await;
    let (app, man, woman, _) = couple.parts();
    let sent = couple.send(man, " Hello.\r\nTea? ").await;
    let expected = json!({
        "noteId": 1, "mine": true, "text": "Hello.\nTea?", "sentAt": "2026-11-21T04:00:00.000Z",
    });
    assert_eq!(sent, expected);
    app.clock.advance(MINUTE_S);
    couple.send(woman, "<b>Yes</b> https://example.com").await;
    let page = couple.page(woman, "").await;
    assert_eq!(page["notes"][0]["mine"], false);
    assert_eq!(page["notes"][1]["text"], "<b>Yes</b> https://example.com");
    assert_eq!(page["notes"][1]["noteId"], 2);
    assert_eq!(page["next"], 2);
    assert_eq!(couple.page(man, "?after=2").await["notes"], json!([]));
    assert_eq!(couple.page(man, "?after=2").await["next"], 2);
}

#[tokio::test]
async fn a_note_that_is_sent_again_is_stored_once() {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    let first = send_with_key(app, man, id, "Hello", KEY).await.expect(201);
    app.clock.advance(8 * MINUTE_S);
    let again = send_with_key(app, man, id, "Hello", KEY).await.expect(201);
    assert_eq!(again, first);
    let other = send_with_key(app, man, id, "Another", KEY).await;
    other.refused("E004");
    // The key belongs to its member.
    let hers = send_with_key(app, woman, id, "Hello", KEY)
        .await
        .expect(201);
    assert_eq!(hers["noteId"], 2);
    let text = send_with_key(app, man, id, "Hello", "1").await;
    text.refused("E009");
    assert_eq!(n_notes(app).await, 2);
}

#[tokio::test]
async fn the_same_note_at_the_same_time_is_stored_once() {
    let couple = Couple::matched().await;
    let Couple { app, man, id, .. } = &couple;
    let sending = (0..8).map(|_| send_with_key(app, man, id, "Hello", KEY));
    for answer in join_all(sending).await {
        assert_eq!(answer.expect(201)["noteId"], 1);
    }
    assert_eq!(n_notes(app).await, 1);
}

#[tokio::test]
async fn notes_of_both_at_the_same_time_get_numbers_without_a_gap() {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    let send_all = |who| join_all((0..10).map(move |_| send(app, who, id, "Hello")));
    let (his, hers) = join(send_all(man), send_all(woman)).await;
    let mut numbers: Vec<i64> = [his, hers]
        .into_iter()
        .flatten()
        .map(|answer| answer.expect(201)["noteId"].as_i64().unwrap())
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
    assert_eq!(couple.texts(woman, "").await.len(), 20);
}

#[tokio::test]
async fn a_long_conversation_comes_in_pages() {
    let couple = Couple::matched().await;
    let Couple { man, woman, .. } = &couple;
    for n in 1..=125 {
        couple.send(man, &format!("{n}")).await;
    }
    for n in 126..=250 {
        couple.send(woman, &format!("{n}")).await;
    }
    let texts = |numbers: std::ops::RangeInclusive<i32>| -> Vec<String> {
        numbers.map(|n| n.to_string()).collect()
    };
    assert_eq!(couple.texts(man, "").await, texts(151..=250));
    assert_eq!(couple.texts(man, "?before=151").await, texts(51..=150));
    assert_eq!(couple.texts(man, "?before=51").await, texts(1..=50));
    assert_eq!(couple.texts(man, "?before=1").await, [""; 0]);
    assert_eq!(couple.texts(man, "?after=0").await, texts(1..=100));
    assert_eq!(couple.page(man, "?after=0").await["next"], 100);
    assert_eq!(couple.texts(man, "?after=200").await, texts(201..=250));
    assert_eq!(couple.texts(man, "?after=-5").await, texts(1..=100));
    for query in ["?after=x", "?before=1.5", "?after=99999999999999999999"] {
        let path = format!("{PATH}/{}/notes{query}", couple.id);
        couple.app.get(&path, man).await.refused("E009");
    }
}

#[tokio::test]
async fn a_member_sends_200_notes_in_24_hours_at_most() {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    for n in 0..200 {
        send_with_key(app, man, id, "Hello", &format!("{KEY_BEGIN}{n:03}"))
            .await
            .expect(201);
        if n == 99 {
            app.clock.advance(HOUR_S);
        }
    }
    let refused = send(app, man, id, "One more").await;
    assert_eq!(refused.header("retry-after"), Some("82800"));
    refused.refused("E005");
    // A repeated note does not count again, and the other member has a limit of her own.
    send_with_key(app, man, id, "Hello", &format!("{KEY_BEGIN}000"))
        .await
        .expect(201);
    couple.send(woman, "Hello").await;
    app.clock.advance(23 * HOUR_S);
    couple.send(man, "The next day").await;
}

const KEY_BEGIN: &str = "5f3c0a52-64c5-4f1e-9c43-0c2a64c3b";

#[tokio::test]
async fn read_receipts_are_shown_if_both_chose_them() {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    couple.send(man, "One").await;
    couple.send(man, "Two").await;
    mark_read(app, woman, id, 1).await;
    assert_eq!(couple.page(man, "").await["readUntil"], Value::Null);
    show_receipts(app, man).await;
    assert_eq!(couple.page(man, "").await["readUntil"], Value::Null);
    show_receipts(app, woman).await;
    assert_eq!(couple.page(man, "").await["readUntil"], 1);
    assert_eq!(couple.page(woman, "").await["readUntil"], 0);
    mark_read(app, woman, id, 2).await;
    assert_eq!(couple.page(man, "").await["readUntil"], 2);
}

async fn show_receipts(app: &TestApp, who: &Credentials) {
    let choices = json!({
        "pausedUntil": null, "hideFromColleagues": false, "showEmployer": false,
        "readReceipts": true,
    });
    app.put("/api/privacy", who, &choices).await.ok();
}

#[tokio::test]
async fn the_server_accepts_what_the_vectors_accept() {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    for case in conversation_cases() {
        let body = Value::Object(case.document());
        let (answer, status) = match case.kind {
            ConversationKind::Note => {
                let path = format!("{PATH}/{id}/notes");
                (app.post(&path, man, &body).await, 201)
            }
            ConversationKind::Contact => (put(app, man, id, "contact", &body).await, 200),
            ConversationKind::Read => (put(app, man, id, "read", &body).await, 204),
            // The app does not ask yet, so that a valid answer is forbidden.
            ConversationKind::Met => (put(app, man, id, "met", &body).await, 403),
        };
        if let Some(code) = &case.error {
            let error = [case.kind.field(), code];
            answer.expect_field_errors(&[error], &case.name);
            continue;
        }
        assert_eq!(answer.status, status, "{}", case.name);
        if case.kind == ConversationKind::Note {
            let texts = couple.texts(woman, "").await;
            assert_eq!(json!(texts.last()), case.read(), "{}", case.name);
        }
    }
    for what in ["contact", "met", "read"] {
        put(app, man, id, what, &json!([])).await.refused("E009");
    }
}

#[tokio::test]
async fn a_notification_of_notes_comes_once_until_it_is_read() {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    let notes_in_news = async || {
        let news = app.get("/api/news", woman).await.ok();
        let news = news["news"].as_array().unwrap().clone();
        let notes = news.into_iter().filter(|entry| entry["kind"] == "NOTE");
        notes
            .map(|entry| entry["isRead"] == true)
            .collect::<Vec<_>>()
    };
    couple.send(man, "One").await;
    couple.send(man, "Two").await;
    assert_eq!(notes_in_news().await, [false]);
    mark_read(app, woman, id, 1).await;
    assert_eq!(notes_in_news().await, [false]);
    mark_read(app, woman, id, 2).await;
    assert_eq!(notes_in_news().await, [true]);
    couple.send(man, "Three").await;
    assert_eq!(notes_in_news().await, [false, true]);
    // The man's own notes are no news to him.
    let his = app.get("/api/news", man).await.ok().to_string();
    assert!(!his.contains("NOTE"), "{his}");
}

#[tokio::test]
async fn a_member_who_comes_back_after_weeks_finds_the_notes() {
    let couple = Couple::matched().await;
    couple.send(&couple.man, "See you").await;
    couple.app.clock.advance(60 * DAY_S);
    let woman = couple.app.session(&person(2)).await;
    assert_eq!(list(&couple.app, &woman).await[0]["unread"], 1);
    assert_eq!(couple.texts(&woman, "").await, ["See you"]);
}
