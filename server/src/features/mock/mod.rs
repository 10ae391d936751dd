//! The parts of the mock beside LINE and the mails: a clock that a developer moves ahead, and made-up people to meet.
//! They exist only with `MOCK_ENABLE`.

mod clock;
mod people;
mod replies;

use std::sync::Arc;

use chrono::NaiveTime;
use chrono_tz::Tz;

use crate::clock::{Ahead, Clock};
use crate::store::Database;

pub(crate) use clock::{ClockNow, MAX_AHEAD_MINUTES, MockClock};
pub(crate) use people::{MadePeople, MadeUpPeople};
pub(crate) use replies::Replies;

/// The clock and the made-up people of the mock.
#[derive(Debug)]
pub(crate) struct Mock {
    pub(crate) clock: MockClock,
    pub(crate) people: Arc<MadeUpPeople>,
}

impl Mock {
    /// Builds the two parts. `machine` is the clock that `ahead` moves.
    pub(crate) fn new(
        database: &Database,
        (machine, ahead): (Clock, Ahead),
        (introduction_time, time_zone): (NaiveTime, Tz),
        people: MadeUpPeople,
    ) -> Self {
        let people = Arc::new(people);
        Self {
            clock: MockClock {
                database: database.clone(),
                clock: machine.ahead_by(&ahead),
                machine,
                ahead,
                introduction_time,
                time_zone,
                people: people.clone(),
            },
            people,
        }
    }
}
