//! Limits the codes that are sent for one account and to one mailbox, and the codes that a user tries.
//!
//! The counts are in the database, so the limits hold across instances of the server. They cannot be
//! switched off, because the owner of a mailbox may not know Enmusubi.

use std::time::Duration;

use crate::clock::{DAY_MS, HOUR_MS, Millis};
use crate::error::{Error, Result};
use crate::store::Transaction;
use crate::store::account::work_email::limit;

/// The largest number of events within a time window.
struct Limit {
    n_allowed: usize,
    window_ms: i64,
}

/// The longest window of all limits. Older events do not count.
pub(super) const LONGEST_WINDOW_MS: i64 = DAY_MS;

const CODES_OF_AN_ACCOUNT: [Limit; 2] = [per_hour(5), per_day(10)];
/// The codes that one account may send to one mailbox.
const CODES_OF_A_SHARE: [Limit; 1] = [per_hour(2)];
/// The codes that all accounts together may send to one mailbox. The caller does not learn that this
/// limit is reached, because that would reveal the requests of other accounts.
const CODES_OF_A_MAILBOX: [Limit; 1] = [per_day(6)];
/// There are a million codes. With this many guesses a day an attacker needs years for a chance of one
/// in a hundred.
const WRONG_TRIES_OF_AN_ACCOUNT: [Limit; 1] = [per_day(20)];

const fn per_hour(n_allowed: usize) -> Limit {
    Limit {
        n_allowed,
        window_ms: HOUR_MS,
    }
}

const fn per_day(n_allowed: usize) -> Limit {
    Limit {
        n_allowed,
        window_ms: DAY_MS,
    }
}

/// A mail that the limits have counted.
pub(super) struct CountedMail {
    subjects: Vec<String>,
    at_ms: Millis,
    /// False if the mailbox gets no more mails today. The response is the same in both cases.
    pub(super) is_mailed: bool,
}

impl CountedMail {
    /// Counts a sending. Returns E005 beyond a limit; the caller must then drop the transaction.
    pub(super) async fn count(
        transaction: &Transaction,
        line_user_id: &str,
        mailbox_hash: &str,
        at_ms: Millis,
    ) -> Result<Self> {
        // Mail no code to a user who may not try one.
        let tries = limit::list(transaction, &limit::subject_of_tries(line_user_id)).await?;
        if let Some(wait) = wait_of(&tries, &WRONG_TRIES_OF_AN_ACCOUNT, at_ms) {
            return Err(Error::too_many_requests(wait));
        }
        // Every transaction locks the mailbox last, so that no two of them wait for each other.
        let own = [
            (
                limit::subject_of_account(line_user_id),
                CODES_OF_AN_ACCOUNT.as_slice(),
            ),
            (
                limit::subject_of_share(line_user_id, mailbox_hash),
                CODES_OF_A_SHARE.as_slice(),
            ),
        ];
        let mut subjects = Vec::with_capacity(3);
        for (subject, limits) in own {
            if let Some(wait) = count(transaction, &subject, limits, at_ms).await? {
                return Err(Error::too_many_requests(wait));
            }
            subjects.push(subject);
        }
        let mailbox = limit::subject_of_mailbox(mailbox_hash);
        let wait = count(transaction, &mailbox, &CODES_OF_A_MAILBOX, at_ms).await?;
        let is_mailed = wait.is_none();
        if is_mailed {
            subjects.push(mailbox);
        }
        Ok(Self {
            subjects,
            at_ms,
            is_mailed,
        })
    }

    /// Removes the sending from the counts, because the mail was not sent.
    pub(super) async fn give_back(self, transaction: &Transaction) -> Result<()> {
        for subject in &self.subjects {
            let mut counted = limit::list_locked(transaction, subject, self.at_ms).await?;
            if let Some(index) = counted.iter().position(|at_ms| *at_ms == self.at_ms) {
                counted.remove(index);
            }
            limit::put(transaction, subject, &counted).await?;
        }
        Ok(())
    }
}

/// Returns true if the user has not reached the limit of wrong tries. Other requests of the user wait
/// for the transaction to end.
pub(super) async fn may_try(
    transaction: &Transaction,
    line_user_id: &str,
    now_ms: Millis,
) -> Result<bool> {
    let tries =
        limit::list_locked(transaction, &limit::subject_of_tries(line_user_id), now_ms).await?;
    Ok(wait_of(&tries, &WRONG_TRIES_OF_AN_ACCOUNT, now_ms).is_none())
}

pub(super) async fn count_wrong_try(
    transaction: &Transaction,
    line_user_id: &str,
    now_ms: Millis,
) -> Result<()> {
    let subject = limit::subject_of_tries(line_user_id);
    count(transaction, &subject, &WRONG_TRIES_OF_AN_ACCOUNT, now_ms).await?;
    Ok(())
}

/// Counts an event, or returns the time until the limits allow it and counts nothing.
async fn count(
    transaction: &Transaction,
    subject: &str,
    limits: &[Limit],
    at_ms: Millis,
) -> Result<Option<Duration>> {
    let mut counted = limit::list_locked(transaction, subject, at_ms).await?;
    let wait = wait_of(&counted, limits, at_ms);
    if wait.is_none() {
        counted.retain(|counted_at_ms| *counted_at_ms > at_ms - LONGEST_WINDOW_MS);
        counted.push(at_ms);
        limit::put(transaction, subject, &counted).await?;
    }
    Ok(wait)
}

/// Returns the time until every limit allows one more event; `None` if they all allow it now. The
/// counted times are in ascending order.
fn wait_of(counted: &[Millis], limits: &[Limit], now_ms: Millis) -> Option<Duration> {
    let free_at_ms = limits.iter().filter_map(|limit| {
        let oldest_that_counts = counted.len().checked_sub(limit.n_allowed)?;
        Some(*counted.get(oldest_that_counts)? + limit.window_ms)
    });
    let wait_ms = free_at_ms.max()? - now_ms;
    let wait_ms = u64::try_from(wait_ms).ok().filter(|wait_ms| *wait_ms > 0)?;
    Some(Duration::from_millis(wait_ms))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait_ms(counted: &[i64], limits: &[Limit], now_ms: i64) -> Option<u128> {
        let counted: Vec<_> = counted.iter().copied().map(Millis).collect();
        wait_of(&counted, limits, Millis(now_ms)).map(|wait| wait.as_millis())
    }

    #[test]
    fn the_wait_ends_when_the_oldest_counted_event_is_an_hour_old() {
        let hourly = |counted: &[i64], now_ms| wait_ms(counted, &[per_hour(3)], now_ms);
        assert_eq!(hourly(&[], 100), None);
        assert_eq!(hourly(&[10, 20], 100), None);
        assert_eq!(hourly(&[10, 20, 30], 100), Some(3_600_000 - 90));
        assert_eq!(hourly(&[10, 20, 30, 40], 100), Some(3_600_000 - 80));
        assert_eq!(hourly(&[10, 20, 30], 3_600_009), Some(1));
        assert_eq!(hourly(&[10, 20, 30], 3_600_010), None);
    }

    #[test]
    fn the_longer_wait_of_two_limits_counts() {
        let limits = [per_hour(1), per_day(2)];
        assert_eq!(wait_ms(&[0], &limits, 0), Some(3_600_000));
        assert_eq!(
            wait_ms(&[0, 3_600_000], &limits, 3_600_000),
            Some(23 * 3_600_000)
        );
        assert_eq!(
            wait_ms(&[0, 86_399_000], &limits, 86_399_000),
            Some(3_600_000)
        );
        assert_eq!(wait_ms(&[0, 3_600_000], &limits, 86_400_000), None);
    }
}
