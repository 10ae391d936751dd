//! `POST /line/webhook`: the server handles only deliveries that LINE has signed, and each event once.

use super::{n_pushed, start, with_messages};
use crate::suite::prelude::*;

const PATH: &str = "/line/webhook";
/// The moment at which the clock of the tests stands, in milliseconds.
const NOW_MS: i64 = 1_795_233_600_000;

async fn deliver_signed(app: &TestApp, body: &str, signature: Option<&str>) -> Answer {
    let request = app.request(Method::POST, PATH, &Credentials::None);
    let request = request.header("Content-Type", "application/json; charset=utf-8");
    let request = match signature {
        Some(signature) => request.header("X-Line-Signature", signature),
        None => request,
    };
    app.send(request.body(body.to_owned())).await
}

async fn deliver(app: &TestApp, events: &[Value]) {
    let body = json!({ "destination": "U00b07", "events": events }).to_string();
    let signature = app.line.sign(body.as_bytes());
    let answer = deliver_signed(app, &body, Some(&signature)).await;
    assert_eq!(answer.status, 200);
}

fn event(kind: &str, id: &str, n: u32, at_ms: i64) -> Value {
    json!({
        "type": kind, "mode": "active", "timestamp": at_ms, "webhookEventId": id,
        "deliveryContext": { "isRedelivery": false },
        "source": { "type": "user", "userId": person(n) },
        "replyToken": "reply",
    })
}

fn text(id: &str, n: u32) -> Value {
    let mut event = event("message", id, n, NOW_MS);
    event["message"] = json!({ "type": "text", "id": "1", "text": "Help!" });
    event
}

async fn n_replied(app: &TestApp, n: usize) {
    let longest = Duration::from_secs(10);
    wait_until("the answers", longest, async || {
        app.line.records().replied.len() >= n
    })
    .await;
    assert_eq!(app.line.records().replied.len(), n);
}

#[tokio::test]
async fn an_unfollow_ends_the_messages_and_a_follow_brings_them_back() {
    let app = start().await;
    approved(&app, &person(1)).await;
    assert_eq!(n_pushed(&app).await, 1);
    deliver(&app, &[event("unfollow", "01A", 1, NOW_MS + 1000)]).await;
    app.clock.advance(2);
    deliver(&app, &[event("unfollow", "01B", 1, NOW_MS + 1000)]).await;
    decided(&app, &person(1), ReviewAction::Suspend, "").await;
    assert_eq!(n_pushed(&app).await, 1);
    deliver(&app, &[event("follow", "01C", 1, NOW_MS + 1500)]).await;
    decided(&app, &person(1), ReviewAction::Reinstate, "").await;
    assert_eq!(n_pushed(&app).await, 2);
}

#[tokio::test]
async fn events_out_of_order_leave_the_state_of_the_latest() {
    let app = start().await;
    approved(&app, &person(1)).await;
    assert_eq!(n_pushed(&app).await, 1);
    app.clock.advance(10);
    deliver(
        &app,
        &[
            event("unfollow", "01B", 1, NOW_MS + 3000),
            event("follow", "01A", 1, NOW_MS + 2000),
        ],
    )
    .await;
    decided(&app, &person(1), ReviewAction::Suspend, "").await;
    assert_eq!(n_pushed(&app).await, 1);
}

#[tokio::test]
async fn an_event_is_handled_once_however_often_it_arrives() {
    let app = start().await;
    let follow = event("follow", "01A", 1, NOW_MS);
    for _ in 0..3 {
        deliver(&app, &[follow.clone(), follow.clone()]).await;
    }
    n_replied(&app, 1).await;
    let mut again = follow;
    again["deliveryContext"]["isRedelivery"] = json!(true);
    deliver(&app, &[again]).await;
    deliver(&app, &[event("follow", "01B", 1, NOW_MS)]).await;
    n_replied(&app, 2).await;
    let stored = "SELECT COUNT(*) FROM line_event";
    assert_eq!(app.number(stored).await, 2);
}

#[tokio::test]
async fn a_forged_delivery_changes_nothing() {
    let app = start().await;
    approved(&app, &person(1)).await;
    let body = json!({ "events": [event("unfollow", "01A", 1, NOW_MS + 1000)] }).to_string();
    let right = app.line.sign(body.as_bytes());
    let others = app.line.sign(b"{}");
    let shorter = &right[..right.len() - 4];
    for signature in [
        None,
        Some(""),
        Some("x"),
        Some(others.as_str()),
        Some(shorter),
    ] {
        let answer = deliver_signed(&app, &body, signature).await;
        answer.refused("E001");
    }
    // The signature covers the bytes of the body, and not their meaning.
    let spaced = body.replacen(':', ": ", 1);
    deliver_signed(&app, &spaced, Some(&right))
        .await
        .refused("E001");
    app.clock.advance(2);
    assert_eq!(n_pushed(&app).await, 1);
    let stored = "SELECT COUNT(*) FROM line_event";
    assert_eq!(app.number(stored).await, 0);
}

#[tokio::test]
async fn an_event_without_an_id_or_a_time_is_skipped_and_the_others_count() {
    let (log, _guard) = CapturedLog::start();
    let app = start().await;
    approved(&app, &person(1)).await;
    assert_eq!(n_pushed(&app).await, 1);
    let changed = |id: &str, name: &str, value: Value| {
        let mut event = event("follow", id, 2, NOW_MS);
        event[name] = value;
        event
    };
    let mut without_id = event("follow", "01A", 2, NOW_MS);
    without_id.as_object_mut().unwrap().remove("webhookEventId");
    let broken = [
        without_id,
        changed("01B", "webhookEventId", json!(1)),
        changed("01C", "timestamp", Value::Null),
        changed("01D", "source", json!("user")),
        json!({ "type": "follow" }),
        json!([]),
        Value::Null,
    ];
    let mut events = vec![event("unfollow", "01X", 1, NOW_MS + 1000)];
    events.extend(broken.clone());
    events.push(text("01Y", 3));
    app.clock.advance(2);
    deliver(&app, &events).await;
    n_replied(&app, 1).await;
    let skipped = log.shown().matches("is skipped").count();
    assert_eq!(skipped, broken.len());
    decided(&app, &person(1), ReviewAction::Suspend, "").await;
    assert_eq!(n_pushed(&app).await, 1, "the unfollow counts");
    let stored = "SELECT COUNT(*) FROM line_event";
    assert_eq!(app.number(stored).await, 2);
}

#[tokio::test]
async fn forged_deliveries_have_a_limit_that_signed_ones_do_not_meet() {
    let app = TestApp::start_with(|settings| {
        with_messages(settings);
        settings.rate_limit = Some("on".to_owned());
    })
    .await;
    let body = r#"{"events":[]}"#;
    let signature = app.line.sign(body.as_bytes());
    let mut n_refused = 0;
    loop {
        let forged = deliver_signed(&app, body, Some("x")).await;
        if forged.status == 429 {
            forged.refused("E005");
            break;
        }
        forged.refused("E001");
        n_refused += 1;
        assert!(n_refused < 100, "forged deliveries have no limit");
    }
    assert_eq!(n_refused, 20);
    for _ in 0..100 {
        let signed = deliver_signed(&app, body, Some(&signature)).await;
        assert_eq!(signed.status, 200);
    }
    let large = "x".repeat(256 * 1024 + 1);
    let answer = deliver_signed(&app, &large, Some(&signature)).await;
    answer.refused("E005");
}

#[tokio::test]
async fn bodies_of_a_wrong_size_or_shape_are_refused() {
    let app = start().await;
    for (body, code) in [
        ("", "E009"),
        ("{", "E009"),
        ("[]", "E009"),
        ("{}", "E009"),
        (r#"{"events":{}}"#, "E009"),
    ] {
        let signature = app.line.sign(body.as_bytes());
        deliver_signed(&app, body, Some(&signature))
            .await
            .refused(code);
    }
    let large = format!(r#"{{"events":[],"x":"{}"}}"#, "x".repeat(256 * 1024));
    let signature = app.line.sign(large.as_bytes());
    deliver_signed(&app, &large, Some(&signature))
        .await
        .refused("E006");
    let got = app.get(PATH, &Credentials::None).await;
    got.refused("E010");
    // LINE sends an empty delivery to test the address.
    deliver(&app, &[]).await;
}

#[tokio::test]
async fn a_new_friend_is_greeted_and_a_text_gets_an_answer() {
    let app = start().await;
    deliver(&app, &[event("follow", "01A", 1, NOW_MS)]).await;
    n_replied(&app, 1).await;
    let greeting = app.line.records().replied[0].to_string();
    assert!(greeting.contains("感謝你加入好友"), "{greeting}");
    assert!(greeting.contains("https://liff.line.me/1234567890-abcdefgh"));
    deliver(&app, &[text("01B", 1)]).await;
    n_replied(&app, 2).await;
    let answer = app.line.records().replied[1].to_string();
    assert!(answer.contains("help@example.com"), "{answer}");
}

#[tokio::test]
async fn other_events_are_ignored() {
    let app = start().await;
    let mut group = event("follow", "01A", 1, NOW_MS);
    group["source"] = json!({ "type": "group", "groupId": "C1", "userId": person(1) });
    let mut standby = event("follow", "01B", 1, NOW_MS);
    standby["mode"] = json!("standby");
    let mut sticker = text("01C", 1);
    sticker["message"] = json!({ "type": "sticker", "id": "1" });
    let mut without_person = event("follow", "01D", 1, NOW_MS);
    without_person.as_object_mut().unwrap().remove("source");
    let new_kind = json!({ "type": "surprise", "webhookEventId": "01E", "timestamp": 1, "x": [] });
    deliver(&app, &[group, standby, sticker, without_person, new_kind]).await;
    // The server has handled a later delivery, so it has handled the earlier ones too.
    deliver(&app, &[event("follow", "01F", 2, NOW_MS)]).await;
    n_replied(&app, 1).await;
}

#[tokio::test]
async fn without_the_channel_there_is_no_webhook() {
    let app = TestApp::start().await;
    let body = r#"{"events":[]}"#;
    let signature = app.line.sign(body.as_bytes());
    deliver_signed(&app, body, Some(&signature))
        .await
        .refused("E003");
}

#[tokio::test]
async fn old_events_are_deleted() {
    let app = start().await;
    deliver(&app, &[event("follow", "01A", 1, NOW_MS)]).await;
    n_replied(&app, 1).await;
    app.clock.advance(31 * super::super::time::DAY_S);
    let other = app.another_instance().await;
    wait_until("no events", Duration::from_secs(10), async || {
        app.count("line_event").await == 0
    })
    .await;
    other.stop().await.unwrap();
}
