//! The job that introduces members is killed, runs twice, and runs while members pause.

use std::collections::HashMap;
use std::time::Duration;

use sea_orm::{ConnectionTrait as _, TransactionTrait as _};
use tokio::time::sleep;

use crate::counts::{Random, report, setting};
use crate::members::{Members, N_MEMBERS};
use crate::process::{Server, run};

/// The longest time from the start of the job to a kill. A set of these members takes about half of it.
pub(crate) const LONGEST_MS: u64 = 600;

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_job_leaves_no_half_pairs_and_is_continued() {
    let n_kills = setting("KILLS", 5);
    let members = Members::new().await;
    let mut random = Random::new("introductions");
    let (mut n_killed, mut n_finished, mut n_continued) = (0, 0, 0);
    while n_killed < n_kills {
        let mut job = run(&members.world, &["introduce"]);
        sleep(Duration::from_millis(random.below(LONGEST_MS))).await;
        if let Some(status) = job.try_wait().unwrap() {
            assert!(status.success());
            members.verify_finished().await;
            members.forget().await;
            n_finished += 1;
            continue;
        }
        job.kill().unwrap();
        job.wait().unwrap();
        n_killed += 1;
        n_continued += u64::from(!members.verify().await.is_empty());
    }
    members.finish().await;
    report(
        "the introductions are killed",
        &[
            (n_killed, "kills"),
            (n_continued, "kills with some pairs stored"),
            (n_finished, "sets finished between kills"),
        ],
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_jobs_at_once_make_one_set() {
    let n_rounds = setting("ROUNDS", 3);
    let members = Members::new().await;
    let mut random = Random::new("two jobs");
    let mut n_displaced = 0;
    for _ in 0..n_rounds {
        let mut one = run(&members.world, &["introduce"]);
        sleep(Duration::from_millis(random.below(LONGEST_MS / 2))).await;
        let mut other = run(&members.world, &["introduce"]);
        // Whichever asks for the work last takes it over from the other, and makes the rest of the set.
        let succeeded = [one.wait(), other.wait()].map(|ended| ended.unwrap().success());
        assert!(succeeded.contains(&true));
        n_displaced += u64::from(succeeded.contains(&false));
        members.verify_finished().await;
        members.forget().await;
    }
    report(
        "two jobs introduce at once",
        &[(n_rounds, "rounds"), (n_displaced, "jobs displaced")],
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_with_a_history_of_three_months_make_one_set() {
    let n_kills = setting("ROUNDS", 3);
    let members = Members::new().await.with_history().await;
    let mut random = Random::new("two servers with a history");
    let one = Server::start(&members.world).await;
    let mut other = Server::start(&members.world).await;
    for _ in 0..n_kills {
        sleep(Duration::from_millis(random.below(LONGEST_MS))).await;
        other.kill();
        members.verify().await;
        other.start_again().await;
    }
    members.wait_for_set().await;
    members.verify_finished().await;
    drop((one, other));
    // All have met nearly all who fit, and the next set finds no pair twice.
    members.finish().await;
    report(
        "two servers with a history introduce at once",
        &[(n_kills, "kills of one server")],
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_who_pauses_while_the_job_runs_is_not_introduced_afterwards() {
    let n_rounds = setting("ROUNDS", 3);
    let members = Members::new().await;
    let mut random = Random::new("pauses");
    let mut n_paused = 0;
    for _ in 0..n_rounds {
        let mut job = run(&members.world, &["introduce"]);
        let mut counts_at_pause = HashMap::new();
        while job.try_wait().unwrap().is_none() {
            let id = i64::try_from(random.below(N_MEMBERS as u64) + 1).unwrap();
            let transaction = members.database.begin().await.unwrap();
            // The service locks the account in the same way before it stores the choice.
            let lock = format!("UPDATE account SET appealed = appealed WHERE id = {id}");
            transaction.execute_unprepared(&lock).await.unwrap();
            let pause = format!(
                "INSERT INTO member_setting VALUES ({id}, {}, false, false, false) \
                 ON CONFLICT (account_id) DO NOTHING",
                i64::MAX
            );
            transaction.execute_unprepared(&pause).await.unwrap();
            transaction.commit().await.unwrap();
            let count = members.verify().await.get(&id).copied().unwrap_or(0);
            counts_at_pause.entry(id).or_insert(count);
        }
        assert!(job.wait().unwrap().success());
        let counts = members.verify().await;
        for (id, count) in &counts_at_pause {
            assert_eq!(
                counts.get(id).copied().unwrap_or(0),
                *count,
                "{id} was introduced"
            );
        }
        n_paused += counts_at_pause.len() as u64;
        members.forget().await;
        members.execute("DELETE FROM member_setting").await;
    }
    report(
        "members pause while the job runs",
        &[(n_rounds, "rounds"), (n_paused, "members paused")],
    );
}
