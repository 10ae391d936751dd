//! How many codes are sent: for one account, and to one mailbox whoever asks.
//!
//! They are counted in the database, so they hold across copies of the server, and are never switched
//! off: a mailbox belongs to somebody who may know nothing of us.

use std::time::Duration;

use crate::app::App;
use crate::error::{Error, Result};
use crate::store;
use crate::store::work_email::limit;

/// The time over which is counted.
pub(super) const WINDOW_MS: i64 = 60 * 60 * 1000;
const PER_ACCOUNT: usize = 5;
const PER_MAILBOX: usize = 3;

/// A sending that was counted.
pub(super) struct Sending {
    subjects: [String; 2],
    at_ms: i64,
}

impl Sending {
    /// Counts a sending, or refuses it with E005 and counts nothing.
    pub(super) async fn count(app: &App, line_user_id: &str, mailbox_hash: &str) -> Result<Self> {
        let sending = Self {
            // In this order everywhere, so that no two transactions wait for each other.
            subjects: [
                format!("account:{line_user_id}"),
                format!("mailbox:{mailbox_hash}"),
            ],
            at_ms: app.clock.now_ms(),
        };
        let transaction = store::begin(&app.database).await?;
        for (subject, n_allowed) in sending.subjects.iter().zip([PER_ACCOUNT, PER_MAILBOX]) {
            let mut sent = limit::list_locked(&transaction, subject, sending.at_ms).await?;
            sent.retain(|at_ms| *at_ms > sending.at_ms - WINDOW_MS);
            if let Some(wait) = wait_of(&sent, n_allowed, sending.at_ms) {
                return Err(Error::too_many_requests(wait));
            }
            sent.push(sending.at_ms);
            limit::put(&transaction, subject, &sent).await?;
        }
        transaction.commit().await?;
        Ok(sending)
    }

    /// The mail did not go out, so it does not count.
    pub(super) async fn give_back(self, app: &App) -> Result<()> {
        let transaction = store::begin(&app.database).await?;
        for subject in &self.subjects {
            let mut sent = limit::list_locked(&transaction, subject, self.at_ms).await?;
            if let Some(index) = sent.iter().position(|at_ms| *at_ms == self.at_ms) {
                sent.remove(index);
            }
            limit::put(&transaction, subject, &sent).await?;
        }
        Ok(transaction.commit().await?)
    }
}

/// How long until one more is allowed; `None` when it is now. Oldest first.
fn wait_of(sent: &[i64], n_allowed: usize, now_ms: i64) -> Option<Duration> {
    let oldest_that_counts = sent.len().checked_sub(n_allowed)?;
    let free_at_ms = sent.get(oldest_that_counts)? + WINDOW_MS;
    Some(Duration::from_millis(
        u64::try_from(free_at_ms - now_ms).unwrap_or_default(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_ends_when_the_first_that_counts_is_an_hour_old() {
        let wait_ms = |sent: &[i64]| wait_of(sent, 3, 100).map(|wait| wait.as_millis());
        assert_eq!(wait_ms(&[]), None);
        assert_eq!(wait_ms(&[10, 20]), None);
        assert_eq!(wait_ms(&[10, 20, 30]), Some(3_600_000 - 90));
        assert_eq!(wait_ms(&[10, 20, 30, 40]), Some(3_600_000 - 80));
    }
}
