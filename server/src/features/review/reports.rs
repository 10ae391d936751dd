//! The counts by which a reviewer judges a report, and the closing of a report. No decision punishes a member by itself.

use std::collections::HashMap;

use enmusubi_core::service::NewsKind;

use super::{ReviewError, Reviews};
use crate::store::news::NewEntry;
use crate::store::review::report::{
    self, DecidedReport, OpenReport, Part, ReportCounts, StoredReport,
};
use crate::store::{self, AccountId, Transaction};

/// A report with the counts by which a reviewer judges it. Each count includes the report itself.
#[derive(Debug)]
pub(super) struct ShownReport {
    pub(super) report: StoredReport,
    pub(super) by_reporter: ReportCounts,
    /// The members who have reported the same member.
    pub(super) about_reported: ReportCounts,
}

impl Reviews {
    /// Returns a report with its counts.
    pub(super) async fn find_report(&self, id: &str) -> Result<ShownReport, ReviewError> {
        let reads = &self.database.reads;
        let found = report::find(reads, id).await?;
        let report = found.ok_or_else(|| ReviewError::UnknownReport(id.to_owned()))?;
        let OpenReport {
            reporter_id: by_id,
            reported_id: about_id,
            ..
        } = report.open;
        let by_reporter = report::count(reads, Part::Reporter, vec![by_id]).await?;
        let about_reported = report::count(reads, Part::Reported, vec![about_id]).await?;
        let of = |counts: HashMap<AccountId, ReportCounts>| counts.into_values().next();
        Ok(ShownReport {
            by_reporter: of(by_reporter).unwrap_or_default(),
            about_reported: of(about_reported).unwrap_or_default(),
            report,
        })
    }
}

/// Closes a report with a decision, and lets the reporter know that the report was handled. Both members are locked.
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
