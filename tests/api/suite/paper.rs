//! What the server logs, and whether it holds a word.

use std::io::{Result, Write};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::util::SubscriberInitExt;

/// Holds what was logged.
#[derive(Clone, Default)]
pub(crate) struct Paper(Arc<Mutex<Vec<u8>>>);

impl Paper {
    /// Everything is written down, a line of JSON each, until the guard is dropped. A test and the
    /// server it starts share one thread, so this is the log of this test only.
    pub(crate) fn roll_in() -> (Self, impl Sized) {
        Self::under(|paper| {
            let log = tracing_subscriber::fmt().with_max_level(LevelFilter::TRACE);
            log.json().with_writer(move || paper.clone()).finish()
        })
    }

    /// The same as an operator reads it.
    pub(crate) fn roll_in_plain() -> (Self, impl Sized) {
        Self::under(|paper| {
            let log = tracing_subscriber::fmt().with_ansi(false);
            log.with_writer(move || paper.clone()).finish()
        })
    }

    fn under<S: SubscriberInitExt>(subscriber: impl Fn(Self) -> S) -> (Self, impl Sized) {
        let paper = Self::default();
        // While there is one subscriber only, a line that another test's thread comes to first counts as
        // unwanted by all.
        let beside = subscriber(Self::default()).set_default();
        let guard = subscriber(paper.clone()).set_default();
        (paper, (guard, beside))
    }

    /// What was written so far.
    pub(crate) fn read(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.read()).unwrap()
    }

    /// What an operator is shown, who has not asked what the libraries are doing: see the default filter.
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

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Whether `needle`, which is in small letters, is anywhere, in letters of any size.
pub(crate) fn holds(haystack: &[u8], needle: &str) -> bool {
    let haystack = haystack.to_ascii_lowercase();
    haystack
        .windows(needle.len())
        .any(|window| window == needle.as_bytes())
}
