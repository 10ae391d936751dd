//! A clock that tests set.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::DateTime;
use enmusubi_server::Clock;

/// 21 November 2026, noon in Taipei: the date of the vectors.
const START_S: i64 = 1_795_233_600;

/// A clock that stands still until a test moves it.
#[derive(Clone)]
pub(crate) struct TestClock(Arc<AtomicI64>);

impl TestClock {
    pub(crate) fn new() -> Self {
        Self(Arc::new(AtomicI64::new(START_S)))
    }

    pub(crate) fn now_s(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }

    pub(crate) fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }

    /// Sets the clock to noon in Taipei on this date (`YYYY-MM-DD`).
    pub(crate) fn set_date(&self, date: &str) {
        let noon = format!("{date}T12:00:00+08:00");
        let noon = DateTime::parse_from_rfc3339(&noon).unwrap();
        self.0.store(noon.timestamp(), Ordering::SeqCst);
    }

    pub(crate) fn for_server(&self) -> Clock {
        let seconds = self.0.clone();
        Clock::new(move || DateTime::from_timestamp(seconds.load(Ordering::SeqCst), 0).unwrap())
    }
}

pub(crate) const MINUTE_S: i64 = 60;
pub(crate) const HOUR_S: i64 = 60 * MINUTE_S;
pub(crate) const DAY_S: i64 = 24 * HOUR_S;
