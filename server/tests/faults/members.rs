//! A database of approved members who fit each other, and the conditions that hold for their introductions.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use enmusubi_core::Gender;
use enmusubi_core::place::Cell;
use enmusubi_population::{History, Resident, insert_statements};
use sea_orm::{ConnectionTrait as _, Database, DatabaseConnection, Statement};
use tokio::time::sleep;

use crate::process::run;
use crate::world::World;

/// The members, of whom every second one is a woman. Every man and every woman fit.
pub(crate) const N_MEMBERS: usize = 240;
const PER_DAY: usize = 5;
const CELL: Cell = Cell {
    row: 500,
    column: 2431,
};

/// A database of approved members, without a server.
pub(crate) struct Members {
    pub(crate) world: World,
    pub(crate) database: DatabaseConnection,
    /// The latest introduction of the days before.
    latest_id: i64,
}

impl Members {
    pub(crate) async fn new() -> Self {
        Self::in_world(World::new()).await
    }

    pub(crate) async fn in_world(world: World) -> Self {
        let migrated = run(&world, &["migrate"]).wait().unwrap();
        assert!(migrated.success());
        let database = Database::connect(&world.database_url).await.unwrap();
        let members = Self {
            world,
            database,
            latest_id: 0,
        };
        members.insert().await;
        members
    }

    /// Adds three months of introductions: each member has met three quarters of those who fit.
    pub(crate) async fn with_history(mut self) -> Self {
        let ids = |rest| (1..).take(N_MEMBERS).filter(move |id: &u32| id % 2 == rest);
        let history = History {
            ones: ids(1).collect(),
            others: ids(0).collect(),
            n_days: 90,
            per_day: 1,
        };
        for statements in history.insert_statements(chrono::Utc::now().timestamp_millis()) {
            self.execute(&statements).await;
        }
        self.latest_id = self.number("SELECT MAX(id) FROM introduction").await;
        self
    }

    /// Waits until the servers have finished the set of the day.
    pub(crate) async fn wait_for_set(&self) {
        let finished = "SELECT COUNT(*) FROM introduction_set";
        for _ in 0..600 {
            if self.number(finished).await > 0 {
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
        panic!("the set does not end");
    }

    async fn number(&self, sql: &str) -> i64 {
        let statement = Statement::from_string(self.database.get_database_backend(), sql);
        let row = self.database.query_one_raw(statement).await.unwrap();
        row.unwrap().try_get_by_index(0).unwrap()
    }

    pub(crate) async fn execute(&self, sql: &str) {
        self.database.execute_unprepared(sql).await.unwrap();
    }

    async fn insert(&self) {
        let now_ms = chrono::Utc::now().timestamp_millis();
        let resident = |id: u32| {
            let gender = if id.is_multiple_of(2) {
                Gender::Female
            } else {
                Gender::Male
            };
            Resident::plain(id, gender, CELL)
        };
        let residents = (1..).take(N_MEMBERS).map(resident);
        for statements in insert_statements(residents, now_ms) {
            self.execute(&statements).await;
        }
    }

    /// Removes all introductions, as if no set had been made.
    pub(crate) async fn forget(&self) {
        for table in [
            "introduction_side",
            "introduction",
            "introduction_member",
            "introduction_set",
        ] {
            self.execute(&format!("DELETE FROM {table}")).await;
        }
    }

    /// Returns the pairs that were introduced after the one with this id.
    async fn pairs_after(&self, id: i64) -> Vec<(i64, i64)> {
        let sql = format!("SELECT low_id, high_id FROM introduction WHERE id > {id}");
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

    /// Returns the members by their numbers of new introductions, after checking that no pair exists twice or half,
    /// and that no member has more than their share.
    pub(crate) async fn verify(&self) -> HashMap<i64, usize> {
        let pairs = self.pairs_after(0).await;
        let different: HashSet<&(i64, i64)> = pairs.iter().collect();
        assert_eq!(different.len(), pairs.len(), "a pair exists twice");
        let halves = "SELECT public_id FROM introduction WHERE (SELECT COUNT(*) FROM introduction_side \
            WHERE introduction_id = introduction.id \
            AND ((account_id = low_id AND other_id = high_id) OR (account_id = high_id AND other_id = low_id))) \
            <> 2";
        assert_eq!(self.world.texts(halves).await, [""; 0]);
        let mut counts = HashMap::new();
        for (low, high) in self.pairs_after(self.latest_id).await {
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
    pub(crate) async fn verify_finished(&self) {
        let counts = self.verify().await;
        let met: HashSet<(i64, i64)> = self.pairs_after(0).await.into_iter().collect();
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
    pub(crate) async fn finish(&self) {
        let status = run(&self.world, &["introduce"]).wait().unwrap();
        assert!(status.success());
        self.verify_finished().await;
    }
}
