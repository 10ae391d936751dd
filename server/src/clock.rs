//! The clock of the server, which is the machine's or one that a test controls, and times in the unit of
//! the tables.

use std::fmt;
use std::ops::{Add, Sub};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, NaiveDate, SecondsFormat, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use serde::{Serialize, Serializer};

/// A minute in milliseconds, the unit of the tables.
pub(crate) const MINUTE_MS: i64 = 60 * 1000;
/// An hour in milliseconds.
pub(crate) const HOUR_MS: i64 = 60 * MINUTE_MS;
/// A day in milliseconds.
pub(crate) const DAY_MS: i64 = 24 * HOUR_MS;

/// The last millisecond of the year 9999. RFC 3339 has no later year.
const LAST_MS: i64 = 253_402_300_799_999;

/// A moment as Unix time in milliseconds, the unit of the tables. On the wire it is RFC 3339, in UTC.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub i64);

impl Millis {
    /// Returns the moment as a time. A moment before 1970 or after 9999, which no clock shows, becomes the nearest
    /// moment between.
    pub(crate) fn time(self) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(self.0.clamp(0, LAST_MS)).unwrap_or_default()
    }

    /// Returns the moment by RFC 3339, in UTC.
    pub(crate) fn rfc_3339(self) -> String {
        rfc_3339(self.time())
    }

    /// Returns the date on the calendar of `time_zone`.
    pub(crate) fn day(self, time_zone: Tz) -> NaiveDate {
        self.time().with_timezone(&time_zone).date_naive()
    }
}

impl<Zone: TimeZone> From<DateTime<Zone>> for Millis {
    /// Leaves out the part below a millisecond.
    fn from(time: DateTime<Zone>) -> Self {
        Self(time.timestamp_millis())
    }
}

impl Add<i64> for Millis {
    type Output = Self;

    fn add(self, milliseconds: i64) -> Self {
        Self(self.0 + milliseconds)
    }
}

impl Sub<i64> for Millis {
    type Output = Self;

    fn sub(self, milliseconds: i64) -> Self {
        Self(self.0 - milliseconds)
    }
}

impl Sub for Millis {
    type Output = i64;

    fn sub(self, earlier: Self) -> i64 {
        self.0 - earlier.0
    }
}

impl Serialize for Millis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.rfc_3339())
    }
}

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
    pub fn now_ms(&self) -> Millis {
        Millis::from(self.now())
    }

    /// The date on the calendar of `time_zone`.
    pub fn today(&self, time_zone: Tz) -> NaiveDate {
        self.now().with_timezone(&time_zone).date_naive()
    }
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
