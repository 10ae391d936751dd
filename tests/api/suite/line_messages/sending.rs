//! The news that become a message, the moment of the message, and its text.

use futures_util::future::join;

use super::super::introductions::say;
use super::super::matches::{leave, put, send};
use super::{n_pushed, official_account_down, pushed, set_unreachable, start};
use crate::suite::prelude::*;

#[tokio::test]
async fn a_decision_introductions_a_match_and_a_note_become_one_message_each() {
    let couple = Couple::introduced_on(start().await).await;
    let (app, man, woman, id) = couple.parts();
    // The decisions and the introductions were made at the same moment, and may have been sent together.
    let first = pushed(app).await;
    let n_before = first.len();
    assert!((2..=4).contains(&n_before), "{first:?}");
    say(app, man, id, "YES").await.ok();
    say(app, woman, id, "YES").await.ok();
    let seen = pushed(app).await;
    assert_eq!(seen.len(), n_before + 1);
    let of_match = &seen[n_before];
    // Only the man gets a message: the woman has read of the match in the answer to her yes.
    assert_eq!(of_match.to, person(1));
    assert_eq!(of_match.summary, "有好消息等著你。");
    assert_eq!(of_match.path, format!("/matches/{id}"));
    send(app, man, id, "His words").await.expect(201);
    assert_eq!(n_pushed(app).await, n_before + 1);
    app.clock.advance(MINUTE_S);
    let seen = pushed(app).await;
    assert_eq!(seen.len(), n_before + 2);
    let of_note = &seen[n_before + 1];
    assert_eq!(
        (&of_note.to, of_note.summary.as_str()),
        (&person(2), "你有新訊息。")
    );
    assert_eq!(of_note.path, format!("/matches/{id}"));
    let all = format!("{seen:?}");
    for word in ["His words", "小美", "陳", "阿明", "Google", "配對", "交友"] {
        assert!(!all.contains(word), "{word}");
    }
    for _ in 0..3 {
        app.clock.advance(HOUR_S);
        assert_eq!(
            n_pushed(app).await,
            n_before + 2,
            "each entry gets one message"
        );
    }
}

#[tokio::test]
async fn a_message_is_in_the_language_of_the_app() {
    let app = start().await;
    app.member(&person(1)).await;
    let session = app.session(&person(1)).await;
    let opened = app.request(reqwest::Method::GET, "/api/user/my-info", &session);
    app.send(opened.header("Accept-Language", "ja")).await.ok();
    decided(&app, &person(1), ReviewAction::Approve, "").await;
    let seen = pushed(&app).await;
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].summary, "運営からのお知らせがあります。");
    assert_eq!(seen[0].path, "");
}

#[tokio::test]
async fn the_notes_of_a_conversation_get_one_message_until_the_member_reads() {
    let couple = Couple::introduced_on(start().await)
        .await
        .match_them()
        .await;
    let (app, man, woman, id) = couple.parts();
    let n_before = n_pushed(app).await;
    for text in ["one", "two", "three"] {
        send(app, man, id, text).await.expect(201);
        app.clock.advance(MINUTE_S);
        assert_eq!(n_pushed(app).await, n_before + 1, "{text}");
    }
    // A member who reads within a minute gets no message.
    put(app, woman, id, "read", &json!({ "noteId": 3 }))
        .await
        .expect(204);
    send(app, man, id, "four").await.expect(201);
    put(app, woman, id, "read", &json!({ "noteId": 4 }))
        .await
        .expect(204);
    app.clock.advance(MINUTE_S);
    assert_eq!(n_pushed(app).await, n_before + 1);
    send(app, man, id, "five").await.expect(201);
    app.clock.advance(MINUTE_S);
    assert_eq!(n_pushed(app).await, n_before + 2);
}

#[tokio::test]
async fn in_the_quiet_hours_news_are_held_and_merged() {
    let app = start().await;
    let him = man(&app, 1).await;
    assert_eq!(n_pushed(&app).await, 1);
    // 21:00 in Taipei
    app.clock.advance(9 * HOUR_S);
    let couple = Couple::introduced_by(app, him).await.match_them().await;
    let Couple { app, man, id, .. } = &couple;
    assert_eq!(n_pushed(app).await, 1);
    app.clock.advance(12 * HOUR_S - 1);
    assert_eq!(n_pushed(app).await, 1);
    app.clock.advance(1);
    let seen = pushed(app).await;
    let of_man: Vec<_> = seen[1..].iter().filter(|it| it.to == person(1)).collect();
    let of_woman: Vec<_> = seen[1..].iter().filter(|it| it.to == person(2)).collect();
    assert_eq!((of_man.len(), of_woman.len()), (1, 1));
    assert_eq!(of_man[0].summary, "你有新的通知。");
    assert_eq!(
        of_man[0].lines,
        ["有好消息等著你。", "今天有新內容等你查看。"]
    );
    assert_eq!(of_man[0].path, "/news");
    assert_eq!(
        of_woman[0].lines,
        ["我們有新的通知給你。", "今天有新內容等你查看。"]
    );
    let _ = (man, id);
}

#[tokio::test]
async fn without_the_channel_nothing_is_sent() {
    let couple = Couple::matched().await;
    let app = &couple.app;
    assert!(app.running.app.line_messages.is_none());
    assert_eq!(app.line.records().count("/v2/bot"), 0);
    let config = app
        .get("/config.json", &super::super::app::Credentials::None)
        .await;
    assert_eq!(config.ok()["lineMessages"], false);
}

#[tokio::test]
async fn entries_of_more_than_a_day_ago_get_no_message() {
    let app = start().await;
    app.line.misbehave(official_account_down());
    approved(&app, &person(1)).await;
    assert_eq!(n_pushed(&app).await, 0);
    app.line.stop_failing();
    app.clock.advance(DAY_S + HOUR_S);
    assert_eq!(n_pushed(&app).await, 0);
}

#[tokio::test]
async fn a_member_whom_line_does_not_reach_gets_none_until_line_does() {
    let app = start().await;
    set_unreachable(&app, &[person(1)]);
    approved(&app, &person(1)).await;
    decided(&app, &person(1), ReviewAction::Suspend, "").await;
    assert_eq!(n_pushed(&app).await, 0);
    // The server asks LINE once a day.
    decided(&app, &person(1), ReviewAction::Reinstate, "").await;
    assert_eq!(n_pushed(&app).await, 0);
    assert_eq!(app.line.records().count("/v2/bot/profile"), 1);
    set_unreachable(&app, &[]);
    app.clock.advance(DAY_S + 1);
    decided(&app, &person(1), ReviewAction::Suspend, "").await;
    assert_eq!(n_pushed(&app).await, 1);
    assert_eq!(app.line.records().count("/v2/bot/profile"), 2);
}

#[tokio::test]
async fn a_suspended_member_hears_of_the_suspension_only() {
    let couple = Couple::introduced_on(start().await)
        .await
        .match_them()
        .await;
    let Couple { app, man, id, .. } = &couple;
    let n_before = n_pushed(app).await;
    send(app, man, id, "Hello").await.expect(201);
    decided(app, &person(2), ReviewAction::Suspend, "").await;
    app.clock.advance(MINUTE_S);
    let seen = pushed(app).await;
    assert_eq!(seen.len(), n_before + 1);
    assert_eq!(
        (&seen[n_before].to, seen[n_before].path.as_str()),
        (&person(2), "")
    );
    assert_eq!(seen[n_before].lines, ["我們有新的通知給你。"]);
}

#[tokio::test]
async fn a_match_that_the_member_no_longer_sees_gets_no_message() {
    let couple = Couple::introduced_on(start().await)
        .await
        .match_them()
        .await;
    let (app, man, woman, id) = couple.parts();
    let n_before = n_pushed(app).await;
    send(app, man, id, "Hello").await.expect(201);
    leave(app, woman, id).await.expect(204);
    app.clock.advance(MINUTE_S);
    assert_eq!(n_pushed(app).await, n_before);
    let other = Couple::introduced_on(start().await)
        .await
        .match_them()
        .await;
    let n_before = n_pushed(&other.app).await;
    send(&other.app, &other.man, &other.id, "Hello")
        .await
        .expect(201);
    let block = json!({ "matchId": other.id });
    other.app.post("/api/blocks", &other.man, &block).await;
    other.app.clock.advance(MINUTE_S);
    assert_eq!(n_pushed(&other.app).await, n_before);
}

#[tokio::test]
async fn two_instances_send_each_message_once() {
    let app = start().await;
    let other = app.another_instance().await;
    for n in 1..=20 {
        approved(&app, &person(n)).await;
    }
    let [one, two] = [&app.running, &other].map(|it| it.app.line_messages.as_ref().unwrap());
    for _ in 0..5 {
        let (one_done, two_done) = join(one.send_due(), two.send_due()).await;
        one_done.and(two_done).unwrap();
    }
    let mut people: Vec<_> = app
        .line
        .records()
        .pushed
        .into_iter()
        .map(|it| it.to)
        .collect();
    people.sort_unstable();
    assert_eq!(people, (1..=20).map(person).collect::<Vec<_>>());
    other.stop().await.unwrap();
}

#[tokio::test]
async fn a_deleted_account_gets_no_message() {
    let app = start().await;
    app.line.misbehave(official_account_down());
    let session = approved(&app, &person(1)).await;
    assert_eq!(n_pushed(&app).await, 0);
    app.line.stop_failing();
    app.delete_account(&session).await;
    app.clock.advance(HOUR_S);
    assert_eq!(n_pushed(&app).await, 0);
    introduce(&app).await;
}

impl Couple {
    /// Adds a woman to the man of an app, and introduces them.
    async fn introduced_by(app: TestApp, man: super::super::app::Credentials) -> Self {
        let woman = super::super::introductions::woman(&app, 2).await;
        introduce(&app).await;
        let list = super::super::introductions::list(&app, &man).await;
        let id = list[0]["introductionId"].as_str().unwrap().to_owned();
        Self {
            app,
            man,
            woman,
            id,
        }
    }
}
