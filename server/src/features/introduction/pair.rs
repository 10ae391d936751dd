//! Locks the two members of an introduction for a change that concerns both.

use chrono::NaiveDate;
use enmusubi_core::limits::WAITING_INTRODUCTIONS;

use crate::clock::Millis;
use crate::error::{Error, ErrorCode, Result};
use crate::features::standing::get_approved;
use crate::store::account::Account;
use crate::store::meeting::introduction::{OwnIntroduction, Shown, find_shown, limits, state};
use crate::store::{self, AccountId, Transaction};

/// An introduction whose two members are locked until the transaction ends.
#[derive(Debug)]
pub(crate) struct LockedPair {
    pub(crate) account: Account,
    pub(crate) own: OwnIntroduction,
}

/// Locks both members of an introduction of the caller. Returns E008 unless the caller is approved, and E003 if the
/// caller has no such introduction, or if `shown` leaves it out.
pub(crate) async fn lock_pair(
    transaction: &Transaction,
    line_user_id: &str,
    public_id: &str,
    shown: Shown,
    now_ms: Millis,
) -> Result<LockedPair> {
    let account = lock_members(transaction, line_user_id, public_id, shown, now_ms).await?;
    let own = find_shown(transaction, account.id, public_id, shown, now_ms).await?;
    Ok(LockedPair {
        account,
        own: own.ok_or_else(no_introduction)?,
    })
}

/// Locks both members of an introduction of the caller, as [`lock_pair`] does, and returns the caller's account. The
/// introduction that led to the other member may be out of date after the locks, so read it again.
///
/// All changes of a pair lock the accounts in the order of their ids, as the job that makes the introductions does. In
/// different orders, two transactions could wait for each other.
pub(crate) async fn lock_members(
    transaction: &Transaction,
    line_user_id: &str,
    public_id: &str,
    shown: Shown,
    now_ms: Millis,
) -> Result<Account> {
    let account = get_approved(store::account::find(transaction, line_user_id).await?)?;
    let own = find_shown(transaction, account.id, public_id, shown, now_ms).await?;
    let other_id = own.ok_or_else(no_introduction)?.other_id;
    store::account::lock_all(transaction, &[account.id, other_id]).await?;
    get_approved(store::account::find(transaction, line_user_id).await?)
}

/// Asks the job for new introductions, which the member did not get because too many waited for an answer. Call it
/// after the member has answered or ended an introduction.
pub(crate) async fn ask_if_room_again(
    transaction: &Transaction,
    account_id: AccountId,
    day: NaiveDate,
    now_ms: Millis,
) -> Result<()> {
    let counts = limits::count(transaction, &[account_id], day, now_ms).await?;
    let n_left = counts.get(&account_id).map_or(0, |counts| counts.waiting);
    if n_left + 1 == WAITING_INTRODUCTIONS {
        state::ask(transaction, account_id, now_ms).await?;
    }
    Ok(())
}

/// The error for an introduction or a match that does not exist, is not the caller's, or can no longer be seen. All
/// of these look the same.
pub(crate) fn no_introduction() -> Error {
    Error::from(ErrorCode::NotFound)
}
