//! The driver of the background jobs. Each job has a task, a schedule and a pause after failures of its own, so that no
//! job waits for another. A panic and a round without an end are failures. After a failure, a new job replaces the
//! failed one.

mod contained;
mod failing_rows;
mod states;
#[cfg(test)]
mod tests;

pub(crate) use contained::{ROW_LIMIT, contained};
pub(crate) use failing_rows::FailingRows;
pub(crate) use states::{JobState, JobStates, JobStatus};

use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use crate::error::{Error, Result};
use crate::ops::metrics::{self, JobName};

/// The longest pause after the first failure. A job that runs more often than this pauses for its own interval.
const FIRST_PAUSE: Duration = Duration::from_mins(1);
/// The longest pause after further failures. A job that runs less often than this may pause for its own interval.
/// Members notice a job that runs often, so it must not sleep for long once the cause is gone.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Work that the server repeats.
pub(crate) trait Job: Send + 'static {
    /// Does the work that is due now. The driver drops the future of a round that exceeds its limit.
    fn run(&mut self) -> impl Future<Output = Result<Round>> + Send;
}

impl<F, R> Job for F
where
    F: FnMut() -> R + Send + 'static,
    R: Future<Output = Result<Round>> + Send,
{
    fn run(&mut self) -> impl Future<Output = Result<Round>> + Send {
        self()
    }
}

/// The result of a round that has not failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Round {
    /// True if the next round should begin at once. A round that has done nothing must leave it false, because the job
    /// would run without a pause.
    pub has_more: bool,
    /// True if another process holds the lease of the work. Such a round shows neither that the job works nor that it
    /// fails.
    pub is_held_elsewhere: bool,
    /// The rows that failed and wait for another try.
    pub n_failing_rows: usize,
}

/// The plan of a job.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Schedule {
    pub(crate) name: JobName,
    /// The time from the beginning of a round to the beginning of the next one.
    pub(crate) every: Duration,
    /// The longest time of a round.
    pub(crate) limit: Duration,
}

impl Schedule {
    /// Returns the plan of a job that finds little to do in most rounds.
    pub(crate) const fn often(name: JobName, every: Duration) -> Self {
        let limit = Duration::from_mins(5);
        Self { name, every, limit }
    }

    /// Returns the plan of a job whose round may take long.
    pub(crate) const fn long(name: JobName, every: Duration) -> Self {
        let limit = Duration::from_hours(1);
        Self { name, every, limit }
    }

    /// Returns the pause after this many consecutive failures.
    fn pause_after(&self, n_failures: u32) -> Duration {
        let first = self.every.min(FIRST_PAUSE);
        let doublings = n_failures.saturating_sub(1).min(16);
        (first * 2_u32.pow(doublings)).min(self.every.max(LONGEST_PAUSE))
    }
}

/// The running jobs of an instance.
#[derive(Debug)]
pub(crate) struct Jobs {
    states: JobStates,
    tasks: Vec<JoinHandle<()>>,
    /// The number of jobs whose first round has ended.
    n_begun: watch::Sender<usize>,
}

impl Jobs {
    pub(crate) fn new(states: JobStates) -> Self {
        Self {
            states,
            tasks: Vec::new(),
            n_begun: watch::Sender::new(0),
        }
    }

    /// Runs a job now, and then by its schedule. After a failure, `make` makes a new job, because the state of the
    /// failed job may be half changed.
    pub(crate) fn start<J: Job>(
        &mut self,
        schedule: Schedule,
        make: impl Fn() -> J + Send + 'static,
    ) {
        let (states, n_begun) = (self.states.clone(), self.n_begun.clone());
        states.begin(schedule);
        self.tasks.push(tokio::spawn(async move {
            let mut job = make();
            let mut n_failures = 0;
            let mut is_first = true;
            loop {
                let began = Instant::now();
                // In the block, a panic of `run()` itself counts as a failure of the round.
                let next = match contained(schedule.limit, async { job.run().await }).await {
                    Ok(round) if round.is_held_elsewhere => {
                        states.skip(schedule, round);
                        began + schedule.every
                    }
                    Ok(round) => {
                        n_failures = 0;
                        states.succeed(schedule, round);
                        if round.has_more {
                            began
                        } else {
                            began + schedule.every
                        }
                    }
                    Err(error) => {
                        job = make();
                        n_failures += 1;
                        let pause = schedule.pause_after(n_failures);
                        report(schedule.name, &error, n_failures, pause);
                        states.fail(schedule, pause);
                        Instant::now() + pause
                    }
                };
                if is_first {
                    n_begun.send_modify(|n| *n += 1);
                    is_first = false;
                }
                sleep_until(next).await;
            }
        }));
    }

    /// Returns a handle that waits until the first round of each started job has ended, with or without success.
    pub(crate) fn first_rounds(&self) -> FirstRounds {
        FirstRounds {
            n_begun: self.n_begun.subscribe(),
            n_jobs: self.tasks.len(),
        }
    }

    /// Ends the jobs, as the end of the process would.
    pub(crate) async fn stop(self) {
        self.tasks.iter().for_each(JoinHandle::abort);
        join_all(self.tasks).await;
    }
}

fn report(name: JobName, error: &Error, n_failures: u32, pause: Duration) {
    metrics::job_failed(name);
    let (job, pause_ms) = (name.as_str(), pause.as_millis());
    tracing::error!(job, %error, n_failures, pause_ms, "a background job failed, and tries again");
}

/// Waits for the first rounds of the jobs.
#[derive(Debug, Clone)]
pub(crate) struct FirstRounds {
    n_begun: watch::Receiver<usize>,
    n_jobs: usize,
}

impl FirstRounds {
    pub(crate) async fn wait(&self) -> Result<()> {
        let mut n_begun = self.n_begun.clone();
        let waited = n_begun.wait_for(|n| *n >= self.n_jobs).await;
        waited.map(drop).map_err(Error::internal)
    }
}
