//! The clock of the server, which is the machine's or one that a test controls, and times in the unit of
//! the tables.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, NaiveDate, SecondsFormat, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::error::{Error, Result};

/// A minute in milliseconds, the unit of the tables.
pub(crate) const MINUTE_MS: i64 = 60 * 1000;
/// An hour in milliseconds.
pub(crate) const HOUR_MS: i64 = 60 * MINUTE_MS;
/// A day in milliseconds.
pub(crate) const DAY_MS: i64 = 24 * HOUR_MS;

/// The source of the time. No other part of the server reads the system clock for its data.
#[derive(Clone)]
pub struct Clock {
    now: Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>,
    since_start: Arc<dyn Fn() -> Duration + Send + Sync>,
}

/// The minutes by which the clock of the mock is ahead. All clones have the same number.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ahead(Arc<AtomicI32>);

impl Ahead {
    pub(crate) fn minutes(&self) -> i32 {
        self.0.load(Ordering::SeqCst)
    }

    pub(crate) fn set(&self, minutes: i32) {
        self.0.store(minutes, Ordering::SeqCst);
    }
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        let start = Instant::now();
        Self {
            now: Arc::new(Utc::now),
            since_start: Arc::new(move || start.elapsed()),
        }
    }

    /// A clock that returns the result of `now`.
    pub fn new(now: impl Fn() -> DateTime<Utc> + Send + Sync + 'static) -> Self {
        let (start, now) = (now(), Arc::new(now));
        let elapsed = now.clone();
        Self {
            now,
            since_start: Arc::new(move || (elapsed() - start).to_std().unwrap_or_default()),
        }
    }

    /// Returns a clock that is ahead of this one.
    pub(crate) fn ahead_by(&self, ahead: &Ahead) -> Self {
        let (now, ahead) = (self.now.clone(), ahead.clone());
        Self {
            now: Arc::new(move || now() + TimeDelta::minutes(ahead.minutes().into())),
            since_start: self.since_start.clone(),
        }
    }

    /// The present moment.
    pub fn now(&self) -> DateTime<Utc> {
        (self.now)()
    }

    /// The time since this clock was made. Limits of calls count by this time, because it cannot go back when the
    /// machine's clock is set back.
    pub(crate) fn since_start(&self) -> Duration {
        (self.since_start)()
    }

    /// The present moment as Unix time in seconds.
    pub fn now_s(&self) -> i64 {
        self.now().timestamp()
    }

    /// The present moment as Unix time in milliseconds, which is the unit of the tables.
    pub fn now_ms(&self) -> i64 {
        self.now().timestamp_millis()
    }

    /// The date on the calendar of `time_zone`.
    pub fn today(&self, time_zone: Tz) -> NaiveDate {
        self.now().with_timezone(&time_zone).date_naive()
    }
}

/// Formats a time in Unix milliseconds as [`rfc_3339`] does. Fails for a time beyond the calendar of
/// `chrono`, which no stored time reaches.
pub(crate) fn format_time(at_ms: i64) -> Result<String> {
    let time = DateTime::from_timestamp_millis(at_ms)
        .ok_or_else(|| Error::internal("a time lies beyond the calendar"))?;
    Ok(rfc_3339(time))
}

/// Returns the date of a time in Unix milliseconds on the calendar of `time_zone`. Fails as [`format_time`] does.
pub(crate) fn day_of(at_ms: i64, time_zone: Tz) -> Result<NaiveDate> {
    let time = DateTime::from_timestamp_millis(at_ms)
        .ok_or_else(|| Error::internal("a time lies beyond the calendar"))?;
    Ok(time.with_timezone(&time_zone).date_naive())
}

/// Formats a time by RFC 3339, in UTC, as the API sends it.
pub(crate) fn rfc_3339(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

impl fmt::Debug for Clock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Clock({})", self.now())
    }
}
