//! The log of a test's server, captured in memory.

use std::io::{Result, Write};
use std::sync::{Arc, Mutex};

use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::util::SubscriberInitExt;

use crate::suite::prelude::*;

/// The captured bytes.
#[derive(Clone, Default)]
pub(crate) struct CapturedLog(Arc<Mutex<Vec<u8>>>);

impl CapturedLog {
    /// Captures every line as JSON until the guard is dropped. A test and the server it starts
    /// share one thread, so this is the log of this test only.
    pub(crate) fn start() -> (Self, impl Sized) {
        Self::under(|log| {
            let format = tracing_subscriber::fmt().with_max_level(LevelFilter::TRACE);
            format.json().with_writer(move || log.clone()).finish()
        })
    }

    /// Captures the log in the format that an operator reads.
    pub(crate) fn start_plain() -> (Self, impl Sized) {
        Self::under(|log| {
            let format = tracing_subscriber::fmt().with_ansi(false);
            format.with_writer(move || log.clone()).finish()
        })
    }

    fn under<S: SubscriberInitExt>(subscriber: impl Fn(Self) -> S) -> (Self, impl Sized) {
        let log = Self::default();
        // With only one subscriber, tracing would cache that a line is unwanted if another test's
        // thread reaches it first.
        let beside = subscriber(Self::default()).set_default();
        let guard = subscriber(log.clone()).set_default();
        (log, (guard, beside))
    }

    /// Returns the bytes captured so far.
    pub(crate) fn read(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.read()).unwrap()
    }

    /// Returns the lines that the default filter shows to an operator: all lines of the server, and
    /// warnings and errors of libraries.
    pub(crate) fn shown(&self) -> String {
        let is_shown = |line: &Value| {
            let is_ours = line["target"]
                .as_str()
                .is_some_and(|target| target.starts_with("enmusubi_server"));
            is_ours || line["level"] == "WARN" || line["level"] == "ERROR"
        };
        let lines = self.lines().into_iter().filter(is_shown);
        lines.map(|line| line.to_string()).collect()
    }

    pub(crate) fn lines(&self) -> Vec<Value> {
        let text = self.text();
        let lines = text.lines().map(serde_json::from_str);
        lines.map(|line| line.unwrap()).collect()
    }
}

impl Write for CapturedLog {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Returns whether `haystack` contains `needle` in upper or lower case. `needle` must be in lower case.
pub(crate) fn contains_ignoring_case(haystack: &[u8], needle: &str) -> bool {
    let haystack = haystack.to_ascii_lowercase();
    haystack
        .windows(needle.len())
        .any(|window| window == needle.as_bytes())
}
