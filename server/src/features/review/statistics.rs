//! The numbers for leads: how often a second look agrees, the cases that reviewers have skipped, and what leads should
//! know about a reviewer.

use std::collections::HashMap;

use enmusubi_core::{AuditAction, SkipReason};
use serde::Serialize;
use utoipa::ToSchema;

use super::Reviews;
use crate::clock::{DAY_MS, Millis};
use crate::error::Result;
use crate::store::audit::Entry;
use crate::store::audit::actor::Actor;
use crate::store::review::review_case::{SecondLookCounts, count_second_looks};
use crate::store::{CaseId, ReviewerId, audit, reviewer};

/// The number of days that the statistics cover.
const DAYS: i64 = 7;
/// The skipped cases that a lead sees, and the notices of each kind.
const ROWS: u64 = 100;

/// The numbers of the last seven days.
#[derive(Debug)]
pub(crate) struct Statistics {
    pub(crate) second_looks: SecondLookCounts,
    /// The newest first.
    pub(crate) skips: Vec<SkippedCase>,
    /// The newest first.
    pub(crate) notices: Vec<Notice>,
}

/// An event that makes a lead look at a reviewer.
#[derive(Debug)]
pub(crate) struct Notice {
    pub(crate) kind: NoticeKind,
    pub(crate) reviewer: String,
    pub(crate) at_ms: Millis,
}

/// The kind of a notice.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum NoticeKind {
    /// The account that the reviewer has as a member is deleted.
    MemberGone,
    /// The reviewer has claimed as many cases as an hour allows, or opened as many photos and documents.
    OpeningsRefused,
    /// The signature counter of the passkey had not grown at a sign-in, so the passkey may have been copied.
    CounterFall,
}

/// A case that a reviewer has passed over.
#[derive(Debug)]
pub(crate) struct SkippedCase {
    pub(crate) case_id: CaseId,
    pub(crate) reviewer: String,
    pub(crate) reason: SkipReason,
    pub(crate) at_ms: Millis,
}

impl Reviews {
    /// Returns the numbers of the last seven days.
    pub(crate) async fn find_statistics(&self) -> Result<Statistics> {
        let reads = &self.database.reads;
        let since_ms = self.clock.now_ms() - DAYS * DAY_MS;
        let skips = audit::list_latest_of(reads, AuditAction::Skip, since_ms, ROWS).await?;
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
                at_ms: Millis(entry.at_ms),
            })
        });
        let skips = skips.collect();
        let mut notices = Vec::new();
        for (action, kind) in [
            (AuditAction::ReviewerMemberGone, NoticeKind::MemberGone),
            (AuditAction::OpeningsRefused, NoticeKind::OpeningsRefused),
            (AuditAction::CounterFall, NoticeKind::CounterFall),
        ] {
            let rows = audit::list_latest_of(reads, action, since_ms, ROWS).await?;
            notices.extend(rows.iter().filter_map(|row| notice_of(row, kind, &names)));
        }
        notices.sort_by_key(|notice| std::cmp::Reverse(notice.at_ms));
        Ok(Statistics {
            skips,
            notices,
            second_looks: count_second_looks(reads, since_ms).await?,
        })
    }
}

/// Returns `None` for a row without a reviewer.
fn notice_of(row: &Entry, kind: NoticeKind, names: &HashMap<ReviewerId, String>) -> Option<Notice> {
    let reviewer_id = match row.actor.parse() {
        Ok(Actor::Reviewer(id)) => id,
        _ => row.reviewer_id?,
    };
    Some(Notice {
        kind,
        reviewer: names.get(&reviewer_id)?.clone(),
        at_ms: Millis(row.at_ms),
    })
}
