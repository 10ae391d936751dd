//! The numbers for leads: how often a second look agrees, and the cases that reviewers have skipped.

use enmusubi_core::{AuditAction, SkipReason};

use super::Reviews;
use crate::clock::DAY_MS;
use crate::error::Result;
use crate::store::actor::Actor;
use crate::store::review_case::{SecondLookCounts, count_second_looks};
use crate::store::{audit, reviewer};

/// The days that the numbers are about.
const DAYS: i64 = 7;
/// The skipped cases that a lead sees.
const SKIPS: u64 = 100;

/// The numbers of the last seven days.
#[derive(Debug)]
pub(crate) struct Statistics {
    pub(crate) second_looks: SecondLookCounts,
    /// The newest first.
    pub(crate) skips: Vec<SkippedCase>,
}

/// A case that a reviewer has passed over.
#[derive(Debug)]
pub(crate) struct SkippedCase {
    pub(crate) case_id: i64,
    pub(crate) reviewer: String,
    pub(crate) reason: SkipReason,
    pub(crate) at_ms: i64,
}

impl Reviews {
    /// Returns the numbers of the last seven days.
    pub(crate) async fn find_statistics(&self) -> Result<Statistics> {
        let reads = &self.database.reads;
        let since_ms = self.clock.now_ms() - DAYS * DAY_MS;
        let skips = audit::list_latest_of(reads, AuditAction::Skip, since_ms, SKIPS).await?;
        // A row with unknown words is left out: the check of the log reports it.
        let names = reviewer::list_names(reads).await?;
        let skips = skips.into_iter().filter_map(|entry| {
            let Ok(Actor::Reviewer(reviewer_id)) = entry.actor.parse() else {
                return None;
            };
            Some(SkippedCase {
                case_id: entry.case_id?,
                reviewer: names.get(&reviewer_id)?.clone(),
                reason: entry.subject.parse().ok()?,
                at_ms: entry.at_ms,
            })
        });
        Ok(Statistics {
            skips: skips.collect(),
            second_looks: count_second_looks(reads, since_ms).await?,
        })
    }
}
