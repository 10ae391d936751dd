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
    let local = now.with_timezone(&time_zone);
    let day = if local.time() < QUIET_UNTIL {
        local.date_naive()
    } else if local.time() < QUIET_FROM {
        return None;
    } else {
        local.date_naive().checked_add_days(Days::new(1))?
    };
    Some(moment(day, QUIET_UNTIL, time_zone))
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
}
