//! The numbers for leads: how often a second look agrees, the cases that reviewers have skipped, and what leads should
//! know about a reviewer.

use std::collections::HashMap;

use enmusubi_core::review::{AuditAction, SkipReason};
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
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StatisticsResponse)]
pub(crate) struct Statistics {
    pub(crate) second_looks: SecondLookNumbers,
    /// The newest first, at most 100.
    pub(crate) skips: Vec<SkippedCase>,
    /// The notices for leads about a reviewer, the newest first.
    pub(crate) notices: Vec<Notice>,
}

/// An event that makes a lead look at a reviewer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NoticeResponse)]
pub(crate) struct Notice {
    pub(crate) kind: NoticeKind,
    /// The name of the reviewer.
    pub(crate) reviewer: String,
    /// RFC 3339, in UTC.
    #[serde(rename = "at")]
    #[schema(value_type = String, format = DateTime)]
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

/// The second looks that have taken effect.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SecondLooksResponse)]
pub(crate) struct SecondLookNumbers {
    pub(crate) decided: u64,
    /// Those that came to the same decision as the first look.
    pub(crate) agreed: u64,
}

/// A case that a reviewer has skipped.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SkipResponse)]
pub(crate) struct SkippedCase {
    #[schema(value_type = i64)]
    pub(crate) case_id: CaseId,
    /// The name of the reviewer.
    pub(crate) reviewer: String,
    pub(crate) reason: SkipReason,
    /// RFC 3339, in UTC.
    #[serde(rename = "at")]
    #[schema(value_type = String, format = DateTime)]
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
        let SecondLookCounts { decided, agreed } = count_second_looks(reads, since_ms).await?;
        Ok(Statistics {
            skips,
            notices,
            second_looks: SecondLookNumbers { decided, agreed },
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
