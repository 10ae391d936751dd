//! Tests the transaction that writes pairs: a pair that was proposed before a block is not stored after it.

use enmusubi_core::{CaseAction, JsonDocument};
use serde_json::Value;

use super::write::Writing;
use super::*;
use crate::features::submission::Submission;
use crate::store::block::{self, HashedPerson, NewBlock};
use crate::store::{self, introduction};
use crate::testing::{self, USER, World};

const OTHER: &str = "Ufedcba9876543210fedcba9876543210";

/// Registers and approves a woman who may meet [`USER`].
async fn register_other(world: &World) {
    let photo = world.upload_photo_of(OTHER).await;
    let form = testing::form(&photo).replace(USER, OTHER);
    let mut form: Value = serde_json::from_str(&form).unwrap();
    form["gender"] = "FEMALE".into();
    form["matchGender"] = "MALE".into();
    let form = form.to_string();
    let document = JsonDocument::parse(form.as_bytes()).unwrap();
    let submission = Submission {
        line_user_id: OTHER,
        ..testing::submission(&document, &form, None)
    };
    let registrations = &world.app.registrations;
    registrations.register(submission, None).await.unwrap();
}

async fn person(world: &World, line_user_id: &str) -> HashedPerson {
    let account = store::account::find(&world.app.database.reads, line_user_id).await;
    HashedPerson {
        account_id: account.unwrap().unwrap().id,
        hash: line_user_id.to_owned(),
    }
}

/// Writes the only pair, and returns the number of stored pairs.
async fn write(sets: &DailySets, pair: (i64, i64)) -> usize {
    let lease = sets.take_lease(Take::Always).await.unwrap().unwrap();
    let now_ms = sets.clock.now_ms();
    let writing = Writing {
        database: &sets.database,
        lease: &lease,
        limits: Limits {
            day: sets.latest_set().0,
            per_day: sets.per_day,
        },
        availability: Availability {
            now_ms,
            opened_from_ms: now_ms - ABSENCE_DAYS * DAY_MS,
        },
        today: sets.clock.today(sets.time_zone),
        unchanged_since_ms: None,
    };
    let written = writing.write(&[pair], sets.lease_until_ms()).await;
    written.unwrap().len()
}

#[tokio::test]
async fn a_pair_that_was_proposed_before_a_block_is_not_stored_after_it() {
    for blocker in [USER, OTHER] {
        let world = World::open().await;
        world.register().await;
        register_other(&world).await;
        for user in [USER, OTHER] {
            let approved = testing::decide(&world.app, user, CaseAction::Approve, &[]).await;
            approved.unwrap();
        }
        let (him, her) = (person(&world, USER).await, person(&world, OTHER).await);
        let pair = (him.account_id, her.account_id);
        assert!(pair.0 < pair.1);
        let (sets, database) = (&world.app.daily_sets, &world.app.database);
        let (by, of) = if blocker == USER {
            (him, her)
        } else {
            (her, him)
        };
        let blocker_id = by.account_id;
        let block = NewBlock {
            by,
            of,
            nickname: String::new(),
        };
        let transaction = store::begin(database).await.unwrap();
        block::insert(&transaction, block, 0).await.unwrap();
        transaction.commit().await.unwrap();
        assert_eq!(write(sets, pair).await, 0);
        // The control: without the block, the pair is stored.
        let blocks = block::list_of(&database.reads, blocker_id).await.unwrap();
        let lifted = block::delete(&database.writes, blocker_id, &blocks[0].public_id).await;
        assert!(lifted.unwrap());
        assert_eq!(write(sets, pair).await, 1);
        let of_him = introduction::list_all(&database.reads, pair.0).await;
        assert_eq!(of_him.unwrap().len(), 1);
    }
}
