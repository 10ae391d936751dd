//! Tests the transaction that writes pairs, and that one process makes a set, however long it takes.

use std::collections::{HashMap, HashSet};
use std::future::pending;

use enmusubi_core::place::Cell;
use enmusubi_core::review::CaseAction;
use enmusubi_core::{Gender, JsonDocument};
use enmusubi_population::{History, Resident, insert_statements};
use serde_json::Value;
use tokio::time::{sleep, timeout};

use super::write::WriteRules;
use super::*;
use crate::clock::Millis;
use crate::error::ErrorCode;
use crate::features::submission::Submission;
use crate::jobs::Job as _;
use crate::store::meeting::block::{self, HashedPerson, NewBlock};
use crate::store::meeting::introduction::limits::list_partners;
use crate::store::meeting::introduction::{self, state};
use crate::store::{self, AccountId};
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
async fn write(sets: &DailySets, pair: (AccountId, AccountId)) -> usize {
    let lease = sets.take_lease(Take::Always).await.unwrap().unwrap();
    let now_ms = sets.clock.now_ms();
    let writing = WriteRules {
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
        block::insert(&transaction, block, Millis(0)).await.unwrap();
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

/// Returns another process on the same tables, with the clock of the machine and a lease of a second.
fn process(world: &World, name: &str) -> DailySets {
    DailySets {
        clock: Clock::system(),
        process: name.to_owned(),
        lease_ms: 1000,
        ..world.app.daily_sets.clone()
    }
}

/// Makes the set of the day whenever the lease is free, until it is complete.
async fn work(sets: DailySets) {
    let (day, _) = sets.latest_set();
    while !state::is_finished(&sets.database.reads, day).await.unwrap() {
        if let Some(lease) = sets.take_lease(Take::IfFree).await.unwrap() {
            // If the other process takes the lease, the set is interrupted.
            let mut population = None;
            let _ = sets
                .make_set(&lease, &mut population, day, Members::Unserved)
                .await;
        }
        sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_with_a_history_of_three_months_make_one_set() {
    const N_MEMBERS: u32 = 600;
    let world = World::open().await;
    let cell = Cell {
        row: 500,
        column: 2431,
    };
    let women = (1..=N_MEMBERS).filter(|id| id.is_multiple_of(2));
    let men = (1..=N_MEMBERS).filter(|id| !id.is_multiple_of(2));
    let history = History {
        ones: men.clone().collect(),
        others: women.clone().collect(),
        n_days: 90,
        per_day: 3,
    };
    let (men, women) = (
        men.map(|id| Resident::plain(id, Gender::Male, cell)),
        women.map(|id| Resident::plain(id, Gender::Female, cell)),
    );
    let now_ms = Clock::system().now_ms();
    let rows: Vec<String> = insert_statements(men.chain(women), now_ms.0)
        .chain(history.insert_statements(now_ms.0))
        .collect();
    let database = &world.app.database;
    let change = async |sql: &str| database.writes.execute_unprepared(sql).await.unwrap();
    change(&format!("BEGIN; {}; COMMIT", rows.join("; "))).await;
    // Some members have gone, and some may not be introduced now.
    change("DELETE FROM account WHERE id % 50 = 0").await;
    change("UPDATE account SET review_status = 'SUSPENDED' WHERE id % 50 = 1").await;
    let ids: Vec<AccountId> = (1..=N_MEMBERS.into()).map(AccountId).collect();
    let pairs = async || {
        let mut pairs = list_partners(&database.reads, &ids).await.unwrap();
        pairs.sort_unstable();
        pairs
    };
    let before = pairs().await;
    let works = ["one", "other"].map(|name| tokio::spawn(work(process(&world, name))));
    for work in works {
        let ended = timeout(Duration::from_mins(2), work).await;
        ended.expect("the set ends").unwrap();
    }
    let after = pairs().await;
    assert!(
        after.is_sorted_by(|one, other| one < other),
        "a pair exists twice"
    );
    let met: HashSet<&(AccountId, AccountId)> = before.iter().collect();
    let new = after.iter().filter(|pair| !met.contains(pair));
    let mut counts: HashMap<AccountId, usize> = HashMap::new();
    for (one, _) in new {
        *counts.entry(*one).or_default() += 1;
    }
    // Only members who have gone or are suspended met no other member.
    assert_eq!(counts.values().sum::<usize>(), after.len() - before.len());
    let introduced: Vec<AccountId> = ids.iter().copied().filter(|id| id.0 % 50 > 1).collect();
    assert_eq!(counts.len(), introduced.len());
    let is_allowed = |id: &AccountId| counts.get(id).is_some_and(|count| *count <= 5);
    assert!(introduced.iter().all(is_allowed), "{counts:?}");
}

#[tokio::test]
async fn the_lease_lasts_as_long_as_the_work() {
    let world = World::open().await;
    let [one, other] = ["one", "other"].map(|name| process(&world, name));
    let lease = one.take_lease(Take::IfFree).await.unwrap().unwrap();
    let work = async {
        for _ in 0..25 {
            sleep(Duration::from_millis(100)).await;
            let taken = other.take_lease(Take::IfFree).await.unwrap();
            assert_eq!(taken, None);
        }
        Ok(7)
    };
    assert_eq!(one.holding(&lease, work).await.unwrap(), 7);
    // No task extends the lease after the work.
    sleep(Duration::from_millis(1500)).await;
    let taken = other.take_lease(Take::IfFree).await.unwrap();
    assert!(taken.is_some());
}

#[tokio::test]
async fn a_set_that_fails_gives_the_lease_up() {
    let world = World::open().await;
    let [one, other] = ["one", "other"].map(|name| DailySets {
        lease_ms: 60_000,
        ..process(&world, name)
    });
    let writes = &world.app.database.writes;
    let sql = "ALTER TABLE profile RENAME TO lost_profile";
    writes.execute_unprepared(sql).await.unwrap();
    let mut job = DailyJob::new(one.clone());
    job.run().await.unwrap_err();
    // The job that takes the place of the failed one fails too: a round without the lease would look like a success.
    DailyJob::new(one).run().await.unwrap_err();
    let taken = other.take_lease(Take::IfFree).await.unwrap();
    assert!(taken.is_some());
    let round = job.run().await.unwrap();
    assert!(round.is_held_elsewhere);
}

#[tokio::test]
async fn the_work_ends_when_another_process_takes_the_lease() {
    let world = World::open().await;
    let [one, other] = ["one", "other"].map(|name| process(&world, name));
    let lease = one.take_lease(Take::IfFree).await.unwrap().unwrap();
    other.take_lease(Take::Always).await.unwrap();
    let holding = one.holding(&lease, pending::<Result<()>>());
    let ended = timeout(Duration::from_secs(20), holding).await.unwrap();
    assert_eq!(ended.unwrap_err().code, ErrorCode::Unavailable);
}
