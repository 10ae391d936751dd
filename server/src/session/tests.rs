//! Sessions in the tables, with a clock that the test turns.

use super::*;
use crate::testing::World;

const USER: &str = "U0123456789abcdef0123456789abcdef";
const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

impl World {
    async fn log_in(&self) -> String {
        super::open(&self.app, Kind::Session, USER)
            .await
            .unwrap()
            .token
    }

    async fn code_of(&self, token: &str) -> Option<ErrorCode> {
        authenticate(&self.app, token)
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
        Some(ErrorCode::E001A)
    );
}

#[tokio::test]
async fn after_half_of_its_time_a_token_is_renewed_once() {
    let world = World::open().await;
    let token = world.log_in().await;
    assert!(
        authenticate(&world.app, &token)
            .await
            .unwrap()
            .renewed
            .is_none()
    );

    world.pass(7 * DAY_MS / 2);
    let renewed = authenticate(&world.app, &token)
        .await
        .unwrap()
        .renewed
        .unwrap()
        .token;
    assert!(
        authenticate(&world.app, &token)
            .await
            .unwrap()
            .renewed
            .is_none()
    );
    assert_eq!(world.code_of(&renewed).await, None);

    world.pass(MINUTE_MS);
    assert_eq!(world.code_of(&token).await, Some(ErrorCode::E001B));
    assert_eq!(world.code_of(&renewed).await, None);
}

#[tokio::test]
async fn a_session_ends_after_seven_days_without_use() {
    let world = World::open().await;
    let token = world.log_in().await;
    world.pass(7 * DAY_MS);
    assert_eq!(world.code_of(&token).await, Some(ErrorCode::E001B));
}

#[tokio::test]
async fn logging_out_ends_the_token_and_its_renewal_and_no_other_login() {
    let world = World::open().await;
    let (token, other_phone) = (world.log_in().await, world.log_in().await);
    world.pass(7 * DAY_MS / 2);
    let bearer = authenticate(&world.app, &token).await.unwrap();
    let renewed = bearer.renewed.unwrap().token;
    close(&world.app, &bearer.session).await.unwrap();
    assert_eq!(world.code_of(&token).await, Some(ErrorCode::E001A));
    assert_eq!(world.code_of(&renewed).await, Some(ErrorCode::E001A));
    assert_eq!(world.code_of(&other_phone).await, None);
}
