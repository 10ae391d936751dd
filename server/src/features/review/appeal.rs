//! The appeal of a member against a rejection, which another reviewer decides.

use enmusubi_core::limits::APPEAL_DAYS;
use enmusubi_core::review::{CaseKind, ReviewAction, ReviewState, ReviewStatus};

use super::case_reviewer::find_person;
use super::locked_account::{LockedAccount, ReviewStep};
use super::{ReviewError, Reviews};
use crate::clock::{DAY_MS, Millis};
use crate::error::{Error, ErrorCode, Result};
use crate::features::standing::not_registered;
use crate::store;
use crate::store::audit::actor::Actor;
use crate::store::review::review_case::{self, NewCase};
use crate::store::review::{MEMBER, PastStep};

impl Reviews {
    /// Asks for another review of a rejected profile and returns the new status. The same text again changes nothing
    /// and returns the same, because the response to the first call may have been lost.
    ///
    /// Returns E003 for a user without an account, and E008 in every other state: the profile is not rejected, the
    /// member has appealed before, or the rejection is older than 180 days.
    pub async fn appeal(&self, line_user_id: &str, text: &str) -> Result<ReviewStatus> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        let account = store::account::find_locked(&transaction, line_user_id).await?;
        let account = account.ok_or_else(not_registered)?;
        let account = LockedAccount {
            line_user_id: line_user_id.to_owned(),
            account,
        };
        let account_id = account.account.id;
        if !account.is(ReviewStatus::Rejected) {
            let open = review_case::find_of_profile(&transaction, account_id).await?;
            let is_same = open.is_some_and(|case| case.appeal.as_deref() == Some(text));
            if !is_same {
                return Err(Error::from(ErrorCode::Forbidden));
            }
            transaction.commit().await?;
            return Ok(account.account.review.status);
        }
        let latest = store::review::find_latest_step(&transaction, account_id).await?;
        if appeal_until_ms(account.account.review, latest.as_ref(), now_ms).is_none() {
            return Err(Error::from(ErrorCode::Forbidden));
        }
        let rejected = review_case::find_applied(&transaction, account_id).await?;
        let rejected_by = match rejected.and_then(|case| case.decided) {
            Some(decided) => Some(find_person(&transaction, &decided.by).await?),
            None => None,
        };
        let profile =
            store::profile::get_in_its_place(&transaction, account_id, line_user_id).await?;
        let case = NewCase {
            // Several people use the command line, so it compares the name of the person who decides.
            barred: rejected_by.filter(|actor| matches!(actor, Actor::Reviewer(_))),
            appeal: Some(text.to_owned()),
            ..NewCase::of_profile(account_id, CaseKind::Appeal, &profile, now_ms)
        };
        review_case::insert_all(&transaction, [case]).await?;
        let step = ReviewStep {
            action: ReviewAction::Appeal,
            reasons: &[],
            name: MEMBER,
        };
        account
            .take(&transaction, step, now_ms)
            .await
            .map_err(ReviewError::into_error)?;
        transaction.commit().await?;
        Ok(ReviewStatus::Pending)
    }
}

/// Returns the end of the time in which the member can appeal. `None` if the profile is not rejected, if the member
/// has appealed before, and if the time is over.
pub(crate) fn appeal_until_ms(
    state: ReviewState,
    latest_step: Option<&PastStep>,
    now_ms: Millis,
) -> Option<Millis> {
    if state.status != ReviewStatus::Rejected || state.appealed {
        return None;
    }
    let rejection = latest_step.filter(|step| step.action == ReviewAction::Reject.as_str())?;
    let until_ms = rejection.at_ms + APPEAL_DAYS * DAY_MS;
    (until_ms > now_ms).then_some(until_ms)
}
