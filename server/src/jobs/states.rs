//! The states of the jobs, for `/readyz` and the metrics.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::{Round, Schedule};
use crate::clock::{Clock, Millis};
use crate::ops::metrics::{self, JobName};

/// The time for which a busy machine may be late to end a round at its limit.
const PATIENCE: Duration = Duration::from_secs(10);

/// The states of the jobs of an instance. It is empty where no job runs.
#[derive(Debug, Clone)]
pub(crate) struct JobStates {
    clock: Clock,
    records: Arc<Mutex<BTreeMap<JobName, Record>>>,
}

/// The facts about a job that the driver records.
#[derive(Debug)]
struct Record {
    /// The moment by which the next round should have ended.
    due: Instant,
    last_success_ms: Option<Millis>,
    last_failure_ms: Option<Millis>,
    has_failed: bool,
    n_failing_rows: usize,
}

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JobState {
    Ok,
    /// The last round failed, or rows wait for another try.
    Failing,
    /// No round has ended for longer than the schedule of the job allows.
    Overdue,
}

/// The state of a job, with the times of its rounds in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct JobStatus {
    pub(crate) name: JobName,
    pub(crate) state: JobState,
    pub(crate) last_success_ms: Option<Millis>,
    pub(crate) last_failure_ms: Option<Millis>,
    pub(crate) n_failing_rows: usize,
}

impl JobStates {
    pub(crate) fn new(clock: Clock) -> Self {
        Self {
            clock,
            records: Arc::default(),
        }
    }

    /// Returns the states in the order of the names.
    pub(crate) fn list(&self) -> Vec<JobStatus> {
        let now = Instant::now();
        let records = self.lock();
        let status_of = |(name, record): (&JobName, &Record)| JobStatus {
            name: *name,
            state: record.state(now),
            last_success_ms: record.last_success_ms,
            last_failure_ms: record.last_failure_ms,
            n_failing_rows: record.n_failing_rows,
        };
        records.iter().map(status_of).collect()
    }

    /// Records the states in the metrics.
    pub(crate) fn observe(&self) {
        for job in self.list() {
            let is_degraded = job.state != JobState::Ok;
            let (success_ms, failure_ms) = (job.last_success_ms, job.last_failure_ms);
            metrics::observe_job(job.name, is_degraded, success_ms, failure_ms);
        }
    }

    /// Records that a job is about to begin its first round.
    pub(super) fn begin(&self, schedule: Schedule) {
        let record = Record {
            due: due_after(schedule, Duration::ZERO),
            last_success_ms: None,
            last_failure_ms: None,
            has_failed: false,
            n_failing_rows: 0,
        };
        self.lock().insert(schedule.name, record);
    }

    pub(super) fn succeed(&self, schedule: Schedule, round: Round) {
        let now_ms = self.clock.now_ms();
        self.change(schedule, schedule.every, |record| {
            record.last_success_ms = Some(now_ms);
            record.has_failed = false;
            record.n_failing_rows = round.n_failing_rows;
        });
    }

    /// Records a round whose work another process holds.
    pub(super) fn skip(&self, schedule: Schedule, round: Round) {
        self.change(schedule, schedule.every, |record| {
            record.n_failing_rows = round.n_failing_rows;
        });
    }

    /// Records a failed round, and the pause that follows.
    pub(super) fn fail(&self, schedule: Schedule, pause: Duration) {
        let now_ms = self.clock.now_ms();
        self.change(schedule, pause, |record| {
            record.last_failure_ms = Some(now_ms);
            record.has_failed = true;
        });
    }

    fn change(&self, schedule: Schedule, pause: Duration, change: impl FnOnce(&mut Record)) {
        if let Some(record) = self.lock().get_mut(&schedule.name) {
            record.due = due_after(schedule, pause);
            change(record);
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<JobName, Record>> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Record {
    fn state(&self, now: Instant) -> JobState {
        if self.has_failed || self.n_failing_rows > 0 {
            JobState::Failing
        } else if now > self.due {
            JobState::Overdue
        } else {
            JobState::Ok
        }
    }
}

/// Returns the moment by which a round that begins after this pause should have ended.
fn due_after(schedule: Schedule, pause: Duration) -> Instant {
    Instant::now() + pause + schedule.limit + PATIENCE
}
