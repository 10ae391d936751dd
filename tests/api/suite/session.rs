//! The life of a session: one of many requests renews it, and a failure of LINE does not end it.

use enmusubi_line_platform::LineKey;
use futures_util::future::join;

use crate::suite::prelude::*;

/// The age at which a session is renewed.
const HALF_OF_ITS_WEEK_S: i64 = 7 * DAY_S / 2;

fn renewed_by(answer: &Answer) -> Option<Credentials> {
    let header = answer.header("authorization")?;
    let token = header.strip_prefix("Bearer ").unwrap();
    Some(Credentials::Bearer(token.to_owned()))
}

#[tokio::test]
async fn two_requests_at_the_time_of_renewal_succeed_and_one_renews() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    app.clock.advance(HALF_OF_ITS_WEEK_S);
    let (one, other) = join(app.my_info(&session), app.my_info(&session)).await;
    let renewed: Vec<Credentials> = [&one, &other].into_iter().filter_map(renewed_by).collect();
    one.ok();
    other.ok();
    assert_eq!(renewed.len(), 1, "{renewed:?}");
    app.my_info(&renewed[0]).await.ok();
}

#[tokio::test]
async fn many_concurrent_requests_leave_one_renewed_session() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    app.clock.advance(HALF_OF_ITS_WEEK_S);
    let answers = join_all((0..12).map(|_| app.my_info(&session))).await;
    let n_renewed = answers.iter().filter_map(renewed_by).count();
    assert_eq!(n_renewed, 1);
    for answer in answers {
        answer.ok();
    }
    let sql = "SELECT COUNT(*) FROM session WHERE kind = 'SESSION'";
    assert_eq!(app.number(sql).await, 2, "the old one and the new one");
}

#[tokio::test]
async fn the_old_token_is_valid_for_a_minute_beside_the_new_one() {
    let app = TestApp::start().await;
    let old = app.member(&person(1)).await;
    app.clock.advance(HALF_OF_ITS_WEEK_S);
    let new = renewed_by(&app.my_info(&old).await).unwrap();
    app.clock.advance(59);
    for _ in 0..3 {
        let (by_old, by_new) = join(app.my_info(&old), app.my_info(&new)).await;
        assert!(renewed_by(&by_old).is_none() && renewed_by(&by_new).is_none());
        by_old.ok();
        by_new.ok();
    }
    app.clock.advance(1);
    let (by_old, by_new) = join(app.my_info(&old), app.my_info(&new)).await;
    by_old.refused("E001B");
    by_new.ok();
}

#[tokio::test]
async fn without_line_logins_fail_and_sessions_work() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    app.line.start_failing();
    // The server knows this key, but no key that LINE has begun to use since.
    app.clock.advance(MINUTE_S + 1);
    let second = LineKey::new("second");
    app.line.publish(&second);
    let unknown = Credentials::IdToken(second.sign(&app.claims(&person(1))));
    let refused = app.login(&unknown, &person(1)).await;
    let wait_s: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait_s), "{wait_s}");
    refused.refused("E503");
    app.my_info(&session).await.ok();
    app.review_status(&session, &person(1)).await.ok();
    app.photo(&session).await;
    app.clock.advance(HALF_OF_ITS_WEEK_S);
    let renewed = renewed_by(&app.my_info(&session).await).unwrap();
    app.my_info(&renewed).await.ok();
    app.line.stop_failing();
    let late = Credentials::IdToken(second.sign(&app.claims(&person(1))));
    app.login(&late, &person(1)).await.ok();
}

#[tokio::test]
async fn a_login_gets_a_retryable_error_while_line_does_not_listen() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    app.line.stop_listening();
    app.clock.advance(MINUTE_S + 1);
    let unknown = LineKey::new("second").sign(&app.claims(&person(1)));
    let refused = app.login(&Credentials::IdToken(unknown), &person(1)).await;
    refused.refused("E503");
    app.my_info(&session).await.ok();
}

#[tokio::test]
async fn while_line_changes_its_key_both_keys_are_valid_and_sessions_stay() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let second = LineKey::new("second");
    app.line.publish(&second);
    app.clock.advance(MINUTE_S + 1);
    let by_new = Credentials::IdToken(second.sign(&app.claims(&person(1))));
    for credentials in [&by_new, &app.id_token(&person(1)), &by_new] {
        app.login(credentials, &person(1)).await.ok();
    }
    assert_eq!(app.line.n_fetches(), 2, "one fetch for each key");
    app.my_info(&session).await.ok();
    // A token of the new key expires like any other.
    app.clock.advance(HOUR_S + MINUTE_S);
    app.login(&by_new, &person(1)).await.refused("E001");
}
