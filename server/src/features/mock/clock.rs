//! The clock of the mock: the machine's clock and a number of minutes that a developer chooses.

use std::sync::Arc;

use chrono::{NaiveTime, TimeDelta};
use chrono_tz::Tz;
use serde::Serialize;
use utoipa::ToSchema;

use super::MadeUpPeople;
use crate::clock::{Ahead, Clock, MINUTE_MS, Millis};
use crate::error::{Error, Result};
use crate::features::introduction::next_set;
use crate::store::Database;
use crate::store::connection::{lease, mock_clock};

/// The most minutes by which the clock can be ahead: 60 days.
pub(crate) const MAX_AHEAD_MINUTES: i32 = 60 * 24 * 60;

/// Reads and moves the clock of the mock.
#[derive(Debug)]
pub(crate) struct MockClock {
    pub(super) database: Database,
    /// The server's clock, which is ahead by the stored minutes.
    pub(super) clock: Clock,
    /// The machine's clock, without the minutes.
    pub(super) machine: Clock,
    pub(super) ahead: Ahead,
    /// The time of the daily set.
    pub(super) introduction_time: NaiveTime,
    pub(super) time_zone: Tz,
    pub(super) people: Arc<MadeUpPeople>,
}

/// The clock of the server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ClockResponse)]
pub(crate) struct ClockNow {
    /// RFC 3339, in UTC.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) now: Millis,
    /// The minutes by which the clock is ahead of the machine's.
    pub(crate) ahead_minutes: i32,
}

impl MockClock {
    pub(crate) fn now(&self) -> ClockNow {
        ClockNow {
            now: self.clock.now_ms(),
            ahead_minutes: self.ahead.minutes(),
        }
    }

    /// Moves the clock to a number of minutes after the machine's, and returns it. The number is stored, because the
    /// database has rows from the later time: after a restart at an earlier time, no process could take the lease for
    /// the daily sets.
    pub(crate) async fn set(&self, ahead_minutes: i32) -> Result<ClockNow> {
        let goes_back = ahead_minutes < self.ahead.minutes();
        mock_clock::set(&self.database.writes, ahead_minutes).await?;
        self.ahead.set(ahead_minutes);
        if goes_back {
            // The clock has gone back, so the leases would end far in the future.
            lease::free_all(&self.database.writes).await?;
        }
        // Members who have not opened the app for two weeks are in no set. After a long jump, a set could come before
        // the made-up people have opened the app.
        self.people.open_app().await?;
        Ok(self.now())
    }

    /// Moves the clock to one minute after the next daily set, and returns it. Returns E008 if the clock would be more
    /// than 60 days ahead.
    pub(crate) async fn go_to_next_set(&self) -> Result<ClockNow> {
        let next = next_set(self.clock.now(), self.introduction_time, self.time_zone);
        let distance = next + TimeDelta::minutes(1) - self.machine.now();
        // Round up, so that the clock does not stop before the set.
        let minutes = (distance.num_milliseconds() + MINUTE_MS - 1).div_euclid(MINUTE_MS);
        let minutes = i32::try_from(minutes).unwrap_or(i32::MAX);
        if minutes > MAX_AHEAD_MINUTES {
            return Err(Error::forbidden(
                "The clock can be 60 days ahead at most. Set it back first.",
            ));
        }
        self.set(minutes).await
    }
}
