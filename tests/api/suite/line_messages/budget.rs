//! The messages of a month: the operator's limit, and LINE's quota.

use enmusubi_line_platform::Change;

use super::super::matches::send;
use super::{n_pushed, pushed, start, start_with_limit};
use crate::suite::prelude::*;

fn set_quota(app: &TestApp, limit: usize) {
    app.line.change(Change {
        monthly_limit: Some(Some(limit)),
        ..Change::default()
    });
}

#[tokio::test]
async fn the_least_important_messages_end_first_and_the_log_warns_once() {
    let (log, _guard) = CapturedLog::start();
    let n_warnings = || log.shown().matches("become scarce").count();
    let app = start_with_limit(4).await;
    for n in 1..=2 {
        approved(&app, &person(n)).await;
        assert_eq!(n_pushed(&app).await, n as usize);
    }
    assert_eq!(n_warnings(), 0);
    let him = man(&app, 3).await;
    assert_eq!(n_pushed(&app).await, 3);
    // A quarter of the messages is left, which is not enough for introductions and notes.
    woman(&app, 4).await;
    assert_eq!(n_pushed(&app).await, 4);
    introduce(&app).await;
    assert_eq!(n_pushed(&app).await, 4);
    decided(&app, &person(3), ReviewAction::Suspend, "").await;
    assert_eq!(n_pushed(&app).await, 4);
    // Half, three quarters, and all: one warning each.
    assert_eq!(n_warnings(), 3);
    let _ = him;
    // December has messages of its own. The server does not make up for the messages that it left out in November.
    app.clock.set_date("2026-12-01");
    assert_eq!(n_pushed(&app).await, 4);
    decided(&app, &person(1), ReviewAction::Suspend, "").await;
    assert_eq!(n_pushed(&app).await, 5);
}

#[tokio::test]
async fn the_quota_of_line_counts_if_it_leaves_fewer_messages() {
    let app = start_with_limit(1000).await;
    approved(&app, &person(5)).await;
    n_pushed(&app).await;
    decided(&app, &person(5), ReviewAction::Suspend, "").await;
    let couple = Couple::introduced_on(app).await.match_them().await;
    let Couple { app, man, id, .. } = &couple;
    let n_before = n_pushed(app).await;
    // LINE leaves one message, which is not enough for a note.
    set_quota(app, n_before + 1);
    app.clock.advance(HOUR_S);
    send(app, man, id, "Hello").await.expect(201);
    app.clock.advance(MINUTE_S);
    assert_eq!(n_pushed(app).await, n_before);
    decided(app, &person(2), ReviewAction::Suspend, "").await;
    assert_eq!(n_pushed(app).await, n_before + 1);
    // The server asks LINE for the quota once an hour.
    set_quota(app, 1000);
    decided(app, &person(2), ReviewAction::Reinstate, "").await;
    assert_eq!(n_pushed(app).await, n_before + 1);
    app.clock.advance(HOUR_S);
    decided(app, &person(2), ReviewAction::Suspend, "").await;
    assert_eq!(n_pushed(app).await, n_before + 2);
}

#[tokio::test]
async fn when_line_accepts_no_more_the_message_is_not_tried_again() {
    let app = start().await;
    approved(&app, &person(1)).await;
    assert_eq!(n_pushed(&app).await, 1);
    // The server has asked for the quota already, and another program has used it up since.
    set_quota(&app, 1);
    approved(&app, &person(2)).await;
    assert_eq!(n_pushed(&app).await, 1);
    let n_calls = || app.line.records().count("/v2/bot/message/push");
    assert_eq!(n_calls(), 2);
    app.clock.advance(DAY_S);
    assert_eq!(n_pushed(&app).await, 1);
    assert_eq!(n_calls(), 2);
}

#[tokio::test]
async fn a_budget_of_none_sends_none() {
    let app = start_with_limit(0).await;
    approved(&app, &person(1)).await;
    assert_eq!(pushed(&app).await, []);
}
