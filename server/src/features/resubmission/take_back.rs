//! Takes a profile that no reviewer has claimed back to its member, who corrects it with a resubmission.

use enmusubi_core::review::{ReviewAction, ReviewStatus};

use super::Resubmissions;
use crate::error::{Error, ErrorCode, Result};
use crate::features::standing::not_registered;
use crate::store;
use crate::store::review::review_case;
use crate::store::review::{MEMBER, Step};

impl Resubmissions {
    /// Gives a pending profile back to its member and returns the new status. A repeated call changes
    /// nothing and returns the same. Returns E003 for a user without an account, and E008 in every
    /// other state: a reviewer has claimed the profile, or decided about it.
    pub(crate) async fn take_back(&self, line_user_id: &str) -> Result<ReviewStatus> {
        let transaction = store::begin(&self.database).await?;
        let account = store::account::find_locked(&transaction, line_user_id)
            .await?
            .ok_or_else(not_registered)?;
        let from = account.review;
        if from.status == ReviewStatus::NeedsInfo {
            let latest = store::review::find_latest_step(&transaction, account.id).await?;
            // The response to the first call may have been lost.
            if latest.is_some_and(|step| step.is_taking_back()) {
                transaction.commit().await?;
                return Ok(from.status);
            }
        }
        let next = from.apply(ReviewAction::TakeBack).map_err(|_| claimed())?;
        if !store::review::set_state(&transaction, account.id, from, next).await? {
            return Err(claimed());
        }
        let step = Step {
            action: ReviewAction::TakeBack,
            actor: MEMBER,
            from: from.status,
            to: next.status,
            reasons: &[],
        };
        let case = review_case::find_of_profile(&transaction, account.id).await?;
        if let Some(case) = case {
            review_case::withdraw(&transaction, case.id).await?;
        }
        let now_ms = self.clock.now_ms();
        store::review::insert_step(&transaction, account.id, step, now_ms).await?;
        transaction.commit().await?;
        Ok(next.status)
    }
}

fn claimed() -> Error {
    Error::from(ErrorCode::Forbidden)
}
