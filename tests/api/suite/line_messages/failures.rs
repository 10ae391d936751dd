//! LINE is slow, fails, refuses, or loses its answers.

use std::collections::BTreeSet;

use enmusubi_line_platform::{Fault, Push};
use futures_util::future::join;

use super::super::introductions::choose;
use super::super::matches::{mark_read, send};
use super::{n_pushed, official_account_down, start};
use crate::suite::prelude::*;

const PUSH: &str = "/v2/bot/message/push";

fn fault(status: u16, times: u32) -> Fault {
    Fault {
        call: PUSH.to_owned(),
        status: Some(status),
        times: Some(times),
        ..Fault::default()
    }
}

/// LINE answers no call that sends a message, until the test ends the fault.
fn push_down() -> Fault {
    Fault {
        call: PUSH.to_owned(),
        ..Fault::everything_down()
    }
}

/// Returns the messages that LINE has accepted, and the number of calls that it took.
fn accepted(app: &TestApp) -> (Vec<Push>, usize) {
    let records = app.line.records();
    let n_calls = records.count(PUSH);
    (records.pushed, n_calls)
}

#[tokio::test]
async fn a_message_is_tried_again_until_line_accepts_it() {
    for status in [429, 500, 503] {
        let app = start().await;
        app.line.misbehave(fault(status, 3));
        approved(&app, &person(1)).await;
        for _ in 0..4 {
            assert_eq!(accepted(&app).0.len(), 0, "{status}");
            n_pushed(&app).await;
            app.clock.advance(MINUTE_S);
        }
        let (pushed, n_calls) = accepted(&app);
        assert_eq!((pushed.len(), n_calls), (1, 4), "{status}");
    }
}

#[tokio::test]
async fn a_message_whose_answer_is_lost_arrives_once() {
    let app = start().await;
    app.line.misbehave(Fault {
        after_effect: true,
        ..fault(500, 2)
    });
    approved(&app, &person(1)).await;
    for _ in 0..5 {
        n_pushed(&app).await;
        app.clock.advance(MINUTE_S);
    }
    let (pushed, n_calls) = accepted(&app);
    assert_eq!((pushed.len(), n_calls), (1, 3));
    assert!(pushed[0].retry_key.is_some());
}

#[tokio::test]
async fn a_message_that_line_answers_too_late_arrives_once() {
    let app = start().await;
    app.line.misbehave(Fault {
        after_effect: true,
        delay_ms: 6_000,
        ..fault(200, 1)
    });
    approved(&app, &person(1)).await;
    n_pushed(&app).await;
    app.clock.advance(MINUTE_S);
    n_pushed(&app).await;
    let (pushed, n_calls) = accepted(&app);
    assert_eq!((pushed.len(), n_calls), (1, 2));
}

#[tokio::test]
async fn a_message_that_line_refuses_is_not_tried_again() {
    let app = start().await;
    app.line.misbehave(fault(400, 1));
    approved(&app, &person(1)).await;
    approved(&app, &person(2)).await;
    for _ in 0..3 {
        n_pushed(&app).await;
        app.clock.advance(HOUR_S);
    }
    let (pushed, n_calls) = accepted(&app);
    assert_eq!((pushed.len(), n_calls), (1, 2));
}

#[tokio::test]
async fn a_wrong_access_token_is_logged_and_loses_no_message() {
    let (log, _guard) = CapturedLog::start();
    let app = start().await;
    app.line.misbehave(fault(401, 2));
    approved(&app, &person(1)).await;
    n_pushed(&app).await;
    assert!(
        log.text()
            .contains("LINE does not accept LINE_CHANNEL_ACCESS_TOKEN")
    );
    for _ in 0..3 {
        app.clock.advance(MINUTE_S);
        n_pushed(&app).await;
    }
    assert_eq!(accepted(&app).0.len(), 1);
    for secret in [person(1), "bot/access+token=".to_owned()] {
        let shown = log.lines().into_iter();
        let with_secret: Vec<_> = shown
            .filter(|line| line.to_string().contains(&secret))
            .collect();
        assert!(!log.shown().contains(&secret), "{with_secret:?}");
    }
}

#[tokio::test]
async fn while_line_fails_the_pauses_grow_and_no_call_waits() {
    let app = start().await;
    app.line.misbehave(official_account_down());
    // LINE's profile call fails, so the server does not know whom LINE reaches.
    for n in 1..=3 {
        approved(&app, &person(n)).await;
    }
    for _ in 0..120 {
        n_pushed(&app).await;
        app.clock.advance(1);
    }
    // 1 + 2 + 4 + 8 + 16 + 32 + 60 seconds
    let n_calls = app.line.records().count("/v2/bot");
    assert!((4..=14).contains(&n_calls), "{n_calls}");
    app.line.stop_failing();
    app.clock.advance(MINUTE_S);
    assert_eq!(n_pushed(&app).await, 3);
}

#[tokio::test]
async fn a_message_is_given_up_before_line_forgets_its_key() {
    let app = start().await;
    app.line.misbehave(push_down());
    approved(&app, &person(1)).await;
    n_pushed(&app).await;
    app.clock.advance(23 * HOUR_S);
    n_pushed(&app).await;
    app.line.stop_failing();
    app.clock.advance(HOUR_S);
    assert_eq!(n_pushed(&app).await, 0);
}

#[tokio::test]
async fn a_message_about_a_topic_of_a_later_version_is_sent_too() {
    let app = start().await;
    app.line.misbehave(push_down());
    for n in [1, 2] {
        approved(&app, &person(n)).await;
        n_pushed(&app).await;
        app.clock.advance(MINUTE_S);
    }
    let sql =
        "UPDATE line_message SET topics = 'LATER' WHERE id = (SELECT MIN(id) FROM line_message)";
    let writes = &app.running.app.database.writes;
    writes.execute_unprepared(sql).await.unwrap();
    app.line.stop_failing();
    for _ in 0..3 {
        n_pushed(&app).await;
        app.clock.advance(MINUTE_S);
    }
    let sent = accepted(&app).0.into_iter();
    let summaries = sent.map(|push| push.messages[0]["altText"].as_str().unwrap().to_owned());
    assert!(summaries.clone().all(|summary| !summary.is_empty()));
    assert_eq!(summaries.collect::<BTreeSet<_>>().len(), 2);
}

#[tokio::test]
async fn another_instance_goes_on_with_the_same_key() {
    let app = start().await;
    app.line.misbehave(Fault {
        after_effect: true,
        ..fault(500, 1)
    });
    approved(&app, &person(1)).await;
    n_pushed(&app).await;
    let (pushed, _) = accepted(&app);
    assert_eq!(pushed.len(), 1);
    let other = app.another_instance().await;
    // The lease of the first instance ends, as if that instance had been killed.
    app.clock.advance(2 * MINUTE_S);
    other
        .app
        .line_messages
        .as_ref()
        .unwrap()
        .send_due()
        .await
        .unwrap();
    let (again, n_calls) = accepted(&app);
    assert_eq!(again, pushed);
    assert_eq!(n_calls, 2);
    other.stop().await.unwrap();
}

#[tokio::test]
async fn every_entry_of_the_news_reaches_line_once_whatever_line_does() {
    let couple = Couple::introduced_on(start().await)
        .await
        .match_them()
        .await;
    let (app, man, woman, id) = couple.parts();
    // Without a woman, no member is introduced on the following days.
    choose(app, woman, Some("2027-06-01"), false).await;
    approved(app, &person(3)).await;
    let other = app.another_instance().await;
    let [one, two] = [&app.running, &other].map(|it| it.app.line_messages.as_ref().unwrap());
    let settle = async || {
        for _ in 0..10 {
            let (one_done, two_done) = join(one.send_due(), two.send_due()).await;
            one_done.and(two_done).unwrap();
            app.clock.advance(MINUTE_S);
        }
    };
    settle().await;
    let faults = [429, 500, 502, 503].into_iter().flat_map(|status| {
        [false, true].map(|after_effect| Fault {
            after_effect,
            ..fault(status, 4)
        })
    });
    let mut n_before = accepted(app).0.len();
    for (n, fault) in (1_u32..).zip(faults) {
        if n % 3 == 1 {
            // The woman gets three messages at most on a day.
            app.clock.advance(DAY_S);
        }
        app.line.misbehave(fault.clone());
        let note = send(app, man, id, "Hello").await.expect(201);
        approved(app, &person(10 + n)).await;
        let is_even = n % 2 == 0;
        let action = if is_even {
            ReviewAction::Reinstate
        } else {
            ReviewAction::Suspend
        };
        decided(app, &person(3), action, "").await;
        settle().await;
        let mut people: Vec<_> = accepted(app).0.into_iter().map(|it| it.to).collect();
        let new = people.split_off(n_before);
        let mut new: Vec<_> = new.iter().map(String::as_str).collect();
        new.sort_unstable();
        assert_eq!(new, [person(2), person(3), person(10 + n)], "{fault:?}");
        n_before += new.len();
        // Once the woman has read this note, a further note makes a new entry.
        mark_read(app, woman, id, note["noteId"].as_i64().unwrap()).await;
    }
    let (pushed, _) = accepted(app);
    let mut keys: Vec<_> = pushed
        .iter()
        .map(|it| it.retry_key.as_ref().unwrap())
        .collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), pushed.len());
    other.stop().await.unwrap();
}
