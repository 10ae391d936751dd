//! Tests sessions in real tables, with a clock that the test sets.

use super::*;
use crate::clock::Millis;
use crate::error::ErrorCode;
use crate::testing::{USER, World};

impl World {
    async fn log_in(&self) -> String {
        self.app
            .sessions
            .open(TokenKind::Session, USER)
            .await
            .unwrap()
            .token
    }

    async fn code_of(&self, token: &str) -> Option<ErrorCode> {
        self.app
            .sessions
            .authenticate(token)
            .await
            .err()
            .map(|error| error.code)
    }
}

#[tokio::test]
async fn a_token_that_was_never_issued_is_unknown() {
    let world = World::open().await;
    world.log_in().await;
    assert_eq!(
        world
            .code_of("AAlS_FobyQx1BoOqMltzehw2uAEl8qLnZahKYV4aMRk")
            .await,
        Some(ErrorCode::InvalidToken)
    );
}

#[tokio::test]
async fn after_half_of_its_time_a_token_is_renewed_once() {
    let world = World::open().await;
    let token = world.log_in().await;
    assert!(
        world
            .app
            .sessions
            .authenticate(&token)
            .await
            .unwrap()
            .renewed
            .is_none()
    );

    world.pass(7 * DAY_MS / 2);
    let renewed = world
        .app
        .sessions
        .authenticate(&token)
        .await
        .unwrap()
        .renewed
        .unwrap()
        .token;
    assert!(
        world
            .app
            .sessions
            .authenticate(&token)
            .await
            .unwrap()
            .renewed
            .is_none()
    );
    assert_eq!(world.code_of(&renewed).await, None);

    world.pass(MINUTE_MS);
    assert_eq!(world.code_of(&token).await, Some(ErrorCode::ExpiredToken));
    assert_eq!(world.code_of(&renewed).await, None);
}

#[tokio::test]
async fn a_session_ends_after_seven_days_without_use() {
    let world = World::open().await;
    let token = world.log_in().await;
    world.pass(7 * DAY_MS);
    assert_eq!(world.code_of(&token).await, Some(ErrorCode::ExpiredToken));
}

#[tokio::test]
async fn logging_out_ends_the_token_and_its_renewal_and_no_other_login() {
    let world = World::open().await;
    let (token, other_phone) = (world.log_in().await, world.log_in().await);
    world.pass(7 * DAY_MS / 2);
    let bearer = world.app.sessions.authenticate(&token).await.unwrap();
    let renewed = bearer.renewed.unwrap().token;
    world.app.sessions.close(&bearer.session).await.unwrap();
    assert_eq!(world.code_of(&token).await, Some(ErrorCode::InvalidToken));
    assert_eq!(world.code_of(&renewed).await, Some(ErrorCode::InvalidToken));
    assert_eq!(world.code_of(&other_phone).await, None);
}

#[tokio::test]
async fn the_twenty_first_login_ends_the_oldest_and_no_other() {
    let world = World::open().await;
    let mut tokens = Vec::new();
    for _ in 0..MAX_OPEN_SESSIONS {
        tokens.push(world.log_in().await);
        world.pass(MINUTE_MS);
    }
    for token in &tokens {
        assert_eq!(world.code_of(token).await, None);
    }
    tokens.push(world.log_in().await);
    assert_eq!(
        world.code_of(&tokens[0]).await,
        Some(ErrorCode::InvalidToken)
    );
    for token in &tokens[1..] {
        assert_eq!(world.code_of(token).await, None);
    }
}

#[tokio::test]
async fn twenty_logins_of_one_millisecond_stay_open_and_the_newest_is_one_of_them() {
    let world = World::open().await;
    let mut tokens = Vec::new();
    for _ in 0..MAX_OPEN_SESSIONS + 5 {
        let newest = world.log_in().await;
        assert_eq!(world.code_of(&newest).await, None);
        tokens.push(newest);
    }
    let mut n_open = 0;
    for token in &tokens {
        n_open += usize::from(world.code_of(token).await.is_none());
    }
    assert_eq!(n_open, MAX_OPEN_SESSIONS);
}

#[tokio::test]
async fn a_renewed_login_counts_once_while_both_of_its_tokens_are_valid() {
    let world = World::open().await;
    let oldest = world.log_in().await;
    world.pass(MINUTE_MS);
    let second = world.log_in().await;
    world.pass(7 * DAY_MS / 2);
    let mut renewed = Vec::new();
    for token in [&oldest, &second] {
        let bearer = world.app.sessions.authenticate(token).await.unwrap();
        renewed.push(bearer.renewed.unwrap().token);
    }
    // These logins make twenty, with twenty-two valid tokens.
    for _ in 2..MAX_OPEN_SESSIONS {
        world.log_in().await;
    }
    for token in [&oldest, &second, &renewed[0], &renewed[1]] {
        assert_eq!(world.code_of(token).await, None);
    }
    world.log_in().await;
    for token in [&oldest, &renewed[0]] {
        assert_eq!(world.code_of(token).await, Some(ErrorCode::InvalidToken));
    }
    for token in [&second, &renewed[1]] {
        assert_eq!(world.code_of(token).await, None);
    }
}

#[tokio::test]
async fn ended_sessions_and_registration_tokens_do_not_count() {
    let world = World::open().await;
    let registration_token = world
        .app
        .sessions
        .open(TokenKind::Registration, USER)
        .await
        .unwrap()
        .token;
    let oldest = world.log_in().await;
    for _ in 0..MAX_OPEN_SESSIONS {
        let token = world.log_in().await;
        let bearer = world.app.sessions.authenticate(&token).await.unwrap();
        world.app.sessions.close(&bearer.session).await.unwrap();
    }
    assert_eq!(world.code_of(&oldest).await, None);
    assert_eq!(world.code_of(&registration_token).await, None);
}

#[tokio::test]
async fn logging_out_everywhere_ends_sessions_and_registration_tokens_of_this_user_only() {
    const OTHER: &str = "Uffffffffffffffffffffffffffffffff";
    let world = World::open().await;
    let (phone, tablet) = (world.log_in().await, world.log_in().await);
    let registration_token = world
        .app
        .sessions
        .open(TokenKind::Registration, USER)
        .await
        .unwrap()
        .token;
    let other = world
        .app
        .sessions
        .open(TokenKind::Session, OTHER)
        .await
        .unwrap()
        .token;
    world.app.sessions.close_all(USER).await.unwrap();
    for token in [&phone, &tablet, &registration_token] {
        assert_eq!(world.code_of(token).await, Some(ErrorCode::InvalidToken));
    }
    assert_eq!(world.code_of(&other).await, None);
}

fn login(kind: TokenKind) -> Session {
    Session::begin(kind, "U0", "first".to_owned(), Millis(0))
}

#[test]
fn a_session_lasts_seven_days_and_is_due_after_half_of_them() {
    let session = login(TokenKind::Session);
    assert_eq!(
        session.state(Millis(LIFETIME_MS / 2 - 1)),
        SessionState::Valid
    );
    assert_eq!(
        session.state(Millis(LIFETIME_MS / 2)),
        SessionState::DueForRenewal
    );
    assert_eq!(
        session.state(Millis(LIFETIME_MS - 1)),
        SessionState::DueForRenewal
    );
    assert_eq!(session.state(Millis(LIFETIME_MS)), SessionState::Expired);
}

#[test]
fn a_registration_token_is_never_renewed() {
    assert_eq!(
        login(TokenKind::Registration).state(Millis(LIFETIME_MS - 1)),
        SessionState::Valid
    );
    assert_eq!(
        login(TokenKind::Registration).state(Millis(LIFETIME_MS)),
        SessionState::Expired
    );
}

#[test]
fn a_renewed_token_is_valid_for_another_minute() {
    let half = LIFETIME_MS / 2;
    let mut old = login(TokenKind::Session);
    old.expires_at_ms = old.grace_ends_ms(Millis(half));
    old.renewed_at_ms = Some(Millis(half));
    assert_eq!(old.state(Millis(half + 59_999)), SessionState::Valid);
    assert_eq!(old.state(Millis(half + 60_000)), SessionState::Expired);
}

#[test]
fn a_revoked_token_is_revoked_even_when_it_has_also_expired() {
    let session = Session {
        revoked_at_ms: Some(Millis(1)),
        ..login(TokenKind::Session)
    };
    assert_eq!(
        session.state(Millis(LIFETIME_MS * 2)),
        SessionState::Revoked
    );
}

#[test]
fn no_renewal_extends_a_login_beyond_thirty_days() {
    let mut session = login(TokenKind::Session);
    let mut now = 0;
    while session.state(Millis(now + LIFETIME_MS / 2)) == SessionState::DueForRenewal {
        now += LIFETIME_MS / 2;
        session = session.renew(format!("{now}"), Millis(now));
        assert_eq!(session.family, "first");
    }
    assert_eq!(session.expires_at_ms, Millis(LONGEST_MS));
    assert_eq!(session.state(Millis(LONGEST_MS - 1)), SessionState::Valid);
    assert_eq!(session.state(Millis(LONGEST_MS)), SessionState::Expired);
}
