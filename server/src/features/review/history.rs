//! The earlier steps about a member: those of the profile's review, and the decisions about changes and reports.

use std::fmt;

use enmusubi_core::review::{CaseAction, CaseKind, Reason, ReviewAction};
use serde::Serialize;
use utoipa::ToSchema;

use super::Reviews;
use crate::clock::Millis;
use crate::error::Result;
use crate::store::review::review_case::{self, StoredCase};
use crate::store::review::{MEMBER, PastStep};
use crate::store::{self, AccountId};

/// An earlier step.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EarlierStep {
    #[schema(value_type = String, format = DateTime)]
    pub(super) at: Millis,
    /// The kind of case for a decision about a change or a report. Null for a step of the profile's review.
    #[schema(required)]
    pub(super) case_kind: Option<CaseKind>,
    pub(super) action: EarlierAction,
    /// The name of the reviewer who took the step. Empty if the member took it.
    pub(super) reviewer: String,
    pub(super) reasons: Vec<Reason>,
}

/// The action of a step. A step of the profile's review has an action of a review, and a decision about a change or a
/// report has an action of a case.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum EarlierAction {
    /// A [`ReviewAction`] as stored. It is a text, because a newer server may have stored an action that this server does
    /// not know.
    #[schema(value_type = ReviewAction)]
    OfReview(String),
    OfCase(CaseAction),
}

impl fmt::Display for EarlierAction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OfReview(action) => formatter.write_str(action),
            Self::OfCase(action) => action.fmt(formatter),
        }
    }
}

impl EarlierStep {
    fn of_review(step: PastStep) -> Self {
        let is_members = step.actor == MEMBER;
        Self {
            at: step.at_ms,
            case_kind: None,
            action: EarlierAction::OfReview(step.action),
            reviewer: if is_members {
                String::new()
            } else {
                step.actor
            },
            reasons: step.reasons,
        }
    }

    /// Returns `None` for a suspension, which is a step of the profile's review as well.
    fn of_case(case: StoredCase) -> Option<Self> {
        let decided = case
            .decided
            .filter(|decided| decided.decision.action != CaseAction::Suspend);
        decided.map(|decided| Self {
            at: decided.at_ms,
            case_kind: Some(case.kind),
            action: EarlierAction::OfCase(decided.decision.action),
            reviewer: decided.by.name,
            reasons: decided.decision.reasons,
        })
    }
}

impl Reviews {
    /// Returns the earlier steps about a member, the oldest first.
    pub(super) async fn list_earlier_steps(
        &self,
        account_id: AccountId,
    ) -> Result<Vec<EarlierStep>> {
        let reads = &self.database.reads;
        let steps = store::review::list_steps(reads, account_id).await?;
        let cases = review_case::list_beside_profile(reads, account_id).await?;
        let steps = steps.into_iter().map(EarlierStep::of_review);
        let cases = cases.into_iter().filter_map(EarlierStep::of_case);
        let mut all: Vec<_> = steps.chain(cases).collect();
        all.sort_by_key(|step| step.at);
        Ok(all)
    }
}
