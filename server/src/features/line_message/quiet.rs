//! The hours in which the server sends no message.

use chrono::{DateTime, Days, NaiveTime, Utc};
use chrono_tz::Tz;

use crate::features::introduction::moment;

/// The time of day from which the server sends nothing.
pub(crate) const QUIET_FROM: NaiveTime =
    NaiveTime::from_hms_opt(21, 0, 0).expect("21:00 is a time of day");
/// The time of day from which the server sends again.
pub(crate) const QUIET_UNTIL: NaiveTime =
    NaiveTime::from_hms_opt(9, 0, 0).expect("09:00 is a time of day");

/// Returns the end of the quiet hours, or `None` outside of them.
pub(super) fn quiet_until(now: DateTime<Utc>, time_zone: Tz) -> Option<DateTime<Utc>> {
    let time = now.with_timezone(&time_zone).time();
    let is_quiet = time < QUIET_UNTIL || time >= QUIET_FROM;
    is_quiet.then(|| mornings(now, time_zone)[1])
}

/// Returns the start and the end of the member's day: the latest and the next end of quiet hours.
pub(super) fn mornings(now: DateTime<Utc>, time_zone: Tz) -> [DateTime<Utc>; 2] {
    let local = now.with_timezone(&time_zone);
    let today = local.date_naive();
    let one = Days::new(1);
    let days = if local.time() < QUIET_UNTIL {
        [today - one, today]
    } else {
        [today, today + one]
    };
    days.map(|day| moment(day, QUIET_UNTIL, time_zone))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quiet_hours_end_at_nine() {
        let end = |now: &str| {
            quiet_until(now.parse().unwrap(), Tz::Asia__Taipei).map(|end| end.to_rfc3339())
        };
        let morning = |day: &str| Some(format!("2026-11-{day}T01:00:00+00:00"));
        assert_eq!(end("2026-11-21T12:59:59Z"), None);
        assert_eq!(end("2026-11-21T13:00:00Z"), morning("22"));
        assert_eq!(end("2026-11-21T16:00:00Z"), morning("22"));
        assert_eq!(end("2026-11-22T00:59:59Z"), morning("22"));
        assert_eq!(end("2026-11-22T01:00:00Z"), None);
    }

    #[test]
    fn a_day_goes_from_one_morning_to_the_next() {
        let day = |now: &str| {
            mornings(now.parse().unwrap(), Tz::Asia__Taipei).map(|morning| morning.to_rfc3339())
        };
        let between = |from: &str, until: &str| {
            [from, until].map(|day| format!("2026-11-{day}T01:00:00+00:00"))
        };
        assert_eq!(day("2026-11-22T00:59:59Z"), between("21", "22"));
        assert_eq!(day("2026-11-22T01:00:00Z"), between("22", "23"));
        assert_eq!(day("2026-11-22T16:00:00Z"), between("22", "23"));
    }
}
