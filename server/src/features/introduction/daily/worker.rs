//! The job of a server that makes the sets which are due.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use super::DailySets;
use super::making::Members;
use super::population::Population;
use crate::error::Result;
use crate::jobs::{Job, Round};
use crate::store::connection::lease::Lease;
use crate::store::meeting::introduction::state;

/// The largest number of requests that are answered together.
const MAX_REQUESTS: u64 = 200;

/// The longest wait for the end of a lease after a failure. The database may be the cause, and not answer.
const GIVE_UP_LIMIT: Duration = Duration::from_secs(5);

/// The job of a server that makes the sets which are due. A failed job is dropped with its memory: another process may have
/// taken the lease and changed introductions.
pub(crate) struct DailyJob {
    sets: DailySets,
    /// The lease that this process took last. It is valid until another process takes it.
    lease: Option<Lease>,
    /// The members, as they were when the lease was last used.
    population: Option<Arc<Population>>,
}

impl Job for DailyJob {
    async fn run(&mut self) -> Result<Round> {
        self.work().await
    }
}

impl DailyJob {
    pub(crate) const fn new(sets: DailySets) -> Self {
        Self {
            sets,
            lease: None,
            population: None,
        }
    }

    /// Makes the set that is due, or answers the members who asked.
    async fn work(&mut self) -> Result<Round> {
        let reads = &self.sets.database.reads;
        let (day, _) = self.sets.latest_set();
        let is_due = !state::is_finished(reads, day).await?;
        let requests = state::list_requests(reads, MAX_REQUESTS).await?;
        if !is_due && requests.is_empty() {
            return Ok(Round::default());
        }
        let Some(lease) = self.lease().await? else {
            return Ok(Round {
                is_held_elsewhere: true,
                ..Round::default()
            });
        };
        // The set of the day comes first, because all members wait for it.
        let members = if is_due {
            Members::Unserved
        } else {
            Members::Requested(&requests)
        };
        let report = match self
            .sets
            .make_set(&lease, &mut self.population, day, members)
            .await
        {
            Ok(report) => report,
            Err(error) => {
                // The job that replaces this one starts without a lease. If this lease cannot be given up, the new job
                // waits until it ends.
                timeout(GIVE_UP_LIMIT, self.sets.give_up_lease(&lease))
                    .await
                    .ok();
                return Err(error);
            }
        };
        let (n_members, n_pairs) = (report.n_members, report.n_pairs);
        let elapsed_ms = report.elapsed.as_millis();
        tracing::info!(%day, n_members, n_pairs, elapsed_ms, "members were introduced");
        Ok(Round::default())
    }

    /// Returns the lease, or `None` if another process has it.
    async fn lease(&mut self) -> Result<Option<Lease>> {
        let lease = self.sets.hold_lease(self.lease.as_ref()).await?;
        if lease != self.lease {
            self.population = None;
            self.lease.clone_from(&lease);
        }
        Ok(lease)
    }
}
