//! The next case, while accounts are deleted.

use super::*;
use crate::store::audit::actor::Actor;
use crate::store::{AccountId, ReviewerId};
use crate::testing::World;

/// A case at the head of the queue whose account was deleted after the claim had read the queue.
const OF_NOBODY: &str = "
    INSERT INTO review_case (account_id, kind, subject, evidence, employer_id, urgency, submitted_at_ms, due_at_ms,
        state, version, lease_until_ms, fence)
    VALUES (999, 'REGISTRATION', '', 'LINK', '', 1, 0, 0, 'OPEN', 1, 0, 0)";

const RITA: &str = "
    INSERT INTO reviewer (id, name, role, user_handle, added_at_ms) VALUES (1, 'Rita', 'REVIEWER', 'x', 0)";

#[tokio::test]
async fn the_next_case_is_the_one_after_that_of_an_account_that_was_just_deleted() {
    let world = World::open().await;
    world.register().await;
    let database = &world.app.database.writes;
    // A deletion also deletes the case, so only tables without foreign keys can have a case without its account.
    for statement in ["PRAGMA foreign_keys = OFF", OF_NOBODY, RITA] {
        database.execute_unprepared(statement).await.unwrap();
    }
    let actor = Actor::Reviewer(ReviewerId(1));
    let rita = CaseReviewer {
        by: By {
            actor,
            name: "Rita".to_owned(),
        },
        hidden: HiddenCases {
            actor,
            member: None,
        },
    };
    let (reviews, all) = (&world.app.reviews, QueueFilter::default());
    let listed = reviews.list_cases(&rita, &all, None, 10).await.unwrap();
    assert_eq!(listed[0].account_id, AccountId(999));
    let claimed = reviews.claim_next(&rita, &all, None).await.unwrap();
    assert_eq!(claimed.unwrap().id, listed[1].id);
}
