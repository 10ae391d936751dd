//! What the server logs, and whether it holds a word.

use std::io::{Result, Write};
use std::sync::{Arc, Mutex};

use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::util::SubscriberInitExt;

/// Holds what was logged.
#[derive(Clone, Default)]
pub(crate) struct Paper(Arc<Mutex<Vec<u8>>>);

impl Paper {
    /// Everything is written down until the guard is dropped. A test and the server it starts share
    /// one thread, so this is the log of this test only.
    pub(crate) fn roll_in() -> (Self, impl Sized) {
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
}

fn subscriber(paper: Paper) -> impl SubscriberInitExt {
    tracing_subscriber::fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_ansi(false)
        .with_writer(move || paper.clone())
        .finish()
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
