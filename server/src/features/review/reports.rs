//! The reviewers' queue of reports: its order, and the decisions. No decision punishes a member by itself.

use std::collections::HashMap;

use clap::{Args, Subcommand};
use enmusubi_core::review::danger_rank;
use enmusubi_core::{CaseAction, CaseDecision, NewsKind, ReportOutcome};

use super::command::Reviewer;
use super::decide::{refuse_held, settle_case};
use super::{ReviewError, Reviews};
use crate::store::actor::Actor;
use crate::store::report::{self, DecidedReport, OpenReport, Part, ReportCounts, StoredReport};
use crate::store::review_case::{self, By};
use crate::store::{self, Transaction, news::NewEntry};

/// The commands about reports.
#[derive(Debug, Clone, Subcommand)]
pub enum ReportCommand {
    /// List the reports without a decision, the most dangerous ones first
    List,
    /// Show everything about one report
    Show {
        /// The id of the report
        id: String,
    },
    /// Close a report that gives no cause to act
    Dismiss(ReportTarget),
    /// Record that a report is true; `review suspend` is a step of its own
    Uphold(ReportTarget),
}

/// The report, and the reviewer who decides about it.
#[derive(Debug, Clone, Args)]
pub struct ReportTarget {
    /// The id of the report
    pub id: String,
    /// The reviewer
    #[command(flatten)]
    pub reviewer: Reviewer,
}

/// A report in the queue, with all reports by its reporter.
#[derive(Debug)]
pub(super) struct QueuedReport {
    pub(super) report: OpenReport,
    pub(super) by_reporter: ReportCounts,
    pub(super) reported_user_id: String,
}

/// A report with the numbers that a reviewer weighs it by. All of them include the report itself.
#[derive(Debug)]
pub(super) struct ShownReport {
    pub(super) report: StoredReport,
    pub(super) reporter_user_id: String,
    pub(super) reported_user_id: String,
    pub(super) by_reporter: ReportCounts,
    /// The members who have reported the same member.
    pub(super) about_reported: ReportCounts,
}

/// The members whose rows one statement reads.
const CHUNK: usize = 1000;

impl Reviews {
    /// Runs a command about reports and returns the text to print.
    pub(super) async fn run_reports(&self, command: ReportCommand) -> Result<String, ReviewError> {
        match command {
            ReportCommand::List => self.list_reports().await,
            ReportCommand::Show { id } => self.show_report(&id).await,
            ReportCommand::Dismiss(target) => {
                self.decide_report(target, ReportOutcome::Dismissed).await
            }
            ReportCommand::Uphold(target) => {
                self.decide_report(target, ReportOutcome::Upheld).await
            }
        }
    }

    /// Returns the reports without a decision: the most dangerous first, then those of reporters whose reports were
    /// not mostly dismissed, then the oldest.
    pub(super) async fn queue(&self) -> Result<Vec<QueuedReport>, ReviewError> {
        let reads = &self.database.reads;
        let mut queued = Vec::new();
        for open in report::list_open(reads).await?.chunks(CHUNK) {
            let reporters = open.iter().map(|it| it.reporter_id).collect();
            let counts = report::count(reads, Part::Reporter, reporters).await?;
            let reported = open.iter().map(|it| it.reported_id).collect();
            let users = store::account::find_user_ids(reads, reported).await?;
            queued.extend(open.iter().map(|report| QueuedReport {
                by_reporter: counts.get(&report.reporter_id).copied().unwrap_or_default(),
                reported_user_id: user_of(&users, report.reported_id),
                report: report.clone(),
            }));
        }
        // The sort is stable, and the reports come by their age.
        queued.sort_by_key(|it| {
            (
                danger_rank(it.report.category),
                is_mostly_wrong(it.by_reporter),
            )
        });
        Ok(queued)
    }

    /// Returns a report with the numbers around it.
    pub(super) async fn find_report(&self, id: &str) -> Result<ShownReport, ReviewError> {
        let reads = &self.database.reads;
        let found = report::find(reads, id).await?;
        let report = found.ok_or_else(|| ReviewError::UnknownReport(id.to_owned()))?;
        let OpenReport {
            reporter_id: by_id,
            reported_id: about_id,
            ..
        } = report.open;
        let users = store::account::find_user_ids(reads, vec![by_id, about_id]).await?;
        let by_reporter = report::count(reads, Part::Reporter, vec![by_id]).await?;
        let about_reported = report::count(reads, Part::Reported, vec![about_id]).await?;
        let of = |counts: HashMap<i64, ReportCounts>| counts.into_values().next();
        Ok(ShownReport {
            by_reporter: of(by_reporter).unwrap_or_default(),
            about_reported: of(about_reported).unwrap_or_default(),
            reporter_user_id: user_of(&users, by_id),
            reported_user_id: user_of(&users, about_id),
            report,
        })
    }

    /// Decides about a report, and lets the reporter know that it was handled.
    async fn decide_report(
        &self,
        target: ReportTarget,
        outcome: ReportOutcome,
    ) -> Result<String, ReviewError> {
        let ReportTarget { id, reviewer } = target;
        let report = self.find_report(&id).await?.report.open;
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        // A deletion locks the account first and then deletes the report. In the opposite order, this transaction and
        // the deletion could wait for each other.
        let both = [report.reporter_id, report.reported_id];
        store::account::lock_all(&transaction, &both).await?;
        let decided = DecidedReport {
            outcome,
            actor: reviewer.name(),
            at_ms: now_ms,
        };
        let by = By {
            actor: Actor::Cli,
            name: decided.actor.clone(),
        };
        settle_report(&transaction, &report, decided).await?;
        let case = review_case::find_of_subject(&transaction, &report.public_id).await?;
        let case = case.ok_or(ReviewError::ReportDecided)?;
        refuse_held(&case, now_ms)?;
        let action = match outcome {
            ReportOutcome::Dismissed => CaseAction::NoAction,
            ReportOutcome::Upheld => CaseAction::Uphold,
        };
        let decision = CaseDecision::new(action, Vec::new());
        settle_case(&transaction, &case, by, &decision, now_ms).await?;
        transaction.commit().await?;
        Ok(format!("{} is now {outcome}", report.public_id))
    }
}

/// Closes a report with a decision, and lets the reporter know that it was handled. Both members are locked.
pub(super) async fn settle_report(
    transaction: &Transaction,
    report: &OpenReport,
    decided: DecidedReport,
) -> Result<(), ReviewError> {
    let now_ms = decided.at_ms;
    if !report::decide(transaction, &report.public_id, decided).await? {
        return Err(ReviewError::ReportDecided);
    }
    let entry = NewEntry {
        account_id: report.reporter_id,
        kind: NewsKind::ReportHandled,
        subject: report.public_id.clone(),
    };
    store::news::insert_all(transaction, [entry], now_ms).await?;
    Ok(())
}

/// Returns true if more than half of the decided reports of a member were dismissed.
pub(super) const fn is_mostly_wrong(by_reporter: ReportCounts) -> bool {
    by_reporter.dismissed > by_reporter.upheld
}

/// Returns the LINE user id of an account, or an empty text if the account was deleted between two statements.
fn user_of(users: &HashMap<i64, String>, account_id: i64) -> String {
    users.get(&account_id).cloned().unwrap_or_default()
}
