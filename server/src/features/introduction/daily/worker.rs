//! The task of a server that makes the sets which are due.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use super::DailySets;
use super::making::Members;
use super::population::Population;
use crate::error::Result;
use crate::ops::metrics::{self, Job};
use crate::store::introduction::state;
use crate::store::lease::{Lease, Take};

/// The time between two searches for work. A member who becomes available waits for half of it on average.
const EVERY: Duration = Duration::from_secs(5);
/// The largest number of requests that are answered together.
const MAX_REQUESTS: u64 = 200;

/// Starts the task. It ends when the caller aborts it.
pub(crate) fn start(sets: DailySets) -> JoinHandle<()> {
    tokio::spawn(async move {
        let mut worker = Worker {
            sets,
            lease: None,
            population: None,
        };
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = Box::pin(worker.work()).await {
                // Another process may have taken the lease and changed introductions, so the population in memory
                // may be out of date.
                worker.lease = None;
                worker.population = None;
                metrics::job_failed(Job::Introductions);
                tracing::warn!(%error, "a set of introductions was interrupted, and will be continued");
            }
        }
    })
}

struct Worker {
    sets: DailySets,
    /// The lease that this process took last. It is valid until another process takes it.
    lease: Option<Lease>,
    /// The members, as they were when the lease was last used.
    population: Option<Arc<Population>>,
}

impl Worker {
    /// Makes the set that is due, or answers the members who asked.
    async fn work(&mut self) -> Result<()> {
        let reads = &self.sets.database.reads;
        let (day, _) = self.sets.latest_set();
        let is_due = !state::is_finished(reads, day).await?;
        let requests = state::list_requests(reads, MAX_REQUESTS).await?;
        if !is_due && requests.is_empty() {
            return Ok(());
        }
        let Some(lease) = self.lease().await? else {
            return Ok(());
        };
        // The set of the day comes first, because all members wait for it.
        let members = if is_due {
            Members::Unserved
        } else {
            Members::Requested(&requests)
        };
        let making = self
            .sets
            .make_set(&lease, &mut self.population, day, members);
        let report = Box::pin(making).await?;
        let (n_members, n_pairs) = (report.n_members, report.n_pairs);
        let elapsed_ms = report.elapsed.as_millis();
        tracing::info!(%day, n_members, n_pairs, elapsed_ms, "members were introduced");
        Ok(())
    }

    /// Returns the lease, or `None` if another process has it.
    async fn lease(&mut self) -> Result<Option<Lease>> {
        if let Some(lease) = &self.lease
            && self.sets.extend_lease(lease).await.is_ok()
        {
            return Ok(Some(lease.clone()));
        }
        self.population = None;
        self.lease = self.sets.take_lease(Take::IfFree).await?;
        Ok(self.lease.clone())
    }
}
