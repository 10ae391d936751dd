//! Deletes data of the review whose period of retention is over: rejected accounts, what reports keep, and
//! traces of evidence.
//!
//! Documents have a shorter period, and the cleanup of files deletes them.

use enmusubi_core::limits::APPEAL_DAYS;
use enmusubi_core::review::AuditAction;
use enmusubi_core::review::ReviewStatus;
use serde_json::json;

use crate::clock::{Clock, DAY_MS, Millis};
use crate::error::Result;
use crate::features::photo::FileCleanup;
use crate::features::submission::AccountLocks;
use crate::jobs::{FailingRows, ROW_LIMIT, Round, contained};
use crate::ops::metrics::JobName;
use crate::store::audit::actor::Actor;
use crate::store::audit::{self, Act};
use crate::store::{self, AccountId, Database, Transaction};

/// The time for which the server keeps a rejected account, unless an appeal is open: as long as the member can appeal.
const REJECTED_ACCOUNT_STORED_MS: i64 = APPEAL_DAYS * DAY_MS;
/// The time for which the server keeps the note and the snapshot of a report after the decision.
const REPORT_STORED_MS: i64 = 180 * DAY_MS;
/// The time for which a trace of evidence outlives the account.
const TRACE_STORED_MS: i64 = 2 * 365 * DAY_MS;
/// The accounts that one statement lists. The server deletes each account in its own transaction.
const ACCOUNTS_PER_LOOKUP: u64 = 200;
/// The number of reports or traces that one transaction changes.
const ROWS_AT_ONCE: u64 = 500;

/// Deletes data of the review. Two instances may run it at the same time.
#[derive(Debug, Clone)]
pub struct Retention {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    pub(crate) account_locks: AccountLocks,
    pub(crate) file_cleanup: FileCleanup,
}

impl Retention {
    /// Deletes the data whose time is over, and logs the counts.
    pub async fn run(&self) -> Result<Round> {
        let now_ms = self.clock.now_ms();
        let mut failing = FailingRows::default();
        let deleted = [
            self.delete_rejected_accounts(&mut failing, now_ms).await,
            self.delete_expired(Expired::Reports, now_ms).await,
            self.delete_expired(Expired::Traces, now_ms).await,
        ];
        if deleted.iter().flatten().any(|n_deleted| *n_deleted > 0) {
            store::person::purge_deleted(&self.database).await?;
        }
        deleted
            .into_iter()
            .try_for_each(|result| result.map(drop))?;
        Ok(failing.round())
    }

    /// Returns the number of deleted accounts. An account whose deletion fails waits for the next round.
    async fn delete_rejected_accounts(
        &self,
        failing: &mut FailingRows<AccountId>,
        now_ms: Millis,
    ) -> Result<u64> {
        let before_ms = now_ms - REJECTED_ACCOUNT_STORED_MS;
        let reads = &self.database.reads;
        let (mut last_id, mut n_deleted) = (AccountId(0), 0_u64);
        let (mut is_away, mut unavailable) = (false, None);
        loop {
            let limit = ACCOUNTS_PER_LOOKUP;
            let due = store::review::list_rejected_before(reads, before_ms, last_id, limit).await?;
            let Some((id, _)) = due.last() else { break };
            last_id = *id;
            let mut files = Vec::new();
            for (id, line_user_id) in due {
                let deleting = self.delete_rejected_account(id, &line_user_id, now_ms);
                let deleted = contained(ROW_LIMIT, deleting).await;
                match failing.settle(JobName::Retention, id, deleted, self.clock.now_ms()) {
                    Ok(done) => {
                        is_away = false;
                        if let Some(of_account) = done.flatten() {
                            n_deleted += 1;
                            files.extend(of_account);
                        }
                    }
                    // A single E503 may be about this account alone, so the round goes on. Two E503 in a row mean that
                    // the database is away.
                    Err(error) if is_away => {
                        self.file_cleanup.delete_of_deleted_account_soon(files);
                        return Err(error);
                    }
                    Err(error) => (is_away, unavailable) = (true, Some(error)),
                }
            }
            self.file_cleanup.delete_of_deleted_account_soon(files);
        }
        if n_deleted > 0 {
            tracing::info!(count = n_deleted, "rejected accounts were deleted");
        }
        unavailable.map_or(Ok(n_deleted), Err)
    }

    /// Deletes a rejected account as its member would, and returns the names of its files. Returns `None` if it was deleted
    /// meanwhile, or if its review has gone on: the member may have appealed since the server listed the account.
    async fn delete_rejected_account(
        &self,
        account_id: AccountId,
        line_user_id: &str,
        now_ms: Millis,
    ) -> Result<Option<Vec<String>>> {
        let _guard = self.account_locks.lock(line_user_id).await;
        let transaction = store::begin(&self.database).await?;
        let found = store::account::find_locked_by_id(&transaction, account_id).await?;
        let is_rejected =
            found.is_some_and(|(_, account)| account.review.status == ReviewStatus::Rejected);
        let latest = store::review::find_latest_step(&transaction, account_id).await?;
        let is_due = |at_ms| at_ms <= now_ms - REJECTED_ACCOUNT_STORED_MS;
        if !is_rejected || !latest.is_some_and(|step| is_due(step.at_ms)) {
            return Ok(None);
        }
        let files = store::person::delete(&transaction, account_id, line_user_id, now_ms).await?;
        let act = Act {
            account_id: Some(account_id),
            subject: "account",
            ..Act::new(&Actor::Job, AuditAction::DeleteExpired)
        };
        audit::append(&transaction, act, now_ms).await?;
        transaction.commit().await?;
        Ok(Some(files))
    }

    /// Deletes rows in batches until none is left, each in a transaction that the audit log records. Returns the number
    /// of rows.
    async fn delete_expired(&self, what: Expired, now_ms: Millis) -> Result<u64> {
        let mut n_deleted = 0;
        loop {
            let transaction = store::begin(&self.database).await?;
            let n = what.delete_some(&transaction, now_ms).await?;
            if n == 0 {
                break;
            }
            commit_recorded(transaction, what.subject(), n, now_ms).await?;
            n_deleted += n;
        }
        if n_deleted > 0 {
            let what = what.subject();
            tracing::info!(what, count = n_deleted, "expired review data was deleted");
        }
        Ok(n_deleted)
    }
}

/// The rows that the job deletes in batches.
#[derive(Debug, Clone, Copy)]
enum Expired {
    /// The notes and the snapshots of decided reports.
    Reports,
    /// The traces of evidence of deleted accounts.
    Traces,
}

impl Expired {
    /// Returns the name of these rows in the audit log.
    const fn subject(self) -> &'static str {
        match self {
            Self::Reports => "report",
            Self::Traces => "evidenceTrace",
        }
    }

    /// Deletes at most [`ROWS_AT_ONCE`] rows, and returns the number of them.
    async fn delete_some(self, transaction: &Transaction, now_ms: Millis) -> Result<u64> {
        match self {
            Self::Reports => {
                let before_ms = now_ms - REPORT_STORED_MS;
                store::review::report::clear_decided_before(transaction, before_ms, ROWS_AT_ONCE)
                    .await
            }
            Self::Traces => {
                let before_ms = now_ms - TRACE_STORED_MS;
                store::review::evidence_trace::delete_detached_before(
                    transaction,
                    before_ms,
                    ROWS_AT_ONCE,
                )
                .await
            }
        }
    }
}

/// Records the number of deleted rows in the audit log, and commits.
async fn commit_recorded(
    transaction: Transaction,
    subject: &str,
    n: u64,
    now_ms: Millis,
) -> Result<()> {
    let act = Act {
        subject,
        detail: [("count".to_owned(), json!(n))].into_iter().collect(),
        ..Act::new(&Actor::Job, AuditAction::DeleteExpired)
    };
    audit::append(&transaction, act, now_ms).await?;
    transaction.commit().await
}

#[cfg(test)]
mod tests {
    use enmusubi_core::review::CaseAction;

    use super::*;
    use crate::testing::{UNCLEAR, USER, World, decide};

    #[tokio::test]
    async fn an_appeal_after_the_listing_keeps_the_account() {
        let world = World::open().await;
        let app = &world.app;
        world.register().await;
        let reject = || decide(app, USER, CaseAction::Reject, UNCLEAR);
        reject().await.unwrap();
        world.pass(REJECTED_ACCOUNT_STORED_MS - 1);
        let before_the_end_ms = app.clock.now_ms();
        let reads = &app.database.reads;
        let list = async |now_ms| {
            let before_ms = now_ms - REJECTED_ACCOUNT_STORED_MS;
            store::review::list_rejected_before(reads, before_ms, AccountId(0), 10)
                .await
                .unwrap()
        };
        assert_eq!(list(before_the_end_ms).await, []);
        let at_the_end_ms = before_the_end_ms + 1;
        let [(account_id, line_user_id)] = list(at_the_end_ms).await.try_into().unwrap();
        assert_eq!(line_user_id, USER);
        app.reviews.appeal(USER, "Please look.").await.unwrap();
        let delete = async |now_ms| {
            app.retention
                .delete_rejected_account(account_id, USER, now_ms)
                .await
                .unwrap()
                .is_some()
        };
        assert!(!delete(at_the_end_ms).await);
        reject().await.unwrap();
        assert!(!delete(at_the_end_ms).await, "the later rejection counts");
        let found = store::account::find(reads, USER).await.unwrap();
        assert_eq!(found.unwrap().id, account_id);
        assert!(delete(at_the_end_ms + REJECTED_ACCOUNT_STORED_MS).await);
        assert!(!delete(at_the_end_ms + REJECTED_ACCOUNT_STORED_MS).await);
    }
}
