//! Pairs that were introduced before.

use enmusubi_core::matching::affinity::DistanceBand;

use super::*;
use crate::store::{self, Database};

fn pair(public_id: &str, low: i64, high: i64) -> NewIntroduction {
    NewIntroduction {
        public_id: public_id.to_owned(),
        sides: [(low, 1), (high, 2)],
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
        created_at_ms: 0,
        expires_at_ms: 1,
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
        let sides = list_all(&database.reads, account_id).await.unwrap();
        assert_eq!(sides.len(), n_sides, "{account_id}");
    }
}
