//! The job that introduces members is killed, runs twice, and runs while members pause.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use sea_orm::{
    ConnectionTrait as _, Database, DatabaseConnection, Statement, TransactionTrait as _,
};
use tokio::time::sleep;

use crate::counts::{Random, report, setting};
use crate::process::run;
use crate::world::World;

/// The members, of whom every second one is a woman. Every man and every woman fit.
const N_MEMBERS: usize = 240;
const PER_DAY: usize = 5;
/// The longest time from the start of the job to a kill. A set of these members takes about half of it.
const LONGEST_MS: u64 = 600;

/// A database of approved members, without a server.
struct Members {
    world: World,
    database: DatabaseConnection,
}

impl Members {
    async fn new() -> Self {
        let world = World::new();
        let migrated = run(&world, &["migrate"]).wait().unwrap();
        assert!(migrated.success());
        let database = Database::connect(&world.database_url).await.unwrap();
        let members = Self { world, database };
        members.insert().await;
        members
    }

    async fn execute(&self, sql: &str) {
        self.database.execute_unprepared(sql).await.unwrap();
    }

    async fn insert(&self) {
        let now_ms = chrono::Utc::now().timestamp_millis();
        let accounts = (1..=N_MEMBERS)
            .map(|n| format!("({n}, 'U{n:032x}', 'APPROVED', false, {now_ms}, {now_ms})"));
        let columns = "id, line_user_id, review_status, appealed, created_at_ms, opened_at_ms";
        let accounts = accounts.collect::<Vec<_>>().join(", ");
        self.execute(&format!(
            "INSERT INTO account ({columns}) VALUES {accounts}"
        ))
        .await;
        let texts = [
            "nickname",
            "name",
            "occupation",
            "achievement",
            "school",
            "about_me",
            "dating_question",
            "daily_life",
            "surprise_point",
            "address",
            "feedback",
            "mbti",
            "employer_id",
            "review_link",
            "verify_temp_file_name",
            "verify_description",
        ];
        let lists = [
            "personality_tag_ids",
            "exercise_tag_ids",
            "hobby_tag_ids",
            "marriage_type_tag_ids",
            "fertility_plan_tag_ids",
            "pet_tag_ids",
            "value_item",
        ];
        let flags = [
            "marriage_record",
            "has_children",
            "smoke",
            "tattoo",
            "drink",
        ];
        let columns = [texts.as_slice(), &lists, &flags].concat().join(", ");
        let values = [
            vec!["''"; texts.len()],
            vec!["'[]'"; lists.len()],
            vec!["false"; flags.len()],
        ];
        let values = values.concat().join(", ");
        let profiles = (1..=N_MEMBERS).map(|n| {
            let (gender, wanted) = if n % 2 == 0 { ("FEMALE", "MALE") } else { ("MALE", "FEMALE") };
            format!(
                "({n}, '{gender}', '{wanted}', 'ENGINEERING', 170, 'UNDER_50', '1995-01-01', 'MASTER', \
                 'TW-TPE', 500, 2431, 0, 'LINK', {values})"
            )
        });
        let profiles = profiles.collect::<Vec<_>>().join(", ");
        self.execute(&format!(
            "INSERT INTO profile (account_id, gender, match_gender, occupation_type, height, income_range, \
             birthday, education, city, cell_row, cell_column, recommend_distance_km, verify_method, {columns}) \
             VALUES {profiles}"
        ))
        .await;
    }

    /// Removes all introductions, as if no set had been made.
    async fn forget(&self) {
        for table in [
            "introduction_side",
            "introduction",
            "introduction_member",
            "introduction_set",
        ] {
            self.execute(&format!("DELETE FROM {table}")).await;
        }
    }

    async fn pairs(&self) -> Vec<(i64, i64)> {
        let sql = "SELECT low_id, high_id FROM introduction";
        let statement = Statement::from_string(self.database.get_database_backend(), sql);
        let rows = self.database.query_all_raw(statement).await.unwrap();
        let pair = |row: &sea_orm::QueryResult| {
            (
                row.try_get_by_index(0).unwrap(),
                row.try_get_by_index(1).unwrap(),
            )
        };
        rows.iter().map(pair).collect()
    }

    /// Returns the members by their numbers of introductions, after checking that no pair exists twice or half,
    /// and that no member has more than their share.
    async fn verify(&self) -> HashMap<i64, usize> {
        let pairs = self.pairs().await;
        let different: HashSet<&(i64, i64)> = pairs.iter().collect();
        assert_eq!(different.len(), pairs.len(), "a pair exists twice");
        let halves = "SELECT public_id FROM introduction WHERE (SELECT COUNT(*) FROM introduction_side \
            WHERE introduction_id = introduction.id \
            AND ((account_id = low_id AND other_id = high_id) OR (account_id = high_id AND other_id = low_id))) \
            <> 2";
        assert_eq!(self.world.texts(halves).await, [""; 0]);
        let mut counts = HashMap::new();
        for (low, high) in pairs {
            assert!(
                low < high && (low + high) % 2 == 1,
                "{low} and {high} do not fit"
            );
            *counts.entry(low).or_default() += 1;
            *counts.entry(high).or_default() += 1;
        }
        assert!(counts.values().all(|count| *count <= PER_DAY), "{counts:?}");
        counts
    }

    /// Checks a set that was finished: two members who fit and have not met do not both have room.
    async fn verify_finished(&self) {
        let counts = self.verify().await;
        let met: HashSet<(i64, i64)> = self.pairs().await.into_iter().collect();
        let n_members = i64::try_from(N_MEMBERS).unwrap();
        let has_room = |n: &i64| counts.get(n).is_none_or(|count| *count < PER_DAY);
        let with_room: Vec<i64> = (1..=n_members).filter(has_room).collect();
        for low in &with_room {
            for high in &with_room {
                let fit = low < high && (low + high) % 2 == 1;
                let empty = !counts.contains_key(low) || !counts.contains_key(high);
                assert!(
                    !fit || !empty || met.contains(&(*low, *high)),
                    "{low} and {high} could meet"
                );
            }
        }
    }

    /// Makes the set to its end.
    async fn finish(&self) {
        let status = run(&self.world, &["introduce"]).wait().unwrap();
        assert!(status.success());
        self.verify_finished().await;
    }
}

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
