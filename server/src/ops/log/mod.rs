//! Writes the log of the process to stderr from a thread of its own, so that a slow reader of the
//! log delays no request and a closed one makes none fail.

mod health;

use std::io::{IsTerminal as _, stderr};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;

use self::health::{Health, WatchedWriter};

const DEFAULT_FILTER: &str = "warn,enmusubi_server=info,client=info";
/// Lines that wait for a slow reader; one line more is dropped. The longest are those that pages send,
/// of 1 KiB, so the queue takes some 8 MiB at most.
const MAX_QUEUED_LINES: usize = 8 * 1024;
/// A reader that has taken nothing for so long is stuck. Rotating a file takes less.
const STUCK_AFTER: Duration = Duration::from_secs(10);
/// At the end of the process a reader gets less time, since the orchestrator is waiting.
const STUCK_AT_THE_END: Duration = Duration::from_secs(1);

/// There is one, since a process has one stderr.
static HEALTH: LazyLock<Arc<Health>> = LazyLock::new(Arc::default);
static DROPPED_LINES: OnceLock<ErrorCounter> = OnceLock::new();

/// Writes the lines that still wait when it is dropped. Hold it until the end of the process.
#[derive(Debug)]
#[must_use]
pub struct LogGuard(Option<WorkerGuard>);

/// Opens the log, once in a process: lines of JSON or of text, of the kinds that `RUST_LOG` names.
pub fn start(is_json: bool) -> LogGuard {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(DEFAULT_FILTER));
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
        // They would go to stderr by `eprintln`, which panics where stderr is gone.
        .log_internal_errors(false);
    if is_json {
        log.json().init();
    } else {
        log.compact().init();
    }
    LogGuard(Some(guard))
}

/// Returns true if lines are being lost: the last one could not be written, or the reader is stuck.
pub(crate) fn is_failing() -> bool {
    HEALTH.is_failing(STUCK_AFTER)
}

/// Counts the lines that nobody can read: those that could not be written, and those that found the
/// queue full.
pub(crate) fn n_lost_lines() -> u64 {
    let n_dropped = DROPPED_LINES.get().map_or(0, ErrorCounter::dropped_lines);
    HEALTH.n_failed().saturating_add(n_dropped as u64)
}

impl Drop for LogGuard {
    fn drop(&mut self) {
        let guard = self.0.take();
        if HEALTH.is_stuck(STUCK_AT_THE_END) {
            // If the queue is full, the guard would report by `println`. Stdout is often the same pipe,
            // and the process would hang instead of ending.
            std::mem::forget(guard);
        }
    }
}
