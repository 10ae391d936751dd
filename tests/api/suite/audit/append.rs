//! Acts come into the log one after the other, and the database refuses everything else.

use std::sync::Arc;

use enmusubi_core::review::AuditAction;
use enmusubi_server::store::ReviewerId;
use enmusubi_server::store::audit::{Act, Actor};
use enmusubi_tests::DatabaseKind;

use super::{act, add, execute, export, verify};
use crate::suite::prelude::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_acts_at_once_make_one_chain() {
    let app = Arc::new(TestApp::start().await);
    let other = app.another_instance().await;
    let acts = (0..100).map(|n| {
        let server = if n % 2 == 0 { &app.running } else { &other };
        let audits = server.app.audits.clone();
        tokio::spawn(async move { audits.record(act(n)).await })
    });
    for recorded in join_all(acts).await {
        recorded.unwrap().unwrap();
    }
    assert!(verify(&app, None).await.unwrap().starts_with("100:"));
    let rows = export(&app, None).await;
    let ids = rows.iter().map(|row| row["id"].as_i64().unwrap());
    assert!(ids.eq(1..=100));
    let mut cases: Vec<i64> = rows
        .iter()
        .map(|row| row["caseId"].as_i64().unwrap())
        .collect();
    cases.sort_unstable();
    assert!(cases.into_iter().eq(0..100));
}

#[tokio::test]
async fn an_act_is_exported_with_all_its_columns() {
    let app = TestApp::start().await;
    let actors = [
        Actor::Cli,
        Actor::Job,
        Actor::Reviewer(ReviewerId(i64::MAX)),
    ];
    for actor in &actors {
        let act = Act::new(actor, AuditAction::SignIn);
        app.running.app.audits.record(act).await.unwrap();
    }
    add(&app, 1).await;
    let rows = export(&app, None).await;
    let names: Vec<&str> = rows
        .iter()
        .filter_map(|row| row["actor"].as_str())
        .collect();
    let last = format!("reviewer:{}", i64::MAX);
    assert_eq!(names, ["cli", "job", last.as_str(), "reviewer:7"]);
    assert_eq!(
        rows[3],
        json!({
            "id": 4,
            "atMs": app.clock.now_s() * 1000,
            "actor": "reviewer:7",
            "action": "OPEN_EVIDENCE",
            "caseId": 1,
            "accountId": 101,
            "reviewerId": 201,
            "subject": "photoNameList",
            "detail": "{\"count\":1}",
            "previousHash": rows[2]["hash"],
            "hash": rows[3]["hash"],
        })
    );
    assert_eq!(rows[0]["caseId"], json!(null));
    assert_eq!(export(&app, Some(3)).await, rows[3..]);
    assert!(export(&app, Some(4)).await.is_empty());
    let last = format!("4:{}", rows[3]["hash"].as_str().unwrap());
    assert_eq!(verify(&app, None).await.unwrap(), last);
}

#[tokio::test]
async fn a_long_log_is_exported_and_checked_in_pages() {
    let app = TestApp::start().await;
    // Every page has the same statements, so two pages and a few more rows suffice.
    let n_rows = 2001;
    add(&app, n_rows).await;
    let rows = export(&app, None).await;
    assert!(
        rows.iter()
            .filter_map(|row| row["id"].as_i64())
            .eq(1..=n_rows)
    );
    assert!(verify(&app, None).await.unwrap().starts_with("2001:"));
}

#[tokio::test]
async fn an_act_with_a_text_is_refused() {
    let app = TestApp::start().await;
    let with_name = Act {
        subject: "Rita Sato",
        ..act(1)
    };
    app.running.app.audits.record(with_name).await.unwrap_err();
    assert!(export(&app, None).await.is_empty());
}

#[tokio::test]
async fn the_database_refuses_every_change_of_the_log() {
    let app = TestApp::start().await;
    add(&app, 3).await;
    let before = export(&app, None).await;
    let row = "7, 'cli', 'CLAIM', NULL, NULL, NULL, '', '{}', 'a', 'b'";
    let columns = "at_ms, actor, action, case_id, account_id, reviewer_id, subject, detail, \
                   previous_hash, hash";
    let inserted = |verb: &str, ids: &str, values: &str| {
        format!("{verb} INTO audit ({ids}, {columns}) VALUES ({values}, {row})")
    };
    let mut statements = vec![
        "UPDATE audit SET subject = 'x'".to_owned(),
        "UPDATE audit SET id = 9 WHERE id = 3".to_owned(),
        "DELETE FROM audit".to_owned(),
        "DELETE FROM audit WHERE id = 3".to_owned(),
        inserted("INSERT", "id", "0"),
        inserted("INSERT", "id", "2"),
        inserted("INSERT", "id", "5"),
    ];
    let update = "ON CONFLICT (id) DO UPDATE SET subject = 'x'";
    statements.push(format!("{} {update}", inserted("INSERT", "id", "3")));
    match DatabaseKind::of_this_run() {
        DatabaseKind::Sqlite => statements.extend([
            "UPDATE OR REPLACE audit SET id = 1 WHERE id = 2".to_owned(),
            "UPDATE OR IGNORE audit SET subject = 'x'".to_owned(),
            inserted("INSERT OR REPLACE", "id", "3"),
            inserted("REPLACE", "id", "1"),
            inserted("INSERT OR REPLACE", "rowid", "3"),
            inserted("INSERT OR REPLACE", "id, rowid", "4, 3"),
            inserted("INSERT OR IGNORE", "id", "3"),
            format!("INSERT INTO audit ({columns}) VALUES ({row})"),
        ]),
        DatabaseKind::Postgres => statements.extend([
            "TRUNCATE audit".to_owned(),
            "TRUNCATE audit CASCADE".to_owned(),
            "SET session_replication_role = replica; UPDATE audit SET subject = 'x'".to_owned(),
            "SET session_replication_role = replica; DELETE FROM audit".to_owned(),
            "SET session_replication_role = replica; TRUNCATE audit".to_owned(),
        ]),
    }
    for statement in statements {
        let refused = execute(&app, &statement).await;
        assert!(refused.is_err(), "{statement}");
        assert_eq!(app.count("audit").await, 3);
    }
    assert_eq!(export(&app, None).await, before);
    add(&app, 1).await;
    assert!(verify(&app, None).await.unwrap().starts_with("4:"));
}
