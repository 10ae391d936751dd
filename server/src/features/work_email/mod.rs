//! Confirms that somebody holds a mailbox at an employer: a code is mailed there, and told back.
//!
//! The address is used to send the mail and then forgotten; the tables have keyed hashes of it.

mod ask;
mod code;
mod confirm;
mod limits;
mod secrets;

pub(crate) use ask::send_code;
pub(crate) use confirm::confirm;
pub(crate) use secrets::WorkEmailKey;

use crate::app::App;
use crate::error::{Error, Result};
use crate::store::work_email::mailbox;
use crate::store::{self, Transaction};

const MINUTE_MS: i64 = 60 * 1000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
/// How long a code is good; the mail says so too.
const CODE_LIFETIME_MS: i64 = 15 * MINUTE_MS;
/// So many wrong tries are the end of a code.
const MAX_FAILURES: i32 = 5;
/// How long a confirmed mailbox waits for an account to use it.
const CONFIRMED_LIFETIME_MS: i64 = 30 * DAY_MS;

/// Binds the mailbox that proves an employment to the account it proves it for. E004 when it is no
/// longer confirmed.
pub(crate) async fn take(
    transaction: &Transaction,
    account_id: i64,
    line_user_id: &str,
    employer_id: &str,
    now_ms: i64,
) -> Result<()> {
    if mailbox::attach(transaction, account_id, line_user_id, employer_id, now_ms).await? {
        Ok(())
    } else {
        Err(Error::conflict("The mailbox is no longer confirmed."))
    }
}

/// Forgets codes that are over, mailboxes nobody used, and what no limit counts any more.
pub(crate) async fn sweep(app: &App) -> Result<()> {
    let now_ms = app.clock.now_ms();
    store::work_email::code::delete_expired(&app.database.writes, now_ms).await?;
    mailbox::delete_expired(&app.database.writes, now_ms).await?;
    let since_ms = now_ms - limits::LONGEST_WINDOW_MS;
    store::work_email::limit::delete_untouched(&app.database.writes, since_ms).await
}
