//! The numbers for leads: how often a second look agrees, the cases that reviewers have skipped, and the passkeys that
//! may have been copied.

use enmusubi_core::{AuditAction, SkipReason};

use super::Reviews;
use crate::clock::DAY_MS;
use crate::error::Result;
use crate::store::actor::Actor;
use crate::store::audit::Entry;
use crate::store::review_case::{SecondLookCounts, count_second_looks};
use crate::store::{audit, reviewer};

/// The days that the numbers are about.
const DAYS: i64 = 7;
/// The skipped cases that a lead sees, and the sign-ins with a counter that has not grown.
const LISTED: u64 = 100;

/// The numbers of the last seven days.
#[derive(Debug)]
pub(crate) struct Statistics {
    pub(crate) second_looks: SecondLookCounts,
    /// The newest first.
    pub(crate) skips: Vec<SkippedCase>,
    /// The newest first.
    pub(crate) counter_falls: Vec<CounterFall>,
}

/// A sign-in with a passkey whose signature counter had not grown.
#[derive(Debug)]
pub(crate) struct CounterFall {
    pub(crate) reviewer: String,
    pub(crate) at_ms: i64,
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
        let skips = audit::list_latest_of(reads, AuditAction::Skip, since_ms, LISTED).await?;
        // A row with unknown words is left out: the check of the log reports it.
        let names = reviewer::list_names(reads).await?;
        let name_of = |entry: &Entry| match entry.actor.parse() {
            Ok(Actor::Reviewer(reviewer_id)) => names.get(&reviewer_id).cloned(),
            _ => None,
        };
        let skips = skips.into_iter().filter_map(|entry| {
            Some(SkippedCase {
                case_id: entry.case_id?,
                reviewer: name_of(&entry)?,
                reason: entry.subject.parse().ok()?,
                at_ms: entry.at_ms,
            })
        });
        let action = AuditAction::CounterFall;
        let falls = audit::list_latest_of(reads, action, since_ms, LISTED).await?;
        let counter_falls = falls.into_iter().filter_map(|entry| {
            Some(CounterFall {
                reviewer: name_of(&entry)?,
                at_ms: entry.at_ms,
            })
        });
        Ok(Statistics {
            skips: skips.collect(),
            counter_falls: counter_falls.collect(),
            second_looks: count_second_looks(reads, since_ms).await?,
        })
    }
}
