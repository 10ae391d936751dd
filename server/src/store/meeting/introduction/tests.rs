//! Pairs that were introduced before, and the plans of the statements about them.

use enmusubi_core::matching::affinity::DistanceBand;
use sea_orm::sea_query::{SelectStatement, SqliteQueryBuilder};
use sea_orm::{DbBackend, Statement};

use super::limits::{counts, list_partners, partners};
use super::*;
use crate::clock::Millis;
use crate::store::connection::ids::AccountId;
use crate::store::{self, Database};

/// Returns the steps in which SQLite runs the query.
pub(super) async fn plan_of(query: &SelectStatement) -> Vec<String> {
    let database = Database::open(&"sqlite::memory:".into()).await.unwrap();
    database.migrate().await.unwrap();
    let sql = format!("EXPLAIN QUERY PLAN {}", query.to_string(SqliteQueryBuilder));
    let plan = Statement::from_string(DbBackend::Sqlite, sql);
    let steps = database.reads.query_all_raw(plan).await.unwrap();
    let details = steps.iter().map(|step| step.try_get("", "detail"));
    details.collect::<std::result::Result<_, _>>().unwrap()
}

#[tokio::test]
async fn the_partners_of_members_come_from_the_indexes_of_pairs_alone() {
    let searches = [
        "SEARCH introduction USING COVERING INDEX introduction_pair (low_id=?)",
        "SEARCH introduction USING COVERING INDEX introduction_high_low (high_id=?)",
    ];
    for (query, search) in partners(&[1, 2, 3].map(AccountId)).iter().zip(searches) {
        assert_eq!(plan_of(query).await, [search]);
    }
}

#[tokio::test]
async fn the_counts_of_members_come_from_the_sides_that_have_not_expired() {
    let plan = plan_of(&counts(
        &[1, 2, 3].map(AccountId),
        NaiveDate::default(),
        Millis(1_000),
    ))
    .await;
    let search = "SEARCH introduction_side USING INDEX introduction_side_account \
        (account_id=? AND expires_at_ms>?)";
    assert_eq!(plan[0], search);
    assert!(
        plan.iter().all(|step| step.starts_with("SEARCH")),
        "{plan:?}"
    );
}

fn pair(public_id: &str, low: i64, high: i64) -> NewIntroduction {
    NewIntroduction {
        public_id: public_id.to_owned(),
        sides: [(AccountId(low), 1), (AccountId(high), 2)],
        distance_band: DistanceBand::ALL[0],
    }
}

#[tokio::test]
async fn two_members_who_have_met_are_left_out_and_others_are_stored() {
    let database = Database::open(&"sqlite::memory:".into()).await.unwrap();
    database.migrate().await.unwrap();
    for id in 1..=3 {
        let account = format!(
            "INSERT INTO account (id, line_user_id, review_status, appealed, created_at_ms, opened_at_ms) \
             VALUES ({id}, 'U{id}', 'APPROVED', false, 0, 0)"
        );
        database.writes.execute_unprepared(&account).await.unwrap();
    }
    let times = SetTimes {
        day: NaiveDate::default(),
        created_at_ms: Millis(0),
        expires_at_ms: Millis(1),
    };
    let insert = async |pairs: &[NewIntroduction]| {
        let transaction = store::begin(&database).await.unwrap();
        let stored = insert_all(&transaction, pairs, times).await.unwrap();
        transaction.commit().await.unwrap();
        let mut stored: Vec<String> = stored.into_iter().collect();
        stored.sort();
        stored
    };
    assert_eq!(insert(&[pair("a", 1, 2)]).await, ["a"]);
    let again = [pair("b", 1, 2), pair("c", 1, 3), pair("d", 2, 3)];
    assert_eq!(insert(&again).await, ["c", "d"]);
    assert_eq!(insert(&again[..1]).await, [""; 0]);
    for (account_id, n_sides) in [(1, 2), (2, 2), (3, 2)] {
        let sides = list_all(&database.reads, AccountId(account_id))
            .await
            .unwrap();
        assert_eq!(sides.len(), n_sides, "{account_id}");
    }
    // A member's partners have lower and higher ids. A deleted account is no member's partner.
    let partners_of = async |account_ids: &[i64]| {
        let ids: Vec<_> = account_ids.iter().copied().map(AccountId).collect();
        let mut pairs = list_partners(&database.reads, &ids).await.unwrap();
        pairs.sort_unstable();
        let pairs = pairs.into_iter().map(|(one, other)| (one.0, other.0));
        pairs.collect::<Vec<_>>()
    };
    assert_eq!(partners_of(&[2]).await, [(2, 1), (2, 3)]);
    assert_eq!(partners_of(&[1, 3]).await, [(1, 2), (1, 3), (3, 1), (3, 2)]);
    let deletion = "DELETE FROM account WHERE id = 1";
    database.writes.execute_unprepared(deletion).await.unwrap();
    assert_eq!(partners_of(&[1, 2]).await, [(2, 3)]);
}
