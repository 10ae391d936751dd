//! The moments of the daily sets and of days, in the time zone of the deployment.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;

/// Returns the moment of the next daily set after `now`.
pub(crate) fn next_set(now: DateTime<Utc>, time: NaiveTime, time_zone: Tz) -> DateTime<Utc> {
    let today = now.with_timezone(&time_zone).date_naive();
    // If the clocks skip the time, the set of yesterday may be after midnight.
    let days = (0..4).filter_map(|n| (today - Days::new(1)).checked_add_days(Days::new(n)));
    days.map(|day| moment(day, time, time_zone))
        .find(|set| *set > now)
        .unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// Returns the day of the latest daily set at `now`, and its moment.
pub(super) fn latest_set(
    now: DateTime<Utc>,
    time: NaiveTime,
    time_zone: Tz,
) -> (NaiveDate, DateTime<Utc>) {
    let today = now.with_timezone(&time_zone).date_naive();
    let days = (0..4).filter_map(|n| (today + Days::new(1)).checked_sub_days(Days::new(n)));
    days.map(|day| (day, moment(day, time, time_zone)))
        .find(|(_, set)| *set <= now)
        .unwrap_or((NaiveDate::MIN, DateTime::<Utc>::MIN_UTC))
}

/// Returns the first moment of a day.
pub(crate) fn start_of(day: NaiveDate, time_zone: Tz) -> DateTime<Utc> {
    moment(day, NaiveTime::MIN, time_zone)
}

/// Returns the moment at which the clocks show this time: the first of two if they show it twice, or the first quarter
/// of an hour after the gap if they skip it.
pub(crate) fn moment(day: NaiveDate, time: NaiveTime, time_zone: Tz) -> DateTime<Utc> {
    // The longest gap was a day: Samoa had no 30 December 2011.
    (0..=25 * 4)
        .filter_map(|n| {
            day.and_time(time)
                .checked_add_signed(TimeDelta::minutes(15 * n))
        })
        .find_map(|local| time_zone.from_local_datetime(&local).earliest())
        .map_or(DateTime::<Utc>::MAX_UTC, |local| local.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(now: &str, time: &str, time_zone: Tz) -> String {
        let now: DateTime<Utc> = now.parse().unwrap();
        let next = next_set(now, time.parse().unwrap(), time_zone);
        next.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
    }

    #[test]
    fn the_next_set_is_today_or_tomorrow() {
        let at = |now| next(now, "12:00:00", Tz::Asia__Taipei);
        assert_eq!(at("2026-11-21T03:59:59Z"), "2026-11-21T04:00:00Z");
        assert_eq!(at("2026-11-21T04:00:00Z"), "2026-11-22T04:00:00Z");
        assert_eq!(at("2026-11-21T15:59:59Z"), "2026-11-22T04:00:00Z");
        assert_eq!(at("2026-11-21T16:00:00Z"), "2026-11-22T04:00:00Z");
    }

    #[test]
    fn the_latest_set_is_today_or_yesterday() {
        let at = |now: &str| {
            let time = NaiveTime::from_hms_opt(12, 0, 0).unwrap();
            let (day, set) = latest_set(now.parse().unwrap(), time, Tz::Asia__Taipei);
            (day.to_string(), set.to_rfc3339())
        };
        let yesterday = (
            "2026-11-20".to_owned(),
            "2026-11-20T04:00:00+00:00".to_owned(),
        );
        let today = (
            "2026-11-21".to_owned(),
            "2026-11-21T04:00:00+00:00".to_owned(),
        );
        assert_eq!(at("2026-11-20T17:00:00Z"), yesterday);
        assert_eq!(at("2026-11-21T03:59:59Z"), yesterday);
        assert_eq!(at("2026-11-21T04:00:00Z"), today);
        assert_eq!(at("2026-11-21T15:59:59Z"), today);
    }

    #[test]
    fn a_time_that_the_clocks_skip_is_after_the_gap() {
        // On 28 March 2027, Berlin's clocks go from 02:00 to 03:00.
        let at = |now| next(now, "02:20:00", Tz::Europe__Berlin);
        assert_eq!(at("2027-03-27T12:00:00Z"), "2027-03-28T01:05:00Z");
        assert_eq!(at("2027-03-28T01:05:00Z"), "2027-03-29T00:20:00Z");
    }

    #[test]
    fn a_time_that_the_clocks_show_twice_is_the_first_of_them() {
        // On 31 October 2027, Berlin's clocks go from 03:00 back to 02:00.
        let at = |now| next(now, "02:30:00", Tz::Europe__Berlin);
        assert_eq!(at("2027-10-30T12:00:00Z"), "2027-10-31T00:30:00Z");
        assert_eq!(at("2027-10-31T00:30:00Z"), "2027-11-01T01:30:00Z");
    }

    #[test]
    fn a_day_that_the_calendar_skips_begins_with_the_next() {
        let day = NaiveDate::from_ymd_opt(2011, 12, 30).unwrap();
        let start = start_of(day, Tz::Pacific__Apia);
        assert_eq!(start.to_rfc3339(), "2011-12-30T10:00:00+00:00");
    }
}
