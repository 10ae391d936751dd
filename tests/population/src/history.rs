//! Days of introductions that were made earlier, as rows of the server's tables.

use chrono::{DateTime, Days, NaiveDate};
use enmusubi_core::limits::ANSWER_DAYS;
use enmusubi_core::matching::affinity::DistanceBand;

/// The pairs that one statement inserts.
const ROWS: usize = 500;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// The number of days between the latest introductions and now. The set of yesterday may be the latest that is due.
const LATEST: u32 = 2;

/// The introductions of two groups to each other, on the days before now. All are answered with a no.
#[derive(Debug, Clone)]
pub struct History {
    /// The account ids of the first group, in an order in which neighbours may meet.
    pub ones: Vec<u32>,
    /// The account ids of the second group, in the same order.
    pub others: Vec<u32>,
    /// The days of introductions.
    pub n_days: u32,
    /// The introductions of a member of the first group on a day.
    pub per_day: u32,
}

impl History {
    /// Returns the pairs of each day before now. Each pair exists once, because no member is at the same distance from
    /// another twice. Returns no pairs if the second group is too small.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, [u32; 2])> {
        let (n_ones, n_others) = (self.ones.len(), self.others.len());
        let n_each = self.n_days * self.per_day;
        let is_possible = n_each as usize <= n_others;
        let steps = (0..n_each).filter(move |_| is_possible);
        steps.flat_map(move |step| {
            let days_ago = LATEST + self.n_days - 1 - step / self.per_day;
            self.ones.iter().enumerate().map(move |(place, one)| {
                let nearest = place * n_others / n_ones;
                let other = self.others[(nearest + step as usize) % n_others];
                (days_ago, [*one.min(&other), *one.max(&other)])
            })
        })
    }

    /// Returns statements that insert the pairs, in SQL that SQLite and PostgreSQL understand. The accounts exist.
    pub fn insert_statements(&self, now_ms: i64) -> impl Iterator<Item = String> {
        let n_pairs = u64::from(self.n_days * self.per_day) * self.ones.len() as u64;
        // The names lie at equal distances, so the random names of new introductions fall between them.
        let step = u64::MAX / n_pairs.max(1);
        let name = move |number: u64| format!("{:016x}", number * step);
        let mut pairs = (0..).zip(self.pairs()).peekable();
        std::iter::from_fn(move || {
            let (first, (days_ago, _)) = *pairs.peek()?;
            let created_at_ms = now_ms - i64::from(days_ago) * DAY_MS;
            let mut rows = Vec::new();
            let is_of_day = |(_, (day, _)): &(u64, (u32, [u32; 2]))| *day == days_ago;
            while rows.len() < ROWS
                && let Some((number, (_, [low, high]))) = pairs.next_if(is_of_day)
            {
                let name = name(number);
                let band = DistanceBand::Below10.as_str();
                rows.push(format!(
                    "('{name}', {low}, {high}, {created_at_ms}, '{band}')"
                ));
            }
            let (first, last) = (name(first), name(first + rows.len() as u64 - 1));
            let rows = rows.join(", ");
            let day = day_of(now_ms) - Days::new(days_ago.into());
            let expires_at_ms = created_at_ms + ANSWER_DAYS * DAY_MS;
            // Each side has a statement of its own: in a union, PostgreSQL would take the day for a text.
            let sides = |account, other| {
                format!(
                    "INSERT INTO introduction_side (introduction_id, account_id, other_id, day, expires_at_ms, \
                     conditions, answer, answered_at_ms, note) \
                     SELECT id, {account}, {other}, '{day}', {expires_at_ms}, 0, 'NO', {created_at_ms}, '' \
                     FROM introduction WHERE public_id BETWEEN '{first}' AND '{last}'"
                )
            };
            let (low, high) = (sides("low_id", "high_id"), sides("high_id", "low_id"));
            Some(format!(
                "INSERT INTO introduction (public_id, low_id, high_id, created_at_ms, distance_band) VALUES {rows}; \
                 {low}; {high}"
            ))
        })
    }
}

/// Returns the day of a time on the calendar of UTC.
fn day_of(at_ms: i64) -> NaiveDate {
    DateTime::from_timestamp_millis(at_ms).map_or(NaiveDate::default(), |at| at.date_naive())
}
