//! The waiting times that a member sees: since when the profile waits, its place in the queue, and the usual time.

use enmusubi_core::limits::FIRST_SHOWN_COUNT;
use enmusubi_core::review::{CaseKind, ReviewStatus};
use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::{Clock, DAY_MS, MINUTE_MS, Millis};
use crate::error::Result;
use crate::features::cached::Cached;
use crate::store::review::review_case;
use crate::store::{AccountId, Database};

/// The last place in the queue that the server counts. Waiting members ask for their places again and again, so a count
/// must stay cheap while the queue is long.
const LAST_PLACE: u64 = 1000;
/// The number of days whose decisions give the usual time.
const DAYS: i64 = 7;
/// The most decisions that the server reads for the usual time. More decisions would hardly change it.
const MAX_DECISIONS: u64 = 2000;
/// With fewer decisions, the usual time could tell how long the case of one person took.
const MIN_DECISIONS: usize = FIRST_SHOWN_COUNT as usize;
/// The time for which the usual time is not computed again.
const LIFETIME_MS: i64 = MINUTE_MS;

/// The wait for a reviewer's decision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WaitingResponse)]
pub(crate) struct Waiting {
    /// The time of the registration, the resubmission or the appeal: RFC 3339, in UTC.
    #[serde(rename = "submittedAt")]
    #[schema(value_type = String, format = DateTime)]
    pub(crate) submitted_at_ms: Millis,
    /// True if the member appeals against a rejection.
    pub(crate) is_appeal: bool,
    /// Null while a reviewer has the profile.
    #[schema(required)]
    pub(crate) place: Option<Place>,
    /// Null if reviewers decided about too few profiles in the last seven days.
    #[schema(required)]
    pub(crate) usual: Option<UsualTime>,
}

/// A place in the queue of the reviewers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QueuePlaceResponse)]
pub(crate) struct Place {
    /// The place. The next case to decide has the number 1.
    pub(crate) number: u64,
    /// True if the profile has a later place than this number, which is the last that the server counts.
    pub(crate) is_later: bool,
}

/// The time from the submission of a profile to the decision, over the last seven days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UsualTimeResponse)]
pub(crate) struct UsualTime {
    /// Half of the profiles were decided within these minutes.
    pub(crate) half_within_minutes: u64,
    /// Nine of ten profiles were decided within these minutes.
    pub(crate) most_within_minutes: u64,
}

/// Finds the waiting times of members. All callers share the usual time for a minute.
#[derive(Debug, Clone)]
pub(crate) struct WaitingTimes {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    pub(crate) usual: Cached<Option<UsualTime>>,
}

impl WaitingTimes {
    /// Returns `None` if the profile does not wait for a reviewer.
    pub(crate) async fn find(
        &self,
        account_id: AccountId,
        status: ReviewStatus,
    ) -> Result<Option<Waiting>> {
        if !matches!(status, ReviewStatus::Pending | ReviewStatus::InReview) {
            return Ok(None);
        }
        let reads = &self.database.reads;
        let Some(case) = review_case::find_of_profile(reads, account_id).await? else {
            // A reviewer has decided since the status was read.
            return Ok(None);
        };
        let place = if status == ReviewStatus::Pending {
            let n_ahead = review_case::count_ahead(reads, case.key(), LAST_PLACE).await?;
            Some(Place::after(n_ahead))
        } else {
            None
        };
        Ok(Some(Waiting {
            submitted_at_ms: case.submitted_at_ms,
            is_appeal: case.kind == CaseKind::Appeal,
            place,
            usual: self.measure_usual().await?,
        }))
    }

    async fn measure_usual(&self) -> Result<Option<UsualTime>> {
        let now_ms = self.clock.now_ms();
        let measuring = async {
            let from_ms = now_ms - DAYS * DAY_MS;
            let reads = &self.database.reads;
            let durations = review_case::list_durations_ms(reads, from_ms, MAX_DECISIONS).await?;
            Ok(UsualTime::of(durations))
        };
        self.usual
            .get_or_compute(now_ms, LIFETIME_MS, measuring)
            .await
    }
}

impl Place {
    fn after(n_ahead: u64) -> Self {
        Self {
            number: (n_ahead + 1).min(LAST_PLACE),
            is_later: n_ahead >= LAST_PLACE,
        }
    }
}

impl UsualTime {
    fn of(mut durations_ms: Vec<u64>) -> Option<Self> {
        if durations_ms.len() < MIN_DECISIONS {
            return None;
        }
        durations_ms.sort_unstable();
        let within = |percent: usize| {
            let rank = (durations_ms.len() * percent).div_ceil(100);
            let longest_ms = durations_ms.get(rank.saturating_sub(1))?;
            Some(longest_ms.div_ceil(MINUTE_MS.unsigned_abs()).max(1))
        };
        Some(Self {
            half_within_minutes: within(50)?,
            most_within_minutes: within(90)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_time_is_that_of_half_and_of_nine_tenths_of_the_cases() {
        const MINUTE: u64 = 60_000;
        let of = |minutes: &[u64]| UsualTime::of(minutes.iter().map(|n| n * MINUTE).collect());
        let twenty: Vec<u64> = (1..=20).rev().collect();
        let usual = of(&twenty).unwrap();
        assert_eq!(usual.half_within_minutes, 10);
        assert_eq!(usual.most_within_minutes, 18);
        assert_eq!(of(&twenty[1..]), None);
    }

    #[test]
    fn a_part_of_a_minute_counts_as_a_minute() {
        let usual = UsualTime::of([[0; 9], [60_001; 9], [60_001; 9]].concat()).unwrap();
        assert_eq!(usual.half_within_minutes, 2);
        let usual = UsualTime::of(vec![0; 20]).unwrap();
        assert_eq!(usual.half_within_minutes, 1);
    }

    #[test]
    fn a_place_after_the_last_counted_one_is_a_later_one() {
        let of = |n_ahead| {
            let Place { number, is_later } = Place::after(n_ahead);
            (number, is_later)
        };
        assert_eq!(of(0), (1, false));
        assert_eq!(of(999), (1000, false));
        assert_eq!(of(1000), (1000, true));
    }
}
