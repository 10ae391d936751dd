//! The audit log: acts are added one after the other, and every change of the log is refused or found.

mod append;
mod changes;

use enmusubi_core::review::AuditAction;
use enmusubi_server::features::audit::{AuditCommand, AuditError, Checkpoint, Fault};
use enmusubi_server::store::audit::{Act, Actor};
use enmusubi_server::store::{AccountId, CaseId, ReviewerId};
use enmusubi_tests::DatabaseKind;
use sea_orm::ConnectionTrait;

use crate::suite::prelude::*;

/// An act with a value in each column.
pub(crate) fn act(n: i64) -> Act<'static> {
    Act {
        case_id: Some(CaseId(n)),
        account_id: Some(AccountId(n + 100)),
        reviewer_id: Some(ReviewerId(n + 200)),
        subject: "photoNameList",
        detail: [("count".to_owned(), n.into())].into_iter().collect(),
        ..Act::new(&Actor::Reviewer(ReviewerId(7)), AuditAction::OpenEvidence)
    }
}

pub(crate) async fn add(app: &TestApp, n: i64) {
    for n in 1..=n {
        app.running.app.audits.record(act(n)).await.unwrap();
    }
}

/// Returns the result of the check, and the fault if there is one.
pub(crate) async fn verify(app: &TestApp, expect: Option<&Checkpoint>) -> Result<String, Fault> {
    match app.running.app.audits.verify(expect).await {
        Ok(good) => Ok(good.to_string()),
        Err(AuditError::Broken(fault)) => Err(fault),
        Err(error) => panic!("{error}"),
    }
}

pub(crate) async fn export(app: &TestApp, after: Option<i64>) -> Vec<Value> {
    let mut output = Vec::new();
    let command = AuditCommand::Export { after };
    let audits = &app.running.app.audits;
    audits.run(command, &mut output).await.unwrap();
    let text = String::from_utf8(output).unwrap();
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().unwrap()
}

async fn execute(app: &TestApp, sql: &str) -> Result<(), sea_orm::DbErr> {
    let writes = &app.running.app.database.writes;
    writes.execute_unprepared(sql).await.map(drop)
}

/// Removes the triggers, as an attacker who owns the database would.
async fn remove_triggers(app: &TestApp) {
    let statements = match DatabaseKind::of_this_run() {
        DatabaseKind::Sqlite => {
            ["update", "delete"].map(|it| format!("DROP TRIGGER audit_no_{it}"))
        }
        DatabaseKind::Postgres => ["no_change", "no_truncate"]
            .map(|it| format!("ALTER TABLE audit DISABLE TRIGGER audit_{it}")),
    };
    let next_only = match DatabaseKind::of_this_run() {
        DatabaseKind::Sqlite => "DROP TRIGGER audit_next_only",
        DatabaseKind::Postgres => "ALTER TABLE audit DISABLE TRIGGER audit_next_only",
    };
    for statement in statements.iter().map(String::as_str).chain([next_only]) {
        execute(app, statement).await.unwrap();
    }
}
