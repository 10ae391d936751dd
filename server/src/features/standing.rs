//! The state in which an account must be for a call: it exists, is not barred, or is approved.

use chrono::NaiveDate;
use enmusubi_core::review::ReviewStatus;
use enmusubi_core::{CheckContext, Uploads, UserProfileCreate};

use crate::error::{Error, ErrorCode, Result};
use crate::store::account::Account;
use crate::store::{self, AccountId, Database, Transaction};

/// The profile of an approved member who changes fields that no reviewer checks. The account is locked until the
/// transaction ends, so that the limits count concurrent changes too.
pub(crate) struct LockedProfile {
    pub(crate) transaction: Transaction,
    pub(crate) account_id: AccountId,
    pub(crate) stored: UserProfileCreate,
    pub(crate) context: CheckContext<'static>,
}

impl LockedProfile {
    /// Locks the account and reads the profile. Returns E008 unless the member is approved.
    pub(crate) async fn lock(
        database: &Database,
        line_user_id: &str,
        today: NaiveDate,
    ) -> Result<Self> {
        let transaction = store::begin(database).await?;
        let account = store::account::find_locked(&transaction, line_user_id).await?;
        let account_id = get_approved(account)?.id;
        Ok(Self {
            stored: store::profile::get_in_its_place(&transaction, account_id, line_user_id)
                .await?,
            account_id,
            transaction,
            // The fields name no file and no mailbox, and are not about the proof of age, so the context of a form, which
            // checks none of these, is as strict as that of a server.
            context: CheckContext::for_form(today).with_uploads(Uploads::Named),
        })
    }
}

/// Returns E008 for an account that is rejected or suspended.
pub(crate) fn refuse_barred(status: ReviewStatus) -> Result<()> {
    match status {
        ReviewStatus::Rejected | ReviewStatus::Suspended => Err(Error::from(ErrorCode::Forbidden)),
        _ => Ok(()),
    }
}

/// Returns the account if its profile is approved. Returns E003 without an account, and E008 in every other
/// state.
pub(crate) fn get_approved(account: Option<Account>) -> Result<Account> {
    let account = account.ok_or_else(not_registered)?;
    if account.review.status != ReviewStatus::Approved {
        return Err(Error::from(ErrorCode::Forbidden));
    }
    Ok(account)
}

pub(crate) fn not_registered() -> Error {
    Error::not_found("There is no such account.")
}
