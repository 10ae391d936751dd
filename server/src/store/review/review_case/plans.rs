//! Tests of the plans: no query reads all cases that wait, or all that were ever decided.

use enmusubi_core::review::CaseKind;
use sea_orm::sea_query::SqliteQueryBuilder;
use sea_orm::{
    ConnectionTrait as _, DbBackend, EntityTrait, QueryFilter as _, QuerySelect as _,
    QueryTrait as _, Select, Statement,
};

use super::claim::{held_by, is_unheld, lapsed};
use super::decision::due;
use super::queue::queue;
use super::waiting::{ahead, decided_from};
use super::{HiddenCases, KnownMember, QueueFilter, QueueKey};
use crate::clock::Millis;
use crate::store::Database;
use crate::store::audit::actor::Actor;
use crate::store::connection::ids::{AccountId, CaseId, ReviewerId};

const KEY: QueueKey = QueueKey {
    urgency: 1,
    due_at_ms: Millis(1_000),
    id: CaseId(7),
};

/// Returns the steps in which SQLite runs the query.
async fn plan_of(sql: &str) -> Vec<String> {
    let database = Database::open(&"sqlite::memory:".into()).await.unwrap();
    database.migrate().await.unwrap();
    let sql = format!("EXPLAIN QUERY PLAN {sql}");
    let plan = Statement::from_string(DbBackend::Sqlite, sql);
    let steps = database.reads.query_all_raw(plan).await.unwrap();
    let details = steps.iter().map(|step| step.try_get("", "detail"));
    details.collect::<Result<_, _>>().unwrap()
}

async fn plan_of_select<E: EntityTrait>(query: &Select<E>) -> Vec<String> {
    plan_of(&query.build(DbBackend::Sqlite).to_string()).await
}

#[tokio::test]
async fn the_place_of_a_case_comes_from_the_index_of_the_queue_alone() {
    let plan = plan_of(&ahead(KEY, 1000).to_string(SqliteQueryBuilder)).await;
    let search = "SEARCH review_case USING COVERING INDEX review_case_queue (state=?)";
    assert_eq!(plan, ["CO-ROUTINE first_cases", search, "SCAN first_cases"]);
}

#[tokio::test]
async fn the_usual_time_comes_from_the_index_of_the_decisions() {
    let plan = plan_of_select(&decided_from(Millis(1_000), 2_000)).await;
    let search = "SEARCH review_case USING INDEX review_case_decided (decided_at_ms>?)";
    assert_eq!(plan, [search]);
}

#[tokio::test]
async fn the_queue_comes_in_the_order_of_an_index() {
    let alone = HiddenCases {
        actor: Actor::Reviewer(ReviewerId(1)),
        member: None,
    };
    let member = HiddenCases {
        member: Some(KnownMember {
            account_id: Some(AccountId(1)),
            hash: "hash".to_owned(),
            employer_id: "google".to_owned(),
        }),
        ..alone.clone()
    };
    let all = QueueFilter::default();
    let reports = QueueFilter {
        kind: Some(CaseKind::Report),
        ..all.clone()
    };
    for (filter, search) in [
        (
            &all,
            "SEARCH review_case USING INDEX review_case_queue (state=?",
        ),
        (
            &reports,
            "SEARCH review_case USING INDEX review_case_kind (state=? AND kind=?",
        ),
    ] {
        for hidden in [&alone, &member] {
            for after in [None, Some(KEY)] {
                let query = queue(filter, hidden, after).limit(51);
                for query in [query.clone(), query.filter(is_unheld(Millis(1_000)))] {
                    let plan = plan_of_select(&query).await;
                    assert!(plan[0].starts_with(search), "{plan:?}");
                    let is_costly = |step: &String| {
                        step.starts_with("SCAN")
                            || step.contains("TEMP B-TREE")
                            || step.contains("CORRELATED")
                    };
                    assert!(!plan.iter().any(is_costly), "{plan:?}");
                }
            }
        }
    }
}

#[tokio::test]
async fn the_jobs_read_only_the_cases_that_they_handle() {
    let plan = plan_of_select(&lapsed(Millis(1_000), 100)).await;
    let search = "SEARCH review_case USING INDEX review_case_held (lease_until_ms<?)";
    assert_eq!(plan, [search]);
    let plan = plan_of_select(&held_by(
        Actor::Reviewer(ReviewerId(1)),
        CaseId(7),
        Millis(1_000),
    ))
    .await;
    let search = "SEARCH review_case USING INDEX review_case_held (lease_until_ms>?)";
    assert_eq!(plan, [search]);
    let plan = plan_of_select(&due(Millis(1_000), 100)).await;
    let search = "SEARCH review_case USING COVERING INDEX review_case_effect (effect_at_ms>? AND effect_at_ms<?)";
    assert_eq!(plan, [search]);
}
