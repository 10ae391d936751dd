//! The job that introduces members to each other: the daily sets, and the first introductions of members who
//! become available between two sets.
//!
//! Any process may run it, one at a time. If a set is interrupted, the next process makes it again. The pairs that
//! are stored already count against the limits of their members, and the database stores no pair twice.

mod circles;
mod making;
mod partners;
mod population;
mod propose;
#[cfg(test)]
mod tests;
mod worker;
mod write;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use aws_lc_rs::hmac;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use enmusubi_core::limits::ABSENCE_DAYS;
use thiserror::Error;
use tokio::select;
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::making::{Members, SetInProgress};
use self::population::{Limits, Population};
pub(crate) use self::worker::DailyJob;
use super::circle_memory::CircleMemory;
use super::schedule::{latest_set, moment};
use crate::clock::{Clock, DAY_MS, Millis};
use crate::error::{Error, Result};
use crate::store::Database;
use crate::store::connection::lease::{self, Lease, Take};
use crate::store::meeting::introduction::candidate::Availability;

const LEASE: &str = "introductions";
/// The time for which a server keeps the lease after it has last extended it.
pub(crate) const LEASE_MS: i64 = 15_000;

/// Makes the sets of introductions.
#[derive(Debug, Clone)]
pub struct DailySets {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    pub(crate) time_zone: Tz,
    /// The time of the daily set.
    pub(crate) introduction_time: NaiveTime,
    /// The most introductions of a member on a day.
    pub(crate) per_day: u16,
    /// The key of the daily decisions between equal pairs, and of the steps of the circles.
    pub(crate) key: hmac::Key,
    /// The name of this process in the table of leases.
    pub(crate) process: String,
    /// The time for which a process keeps the lease after it has last extended it.
    pub(crate) lease_ms: i64,
}

/// The result of making a set.
#[derive(Debug, Clone)]
pub struct SetReport {
    /// The day of the set.
    pub day: NaiveDate,
    /// The members for whom the job looked for introductions.
    pub n_members: usize,
    /// The new introductions.
    pub n_pairs: usize,
    /// The time that the set took.
    pub elapsed: Duration,
    /// The time of each part of the set.
    pub phases: Phases,
}

impl fmt::Display for SetReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n_members, n_pairs) = (self.n_members, self.n_pairs);
        let elapsed_ms = self.elapsed.as_millis();
        write!(
            f,
            "{}: {n_members} members, {n_pairs} introductions, {elapsed_ms} ms ({})",
            self.day, self.phases
        )
    }
}

/// The time that the parts of a set took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Phases {
    /// Reading the members.
    pub read: Duration,
    /// Reading whom they have met.
    pub history: Duration,
    /// Comparing the members and choosing pairs.
    pub compare: Duration,
    /// Counting the circles.
    pub circles: Duration,
    /// Checking and storing the pairs, and storing the circles.
    pub write: Duration,
}

impl fmt::Display for Phases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            read,
            history,
            compare,
            circles,
            write,
        } = self;
        write!(
            f,
            "read {read:.1?}, history {history:.1?}, compare {compare:.1?}, circles {circles:.1?}, write {write:.1?}"
        )
    }
}

/// The reason why the set of a day cannot be made.
#[derive(Debug, Error)]
pub enum SetError {
    /// The day has no set that could be made now.
    #[error(
        "the set of {day} is not due: today is {today}, and the latest set is that of {latest}"
    )]
    NotDue {
        /// The requested day.
        day: NaiveDate,
        /// The date on the calendar of the deployment.
        today: NaiveDate,
        /// The day of the latest set.
        latest: NaiveDate,
    },
    /// The server or the database failed.
    #[error(transparent)]
    Failed(#[from] Error),
}

impl DailySets {
    /// Makes the set of the given day, which must be today or the day of the latest set; without a day, makes the
    /// latest set. Takes the lease from any other process.
    pub async fn introduce(&self, day: Option<NaiveDate>) -> Result<SetReport, SetError> {
        let (latest, _) = self.latest_set();
        let today = self.clock.today(self.time_zone);
        let day = day.unwrap_or(latest);
        if day != latest && day != today {
            return Err(SetError::NotDue { day, today, latest });
        }
        let lease = self.take_lease(Take::Always).await?;
        let lease = lease.ok_or_else(|| Error::internal("a lease is not taken by force"))?;
        let mut population = None;
        let made = self
            .make_set(&lease, &mut population, day, Members::Unserved)
            .await;
        self.give_up_lease(&lease).await?;
        Ok(made?)
    }

    fn latest_set(&self) -> (NaiveDate, DateTime<Utc>) {
        latest_set(self.clock.now(), self.introduction_time, self.time_zone)
    }

    async fn take_lease(&self, take: Take) -> Result<Option<Lease>> {
        let now_ms = self.clock.now_ms();
        let (writes, until_ms) = (&self.database.writes, now_ms + self.lease_ms);
        lease::take(writes, LEASE, &self.process, take, now_ms, until_ms).await
    }

    /// Returns the lease that this process holds, or `None` if another process has it.
    async fn hold_lease(&self, last: Option<&Lease>) -> Result<Option<Lease>> {
        let times = (self.clock.now_ms(), self.lease_until_ms());
        lease::hold(&self.database.writes, last, (LEASE, &self.process), times).await
    }

    async fn give_up_lease(&self, lease: &Lease) -> Result<()> {
        lease::give_up(&self.database.writes, lease).await
    }

    fn lease_until_ms(&self) -> Millis {
        self.clock.now_ms() + self.lease_ms
    }

    /// Does some work while another task extends the lease. Drops the work and returns E503 once another process has
    /// taken the lease.
    async fn holding<T>(&self, lease: &Lease, work: impl Future<Output = Result<T>>) -> Result<T> {
        let (sets, lease) = (self.clone(), lease.clone());
        let mut extending = JoinSet::new();
        extending.spawn(async move { sets.extend_until_taken(&lease).await });
        select! {
            done = work => done,
            _ = extending.join_next() => Err(lease::taken()),
        }
    }

    async fn extend_until_taken(&self, lease: &Lease) {
        // A quarter of the lease: two tries may fail before another process can take the lease. No try is cut off: on
        // SQLite it would lose its place before the one writer, and on PostgreSQL it would leave a connection behind.
        let every = Duration::from_millis(self.lease_ms.unsigned_abs() / 4);
        loop {
            sleep(every).await;
            let until_ms = self.lease_until_ms();
            match lease::try_extend(&self.database.writes, lease, until_ms).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => tracing::warn!(%error, "the lease of a set was not extended"),
            }
        }
    }

    /// Makes the set for all members who lack it and records that it is complete, or introduces only the members
    /// who asked. Stores the population for the next call. All work of a set belongs in this function: the lease is
    /// extended only while it runs.
    async fn make_set(
        &self,
        lease: &Lease,
        population: &mut Option<Arc<Population>>,
        day: NaiveDate,
        members: Members<'_>,
    ) -> Result<SetReport> {
        let making = Box::pin(self.make_set_with_lease(lease, population, day, members));
        self.holding(lease, making).await
    }

    async fn make_set_with_lease(
        &self,
        lease: &Lease,
        population: &mut Option<Arc<Population>>,
        day: NaiveDate,
        members: Members<'_>,
    ) -> Result<SetReport> {
        let start = Instant::now();
        let now_ms = self.clock.now_ms();
        let mut making = SetInProgress {
            sets: self,
            lease,
            limits: Limits {
                day,
                per_day: self.per_day,
            },
            set_at: moment(day, self.introduction_time, self.time_zone),
            availability: Availability {
                now_ms,
                opened_from_ms: now_ms - ABSENCE_DAYS * DAY_MS,
            },
            today: self.clock.today(self.time_zone),
            phases: Phases::default(),
        };
        let mut all = making.population(population.take(), members).await?;
        let viewers = making.viewers(&all, members);
        let n_pairs = making.introduce(&mut all, &viewers, members).await?;
        making.serve(&all, &viewers).await?;
        making.finish(members).await?;
        *population = Some(all);
        Ok(SetReport {
            day,
            n_members: viewers.len(),
            n_pairs,
            elapsed: start.elapsed(),
            phases: making.phases,
        })
    }

    /// Returns the number that decides between equal pairs on a day. No member can compute it.
    fn seed(&self, day: NaiveDate) -> u64 {
        let tag = hmac::sign(&self.key, day.to_string().as_bytes());
        let bytes = tag.as_ref().first_chunk().copied().unwrap_or_default();
        u64::from_be_bytes(bytes)
    }
}
