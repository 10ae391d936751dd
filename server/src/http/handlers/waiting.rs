//! The part of `/user/my-info` about the time that a member waits for a reviewer.

use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Result;
use crate::features::review::Waiting;

/// The wait for a reviewer's decision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WaitingResponse {
    /// The time of the registration, the resubmission or the appeal: RFC 3339, in UTC.
    #[schema(format = DateTime)]
    submitted_at: String,
    /// True if the member appeals against a rejection.
    is_appeal: bool,
    /// Null while a reviewer has the profile.
    #[schema(required)]
    place: Option<QueuePlaceResponse>,
    /// Null if reviewers decided about too few profiles in the last seven days.
    #[schema(required)]
    usual: Option<UsualTimeResponse>,
}

/// A place in the queue of the reviewers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QueuePlaceResponse {
    /// The place. The next case to decide has the number 1.
    number: u64,
    /// True if the profile has a later place than this number, which is the last that the server counts.
    is_later: bool,
}

/// The time from the submission of a profile to the decision, over the last seven days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UsualTimeResponse {
    /// Half of the profiles were decided within these minutes.
    half_within_minutes: u64,
    /// Nine of ten profiles were decided within these minutes.
    most_within_minutes: u64,
}

impl WaitingResponse {
    pub(super) fn new(waiting: &Waiting) -> Result<Self> {
        Ok(Self {
            submitted_at: waiting.submitted_at_ms.rfc_3339(),
            is_appeal: waiting.is_appeal,
            place: waiting.place.map(|place| QueuePlaceResponse {
                number: place.number,
                is_later: place.is_later,
            }),
            usual: waiting.usual.map(|usual| UsualTimeResponse {
                half_within_minutes: usual.half_within_minutes,
                most_within_minutes: usual.most_within_minutes,
            }),
        })
    }
}
