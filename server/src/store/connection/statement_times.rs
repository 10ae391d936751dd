//! Times the statements, and logs them in the span of their request: a slow statement as a warning, and every other
//! statement for debugging. The log has the text of a statement, whose values are placeholders, because a person may
//! have typed the values.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use metrics::histogram;
use tracing::{Instrument as _, Span};

/// The name of the metric.
pub(crate) const STATEMENT_DURATION: &str = "enmusubi_database_statement_duration_seconds";

/// The time from which a step is slow. With a million members, few statements of requests take a hundredth of it.
const SLOW: Duration = Duration::from_secs(1);
/// The longest logged part of a statement. An insertion of many rows has tens of kilobytes of placeholders.
const MAX_LOGGED_BYTES: usize = 512;

/// A step of the work with the database.
#[derive(Debug)]
pub(super) enum Step {
    /// A wait for a connection, and for the lock of SQLite's writers.
    Begin,
    /// A statement, with the part of its text that the log shows.
    Statement(String),
    /// A wait for the disk.
    Commit,
}

impl Step {
    pub(super) fn statement(sql: &str) -> Self {
        Self::Statement(sql[..sql.floor_char_boundary(MAX_LOGGED_BYTES)].to_owned())
    }

    const fn label(&self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::Statement(_) => "statement",
            Self::Commit => "commit",
        }
    }

    fn sql(&self) -> &str {
        match self {
            Self::Begin => "BEGIN",
            Self::Statement(sql) => sql,
            Self::Commit => "COMMIT",
        }
    }
}

/// Runs a step, records its duration and logs it, also if the caller stops waiting.
pub(super) async fn timed<T>(step: Step, work: impl Future<Output = T>) -> T {
    let mut timer = Timer {
        step,
        started: Instant::now(),
        has_ended: false,
    };
    let done = work.await;
    timer.has_ended = true;
    done
}

struct Timer {
    step: Step,
    started: Instant,
    has_ended: bool,
}

impl Drop for Timer {
    fn drop(&mut self) {
        let took = self.started.elapsed();
        histogram!(STATEMENT_DURATION, "step" => self.step.label()).record(took);
        let (sql, duration_ms) = (self.step.sql(), millis(took));
        if took < SLOW {
            tracing::debug!(sql, duration_ms, "ran a statement");
        } else if self.has_ended {
            tracing::warn!(sql, duration_ms, "a statement was slow");
        } else {
            tracing::warn!(sql, duration_ms, "gave up waiting for a statement");
        }
    }
}

/// A batch of requests that share statements. Its statements have a span of their own, with the number of the batch,
/// and each request gets a line with the same number.
#[derive(Debug)]
pub(in crate::store) struct SharedStatements {
    number: u64,
    started: Instant,
}

impl SharedStatements {
    pub(in crate::store) fn begin() -> Self {
        static LATEST: AtomicU64 = AtomicU64::new(0);
        Self {
            number: LATEST.fetch_add(1, Ordering::Relaxed) + 1,
            started: Instant::now(),
        }
    }

    /// Runs the batch in its span.
    pub(in crate::store) async fn run<T>(&self, work: impl Future<Output = T>) -> T {
        let number = self.number;
        let span = tracing::info_span!("batch", number);
        work.instrument(span).await
    }

    /// Logs the number of the batch in the span of each request.
    pub(in crate::store) fn log_for<'a>(&self, requests: impl ExactSizeIterator<Item = &'a Span>) {
        let took = self.started.elapsed();
        let (batch, duration_ms, n_requests) = (self.number, millis(took), requests.len());
        for request in requests {
            let _entered = request.enter();
            if took >= SLOW {
                tracing::warn!(
                    batch,
                    n_requests,
                    duration_ms,
                    "a batch of requests was slow"
                );
            } else {
                tracing::debug!(
                    batch,
                    n_requests,
                    duration_ms,
                    "shared statements in a batch"
                );
            }
        }
    }
}

fn millis(took: Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
}
