//! People who delete their accounts and register again: a block outlives both accounts.

use super::super::introductions::list;
use super::{block, leave, list_blocks, unblock};
use crate::suite::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Blocker,
    Blocked,
    Both,
}

/// Deletes the accounts of these members of a couple, of which the man is the blocker, and registers them again.
async fn register_again(couple: &Couple, who: Who) -> (Credentials, Credentials) {
    let app = &couple.app;
    let (mut his, mut hers) = (couple.man.clone(), couple.woman.clone());
    if who != Who::Blocked {
        app.delete_account(&his).await;
    }
    if who != Who::Blocker {
        app.delete_account(&hers).await;
        hers = woman(app, 2).await;
    }
    if who != Who::Blocked {
        his = man(app, 1).await;
    }
    (his, hers)
}

/// Makes the set of the next day, and returns the number of introductions that both see then.
async fn n_next_day(couple: &Couple, his: &Credentials, hers: &Credentials) -> [usize; 2] {
    couple.app.clock.advance(DAY_S);
    introduce(&couple.app).await;
    [
        list(&couple.app, his).await.len(),
        list(&couple.app, hers).await.len(),
    ]
}

#[tokio::test]
async fn people_who_register_again_stay_apart() {
    for who in [Who::Blocker, Who::Blocked, Who::Both] {
        for is_blocked in [false, true] {
            let couple = Couple::introduced().await;
            if is_blocked {
                let body = json!({ "introductionId": couple.id });
                block(&couple.app, &couple.man, &body).await.expect(204);
            }
            let (his, hers) = register_again(&couple, who).await;
            let n = n_next_day(&couple, &his, &hers).await;
            let expected = if is_blocked { [0, 0] } else { [1, 1] };
            assert_eq!(n, expected, "{who:?}, blocked: {is_blocked}");
        }
    }
}

#[tokio::test]
async fn a_block_after_the_end_of_a_match_holds_for_later_accounts() {
    let couple = Couple::matched().await;
    let app = &couple.app;
    leave(app, &couple.woman, &couple.id).await.expect(204);
    let body = json!({ "matchId": couple.id });
    block(app, &couple.man, &body).await.expect(204);
    let (his, hers) = register_again(&couple, Who::Blocked).await;
    assert_eq!(n_next_day(&couple, &his, &hers).await, [0, 0]);
}

#[tokio::test]
async fn a_blocker_who_registers_again_still_has_the_block_and_may_lift_it() {
    for who in [Who::Blocker, Who::Blocked, Who::Both] {
        let couple = Couple::introduced().await;
        let app = &couple.app;
        let body = json!({ "introductionId": couple.id });
        block(app, &couple.man, &body).await.expect(204);
        let (his, hers) = register_again(&couple, who).await;
        let blocks = list_blocks(app, &his).await;
        assert_eq!(blocks.len(), 1, "{who:?}");
        assert_eq!(blocks[0]["nickname"], "", "{who:?}");
        assert_eq!(blocks[0]["day"], "2026-11-21", "{who:?}");
        assert_eq!(list_blocks(app, &hers).await.len(), 0, "{who:?}");
        let id = blocks[0]["blockId"].as_str().unwrap();
        unblock(app, &his, id).await.expect(204);
        assert_eq!(n_next_day(&couple, &his, &hers).await, [1, 1], "{who:?}");
    }
}

#[tokio::test]
async fn a_block_holds_for_no_third_person() {
    let couple = Couple::introduced().await;
    let app = &couple.app;
    let body = json!({ "introductionId": couple.id });
    block(app, &couple.man, &body).await.expect(204);
    let third = woman(app, 3).await;
    let (his, hers) = register_again(&couple, Who::Both).await;
    assert_eq!(n_next_day(&couple, &his, &hers).await, [1, 0]);
    assert_eq!(list(app, &third).await.len(), 1);
}

#[tokio::test]
async fn people_who_register_again_in_one_commit_stay_apart() {
    let couple = Couple::introduced().await;
    let app = &couple.app;
    let body = json!({ "introductionId": couple.id });
    block(app, &couple.man, &body).await.expect(204);
    app.delete_account(&couple.man).await;
    app.delete_account(&couple.woman).await;
    let (his, hers) = tokio::join!(man(app, 1), woman(app, 2));
    assert_eq!(n_next_day(&couple, &his, &hers).await, [0, 0]);
    assert_eq!(list_blocks(app, &his).await.len(), 1);
}
