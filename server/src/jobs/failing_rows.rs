//! The rows of a job that failed. The job goes on with the other rows, and tries the failed rows again after growing
//! pauses.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::hash::Hash;

use super::Round;
use crate::clock::Millis;
use crate::error::{ErrorCode, Result};
use crate::ops::metrics::{self, JobName};

/// The pause after the first failure of a row, and after each E503.
const FIRST_PAUSE_MS: i64 = 1000;
/// The longest pause between two tries of a row.
const LONGEST_PAUSE_MS: i64 = 600_000;

/// The rows that wait for another try, by their ids. Each instance has a list of its own, so a new instance tries all
/// rows at once.
#[derive(Debug)]
pub(crate) struct FailingRows<K>(HashMap<K, Failure>);

#[derive(Debug, Clone, Copy)]
struct Failure {
    n_tries: u32,
    failed_at_ms: Millis,
    pause_until_ms: Millis,
}

impl<K> Default for FailingRows<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Display + Eq + Hash> FailingRows<K> {
    /// Returns the number of rows to list so that at least `n` of them are not waiting for another try.
    pub(crate) fn limit(&self, n: u64) -> u64 {
        n.saturating_add(self.0.len() as u64)
    }

    /// Returns the listed rows whose try is due: first the rows that have not failed, and then the row that failed
    /// longest ago. A row that ends each round with E503 therefore keeps no other row from its turn. Forgets the rows
    /// that are no longer listed, unless the list ended at its limit.
    pub(crate) fn take_due(&mut self, mut listed: Vec<K>, limit: u64, now_ms: Millis) -> Vec<K> {
        if (listed.len() as u64) < limit {
            let still: HashSet<&K> = listed.iter().collect();
            self.0.retain(|key, _| still.contains(key));
        }
        listed.retain(|key| {
            let failure = self.0.get(key);
            failure.is_none_or(|row| row.pause_until_ms <= now_ms)
        });
        listed.sort_by_key(|key| self.0.get(key).map(|row| row.failed_at_ms));
        listed
    }

    /// Returns the result of a row that ended now, or `None` if the row failed. With E503, a service that all rows need
    /// does not answer: the error ends the round, and the pause of the row does not grow.
    pub(crate) fn settle<T>(
        &mut self,
        job: JobName,
        key: K,
        done: Result<T>,
        now_ms: Millis,
    ) -> Result<Option<T>> {
        let error = match done {
            Ok(done) => {
                self.0.remove(&key);
                return Ok(Some(done));
            }
            Err(error) => error,
        };
        let n_tries = self.0.get(&key).map_or(0, |row| row.n_tries);
        let failure_after = |n_tries: u32, pause_ms| Failure {
            n_tries,
            failed_at_ms: now_ms,
            pause_until_ms: now_ms + pause_ms,
        };
        if error.code == ErrorCode::Unavailable {
            self.0.insert(key, failure_after(n_tries, FIRST_PAUSE_MS));
            return Err(error);
        }
        let pause_ms = (FIRST_PAUSE_MS << n_tries.min(20)).min(LONGEST_PAUSE_MS);
        let n_tries = n_tries + 1;
        metrics::job_failed(job);
        let job = job.as_str();
        tracing::error!(job, row = %key, %error, n_tries, pause_ms, "a row of a background job failed, and waits");
        self.0.insert(key, failure_after(n_tries, pause_ms));
        Ok(None)
    }

    /// Returns the end of a round over these rows.
    pub(crate) fn round(&self) -> Round {
        Round {
            n_failing_rows: self.0.len(),
            ..Round::default()
        }
    }
}
