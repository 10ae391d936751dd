//! Sessions in the tables, with a clock that the test turns.

use enmusubi_core::ErrorCode;

use super::*;
use crate::testing::World;

const USER: &str = "U0123456789abcdef0123456789abcdef";
const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

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
async fn a_token_nobody_was_given_is_unknown() {
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
async fn of_logins_within_one_millisecond_twenty_stay_and_always_the_newest() {
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
async fn a_renewed_login_counts_once_while_both_of_its_tokens_are_good() {
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
    // With these there are twenty logins, and twenty-two tokens that are good.
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
