//! Records failed and stuck writes of the log. The log cannot report them itself, so `/readyz` does.

use std::io::{Result, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The state of the log's last write.
#[derive(Debug, Default)]
pub(super) struct Health(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    has_failed: bool,
    n_failed: u64,
    writing_since: Option<Instant>,
}

impl Health {
    pub(super) fn is_failing(&self, stuck_after: Duration) -> bool {
        self.lock().has_failed || self.is_stuck(stuck_after)
    }

    /// Returns true if the current write has taken at least this long.
    pub(super) fn is_stuck(&self, stuck_after: Duration) -> bool {
        let since = self.lock().writing_since;
        since.is_some_and(|since| since.elapsed() >= stuck_after)
    }

    pub(super) fn n_failed(&self) -> u64 {
        self.lock().n_failed
    }

    fn watch<T>(&self, write: impl FnOnce() -> Result<T>) -> Result<T> {
        self.lock().writing_since = Some(Instant::now());
        let written = write();
        let mut state = self.lock();
        state.writing_since = None;
        state.has_failed = written.is_err();
        state.n_failed += u64::from(written.is_err());
        written
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes lines and records the result, which the thread of `tracing_appender` would ignore.
#[derive(Debug)]
pub(super) struct WatchedWriter<W> {
    inner: W,
    health: Arc<Health>,
}

impl<W> WatchedWriter<W> {
    pub(super) fn new(inner: W, health: Arc<Health>) -> Self {
        Self { inner, health }
    }
}

impl<W: Write> Write for WatchedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.health.watch(|| self.inner.write(bytes))
    }

    fn write_all(&mut self, line: &[u8]) -> Result<()> {
        self.health.watch(|| self.inner.write_all(line))
    }

    fn flush(&mut self) -> Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, pipe};
    use std::thread;

    use super::*;

    const LONG: Duration = Duration::from_mins(1);

    #[test]
    fn the_log_is_failing_from_a_failed_write_to_the_next_good_one() {
        let health = Arc::new(Health::default());
        assert!(!health.is_failing(LONG));
        let mut room = [0_u8; 8];
        let mut small = WatchedWriter::new(&mut room[..], health.clone());
        small.write_all(b"a line\n").unwrap();
        assert!(!health.is_failing(LONG));
        small.write_all(b"another line\n").unwrap_err();
        assert!(health.is_failing(LONG));
        let mut endless = WatchedWriter::new(std::io::sink(), health.clone());
        endless.write_all(b"a third\n").unwrap();
        assert!(!health.is_failing(LONG));
        assert_eq!(health.n_failed(), 1);
    }

    #[test]
    fn the_log_is_failing_while_its_reader_is_stuck() {
        let health = Arc::new(Health::default());
        let (mut reader, writer) = pipe().unwrap();
        let mut watched = WatchedWriter::new(writer, health.clone());
        let stuck = thread::spawn(move || watched.write_all(&vec![b'x'; 1 << 20]));
        let soon = Duration::from_millis(50);
        while !health.is_failing(soon) {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(!health.is_failing(LONG), "it has only just begun");
        let mut taken = Vec::new();
        reader.read_to_end(&mut taken).unwrap();
        stuck.join().unwrap().unwrap();
        assert_eq!(taken.len(), 1 << 20);
        assert!(!health.is_failing(Duration::ZERO));
        assert_eq!(health.n_failed(), 0);
    }
}
