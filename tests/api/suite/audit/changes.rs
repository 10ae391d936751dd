//! An attacker who owns the database removes the triggers and changes the log, and the check finds the first row
//! that is wrong.

use enmusubi_server::features::audit::{Checkpoint, Fault, FaultKind};
use sea_orm::Statement;

use super::{add, execute, export, remove_triggers, verify};
use crate::suite::prelude::*;

/// The number of rows of a log.
const N: i64 = 6;

async fn attacked() -> TestApp {
    let app = TestApp::start().await;
    add(&app, N).await;
    remove_triggers(&app).await;
    app
}

async fn run(app: &TestApp, statements: &[&str]) {
    for sql in statements {
        execute(app, sql).await.unwrap();
    }
}

fn fault(kind: FaultKind, row: i64) -> Result<String, Fault> {
    Err(Fault { kind, row })
}

async fn text(app: &TestApp, sql: &str) -> String {
    let reads = &app.running.app.database.reads;
    let statement = Statement::from_string(reads.get_database_backend(), sql.to_owned());
    let row = reads.query_one_raw(statement).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

#[tokio::test]
async fn a_flipped_bit_in_any_column_is_found() {
    let app = attacked().await;
    let unchanged = verify(&app, None).await.unwrap();
    for row in [1, 3, N] {
        for column in ["at_ms", "case_id", "account_id", "reviewer_id"] {
            let flip = |bit: i64| {
                format!(
                    "UPDATE audit SET {column} = ({column} | {bit}) - ({column} & {bit}) WHERE id = {row}"
                )
            };
            for bit in [1, 1 << 20, 1 << 62] {
                execute(&app, &flip(bit)).await.unwrap();
                let found = verify(&app, None).await;
                assert_eq!(found, fault(FaultKind::Altered, row), "{column}");
                execute(&app, &flip(bit)).await.unwrap();
            }
            let select = format!("SELECT {column} FROM audit WHERE id = {row}");
            let value = app.number(&select).await;
            if column != "at_ms" {
                let erased = format!("UPDATE audit SET {column} = NULL WHERE id = {row}");
                execute(&app, &erased).await.unwrap();
                let found = verify(&app, None).await;
                assert_eq!(found, fault(FaultKind::Altered, row), "{column}");
            }
            let back = format!("UPDATE audit SET {column} = {value} WHERE id = {row}");
            execute(&app, &back).await.unwrap();
        }
        for column in [
            "actor",
            "action",
            "subject",
            "detail",
            "previous_hash",
            "hash",
        ] {
            let sql = format!("SELECT {column} FROM audit WHERE id = {row}");
            let before = text(&app, &sql).await;
            for place in 0..before.len() {
                let mut bytes = before.clone().into_bytes();
                bytes[place] ^= 1;
                let flipped = String::from_utf8(bytes).unwrap();
                assert!(!flipped.contains('\''), "{flipped} needs an escape in SQL");
                let flip = format!("UPDATE audit SET {column} = '{flipped}' WHERE id = {row}");
                execute(&app, &flip).await.unwrap();
                let found = verify(&app, None).await;
                assert_eq!(found, fault(FaultKind::Altered, row), "{column}: {flipped}");
            }
            let back = format!("UPDATE audit SET {column} = '{before}' WHERE id = {row}");
            execute(&app, &back).await.unwrap();
        }
        // A row with another number has left its place.
        for number in [row | 64, row | (1 << 40), row - 64] {
            let flip = format!("UPDATE audit SET id = {number} WHERE id = {row}");
            execute(&app, &flip).await.unwrap();
            let found = verify(&app, None).await;
            assert_eq!(found, fault(FaultKind::Reordered, row), "{number}");
            let back = format!("UPDATE audit SET id = {row} WHERE id = {number}");
            execute(&app, &back).await.unwrap();
        }
        assert_eq!(verify(&app, None).await.unwrap(), unchanged);
    }
}

#[tokio::test]
async fn a_value_of_the_wrong_type_is_found_on_sqlite() {
    // Only SQLite stores such a value.
    for column in ["at_ms", "case_id", "subject", "hash"] {
        let app = attacked().await;
        let sql = format!("UPDATE audit SET {column} = x'ff00' WHERE id = 3");
        execute(&app, &sql).await.unwrap();
        let found = verify(&app, None).await;
        assert_eq!(found, fault(FaultKind::Altered, 3), "{column}");
    }
}

#[tokio::test]
async fn a_removed_row_is_found() {
    for row in [1, 3, N - 1] {
        let app = attacked().await;
        run(&app, &[&format!("DELETE FROM audit WHERE id = {row}")]).await;
        let found = verify(&app, None).await;
        assert_eq!(found, fault(FaultKind::Removed, row));
        // The attacker also closes the gap.
        for id in row + 1..=N {
            let sql = format!("UPDATE audit SET id = {} WHERE id = {id}", id - 1);
            execute(&app, &sql).await.unwrap();
        }
        let found = verify(&app, None).await;
        assert_eq!(found, fault(FaultKind::Removed, row));
    }
}

#[tokio::test]
async fn removed_last_rows_are_found_with_an_earlier_check() {
    let app = attacked().await;
    let earlier: Checkpoint = verify(&app, None).await.unwrap().parse().unwrap();
    assert!(verify(&app, Some(&earlier)).await.is_ok());
    run(&app, &[&format!("DELETE FROM audit WHERE id >= {}", N - 1)]).await;
    assert!(verify(&app, None).await.is_ok());
    let cut_off = fault(FaultKind::CutOff { expected: N }, N - 1);
    assert_eq!(verify(&app, Some(&earlier)).await, cut_off);
    // The log grows again to the length that it had.
    add(&app, 3).await;
    assert!(verify(&app, None).await.is_ok());
    let rewritten = fault(FaultKind::Rewritten, N);
    let other_acts = verify(&app, Some(&earlier)).await;
    assert_eq!(other_acts, rewritten);
    run(&app, &["DELETE FROM audit"]).await;
    let all = fault(FaultKind::CutOff { expected: N }, 1);
    assert_eq!(verify(&app, Some(&earlier)).await, all);
}

#[tokio::test]
async fn an_earlier_check_stays_true_while_the_log_grows() {
    let app = TestApp::start().await;
    let empty: Checkpoint = verify(&app, None).await.unwrap().parse().unwrap();
    for n in [1, 2] {
        add(&app, n).await;
        assert!(verify(&app, Some(&empty)).await.is_ok());
    }
    let earlier: Checkpoint = verify(&app, None).await.unwrap().parse().unwrap();
    add(&app, 5).await;
    assert!(
        verify(&app, Some(&earlier))
            .await
            .unwrap()
            .starts_with("8:")
    );
}

#[tokio::test]
async fn a_log_that_was_written_again_is_found_with_an_earlier_check() {
    let app = attacked().await;
    let earlier: Checkpoint = verify(&app, None).await.unwrap().parse().unwrap();
    run(&app, &["DELETE FROM audit"]).await;
    // An attacker who can compute hashes leaves one act out and writes all other acts again.
    add(&app, N - 2).await;
    add(&app, 2).await;
    assert!(verify(&app, None).await.is_ok());
    assert_eq!(
        verify(&app, Some(&earlier)).await,
        fault(FaultKind::Rewritten, N)
    );
}

#[tokio::test]
async fn swapped_rows_are_found() {
    for (one, two) in [(1, 2), (2, 5), (N - 1, N)] {
        let app = attacked().await;
        run(
            &app,
            &[
                &format!("UPDATE audit SET id = 100 WHERE id = {one}"),
                &format!("UPDATE audit SET id = {one} WHERE id = {two}"),
                &format!("UPDATE audit SET id = {two} WHERE id = 100"),
            ],
        )
        .await;
        let found = verify(&app, None).await;
        assert_eq!(found, fault(FaultKind::Reordered, one));
    }
}

#[tokio::test]
async fn an_inserted_row_is_found() {
    for row in [1, 4, N] {
        let app = attacked().await;
        for id in (row..=N).rev() {
            let sql = format!("UPDATE audit SET id = {} WHERE id = {id}", id + 1);
            execute(&app, &sql).await.unwrap();
        }
        let previous = match row {
            1 => "0".repeat(64),
            _ => {
                text(
                    &app,
                    &format!("SELECT hash FROM audit WHERE id = {}", row - 1),
                )
                .await
            }
        };
        let insert = format!(
            "INSERT INTO audit SELECT {row}, at_ms, actor, action, case_id, account_id, reviewer_id, subject, \
             detail, '{previous}', '{}' FROM audit WHERE id = {}",
            "a".repeat(64),
            row + 1
        );
        execute(&app, &insert).await.unwrap();
        let found = verify(&app, None).await;
        assert_eq!(found, fault(FaultKind::Inserted, row));
    }
    let app = attacked().await;
    let before_all = "INSERT INTO audit SELECT -4, at_ms, actor, action, case_id, account_id, reviewer_id, subject, \
                      detail, 'a', 'b' FROM audit WHERE id = 1";
    run(&app, &[before_all]).await;
    assert_eq!(verify(&app, None).await, fault(FaultKind::Inserted, -4));
}

#[tokio::test]
async fn an_inserted_row_with_a_right_hash_is_found() {
    let app = attacked().await;
    let rows = export(&app, None).await;
    // The attacker lets the server compute the hash of a new row after the third.
    run(&app, &["DELETE FROM audit WHERE id > 3"]).await;
    add(&app, 1).await;
    for row in &rows[3..] {
        let value = |name: &str| row[name].as_str().unwrap().to_owned();
        let insert = format!(
            "INSERT INTO audit VALUES ({}, {}, '{}', '{}', {}, {}, {}, '{}', '{}', '{}', '{}')",
            row["id"].as_i64().unwrap() + 1,
            row["atMs"],
            value("actor"),
            value("action"),
            row["caseId"],
            row["accountId"],
            row["reviewerId"],
            value("subject"),
            value("detail"),
            value("previousHash"),
            value("hash"),
        );
        execute(&app, &insert).await.unwrap();
    }
    assert_eq!(verify(&app, None).await, fault(FaultKind::Inserted, 4));
}
