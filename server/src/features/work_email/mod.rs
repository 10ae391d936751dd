//! Confirms that a user has a mailbox at an employer: the server mails a code to the mailbox, and the user enters it.
//!
//! The server uses the address only to send the mail. The tables hold keyed hashes of the address.

mod code;
mod confirm;
mod limits;
mod secrets;
mod send_code;

pub(crate) use confirm::ConfirmedMailbox;
pub(crate) use secrets::WorkEmailKey;

use std::sync::Arc;

use crate::adapters::mail::Mailer;
use crate::clock::{Clock, DAY_MS, MINUTE_MS};
use crate::error::Result;
use crate::features::submission::AccountLocks;
use crate::store::Database;
use crate::store::account::work_email::{code as codes, limit, mailbox};

/// The lifetime of a code. The text of the mail states it too.
const CODE_LIFETIME_MS: i64 = 15 * MINUTE_MS;
/// A code is invalid after this many wrong tries.
const MAX_FAILURES: i32 = 5;
/// The time for which a confirmed mailbox waits for an account to use it.
const CONFIRMED_LIFETIME_MS: i64 = 30 * DAY_MS;

/// Mails codes and confirms mailboxes.
#[derive(Debug, Clone)]
pub(crate) struct WorkEmails {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    pub(crate) account_locks: AccountLocks,
    pub(crate) key: WorkEmailKey,
    pub(crate) mailer: Arc<Mailer>,
}

impl WorkEmails {
    /// Deletes expired codes, confirmed mailboxes that no account used in time, and counts that no
    /// limit needs any more.
    pub(crate) async fn clean_up(&self) -> Result<()> {
        let now_ms = self.clock.now_ms();
        let writes = &self.database.writes;
        codes::delete_expired(writes, now_ms).await?;
        mailbox::delete_expired(writes, now_ms).await?;
        limit::delete_untouched(writes, now_ms - limits::LONGEST_WINDOW_MS).await
    }
}
