//! Writes the log of the process to stderr from a separate thread, so that a slow or closed reader of
//! the log neither delays a request nor makes it fail.

mod health;

use std::env;
use std::io::{IsTerminal as _, stderr};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use thiserror::Error;
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;

use self::health::{Health, WatchedWriter};

const DEFAULT_FILTER: &str = "warn,enmusubi_server=info,client=info";
/// The longest queue for a slow reader, in lines. Further lines are dropped. The longest lines come from
/// the web app and have 1 KiB, so the queue takes about 8 MiB at most.
const MAX_QUEUED_LINES: usize = 8 * 1024;
/// A write that takes longer than this is stuck. Rotating a log file takes less.
const STUCK_AFTER: Duration = Duration::from_secs(10);
/// The limit of a stuck write at the end of the process, when the orchestrator is waiting.
const STUCK_AT_THE_END: Duration = Duration::from_secs(1);

/// A process has one stderr, and so one state of its log.
static HEALTH: LazyLock<Arc<Health>> = LazyLock::new(Arc::default);
static DROPPED_LINES: OnceLock<ErrorCounter> = OnceLock::new();

/// Writes the queued lines when it is dropped. Keep it until the end of the process.
#[derive(Debug)]
#[must_use]
pub struct LogGuard(Option<WorkerGuard>);

/// The variable `RUST_LOG` has a value that is no filter. With the usual filter in its place, an operator would look in
/// vain for the lines of a fault.
#[derive(Debug, Error)]
#[error(
    "RUST_LOG is {0}, which is no filter of the log. Write a level, or targets with levels, such as \
     warn,enmusubi_server=debug."
)]
pub struct LogFilterError(String);

/// Opens the log with lines of JSON or of text, filtered by `RUST_LOG`. Call it once in a process.
pub fn start(is_json: bool) -> Result<LogGuard, LogFilterError> {
    let filter = env::var_os(EnvFilter::DEFAULT_ENV).unwrap_or_default();
    let filter = match filter.to_str() {
        Some("") => DEFAULT_FILTER,
        Some(filter) => filter,
        None => return Err(LogFilterError(filter.to_string_lossy().into_owned())),
    };
    let parsed = EnvFilter::try_new(filter);
    let filter = parsed.map_err(|_| LogFilterError(filter.to_owned()))?;
    let (writer, guard) = NonBlockingBuilder::default()
        .lossy(true)
        .buffered_lines_limit(MAX_QUEUED_LINES)
        .thread_name("log")
        .finish(WatchedWriter::new(stderr(), HEALTH.clone()));
    DROPPED_LINES.get_or_init(|| writer.error_counter());
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(stderr().is_terminal())
        .with_writer(writer)
        // The subscriber would report its own errors with `eprintln`, which panics if stderr is closed.
        .log_internal_errors(false);
    if is_json {
        log.json().init();
    } else {
        log.compact().init();
    }
    Ok(LogGuard(Some(guard)))
}

/// Returns true if the log loses lines: the last write failed, or the current one is stuck.
pub(crate) fn is_failing() -> bool {
    HEALTH.is_failing(STUCK_AFTER)
}

/// Returns the number of lost lines: those whose write failed, and those dropped because the queue was
/// full.
pub(crate) fn n_lost_lines() -> u64 {
    let n_dropped = DROPPED_LINES.get().map_or(0, ErrorCounter::dropped_lines);
    HEALTH.n_failed().saturating_add(n_dropped as u64)
}

impl Drop for LogGuard {
    fn drop(&mut self) {
        let guard = self.0.take();
        if HEALTH.is_stuck(STUCK_AT_THE_END) {
            // With a full queue the guard would print to stdout, which is often the same pipe, and the
            // process would hang instead of ending.
            std::mem::forget(guard);
        }
    }
}
