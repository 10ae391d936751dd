//! Removes photos and texts of a reported member from the profile.

use enmusubi_core::Field;
use enmusubi_core::review::{CaseDecision, RemovedPart, ReportedPhotos};
use serde_json::{Map, Value};

use super::locked_account::LockedAccount;
use super::{ReviewError, Reviews};
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::features::profile_change::{CurrentProfile, apply, release_all, remove_from_proposal};
use crate::store::review::report::StoredReport;
use crate::store::review::review_case::StoredCase;
use crate::store::{self, Transaction};

/// The photos of a report, compared with the photos of the profile.
#[derive(Debug, Default)]
pub(super) struct ComparedPhotos {
    /// True for each photo of the report that the profile still has.
    pub(super) reported: Vec<bool>,
    /// The number of the other photos of the profile.
    pub(super) others: usize,
}

impl ComparedPhotos {
    pub(super) fn new(report: &StoredReport, current: &[String]) -> Self {
        let reported = photos_of(report);
        let others = current
            .iter()
            .filter(|name| !reported.contains(&name.as_str()));
        Self {
            others: others.count(),
            reported: reported
                .iter()
                .map(|name| current.iter().any(|other| other == name))
                .collect(),
        }
    }

    pub(super) fn as_core(&self) -> ReportedPhotos<'_> {
        ReportedPhotos {
            reported: &self.reported,
            others: self.others,
        }
    }
}

impl Reviews {
    /// Returns the photos that a decision about the case can remove.
    pub(super) async fn compare_photos(&self, case: &StoredCase) -> Result<ComparedPhotos> {
        let reads = &self.database.reads;
        let Some(report) = store::review::report::find(reads, &case.subject).await? else {
            return Ok(ComparedPhotos::default());
        };
        let current = store::file::photo::list_of(reads, case.account_id).await?;
        let current: Vec<String> = current.into_iter().map(|photo| photo.file_id).collect();
        Ok(ComparedPhotos::new(&report, &current))
    }
}

/// Removes the parts that the decision names, and returns the names of the removed photos. Leaves a part that the
/// member has removed or replaced since the report.
pub(super) async fn remove_content(
    transaction: &Transaction,
    report: &StoredReport,
    account: &LockedAccount,
    decision: &CaseDecision,
    now_ms: Millis,
) -> Result<Vec<String>, ReviewError> {
    let (account_id, line_user_id) = (account.account.id, &account.line_user_id);
    let CurrentProfile(current) =
        CurrentProfile::find(transaction, account_id, line_user_id).await?;
    let reported = photos_of(report);
    let (mut named, mut emptied) = (Vec::new(), Map::new());
    let card = &report.snapshot["person"];
    let values = serde_json::to_value(&current).map_err(Error::internal)?;
    for part in decision.removed_parts() {
        match part {
            RemovedPart::Photo(n) => named.extend(reported.get(n).copied()),
            RemovedPart::Text(field) if is_unchanged(&values, card, field) => {
                emptied.insert(field.to_string(), Value::String(String::new()));
            }
            RemovedPart::Text(_) => {}
        }
    }
    if !emptied.is_empty() {
        let profile = apply(&current, &emptied)?;
        store::profile::update(transaction, account_id, &profile).await?;
    }
    let photos = current.photo_name_list.iter();
    let left: Vec<String> = photos
        .filter(|name| !named.contains(&name.as_str()))
        .cloned()
        .collect();
    if left.len() == current.photo_name_list.len() {
        return Ok(Vec::new());
    }
    if left.is_empty() {
        return Err(ReviewError::LastPhoto);
    }
    let removed =
        store::file::photo::replace(transaction, account_id, line_user_id, &left, now_ms).await?;
    remove_from_proposal(transaction, account_id, &removed, &left, now_ms).await?;
    release_all(transaction, &removed).await?;
    Ok(removed)
}

/// Returns the names of the photos of the report.
fn photos_of(report: &StoredReport) -> Vec<&str> {
    let names = report.snapshot["photos"].as_array();
    names
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

fn is_unchanged(profile: &Value, card: &Value, field: Field) -> bool {
    profile[field.as_str()] == card[field.as_str()]
}
