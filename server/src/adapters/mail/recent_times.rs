//! Remembers the durations of recent mails, for answers that must take as long as a mail.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use aws_lc_rs::rand;

/// The number of durations: enough for the variation of one mail server, and few enough to follow a mail
/// server that becomes slower.
const MAX_TIMES: usize = 16;

/// The newest durations.
#[derive(Debug, Default)]
pub(super) struct RecentTimes(Mutex<VecDeque<Duration>>);

impl RecentTimes {
    pub(super) fn record(&self, took: Duration) {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.push_front(took);
        times.truncate(MAX_TIMES);
    }

    /// Returns a random duration between two recent ones, or `None` before the first mail. A caller who has timed their
    /// own mail could recognise an exact copy of its duration.
    pub(super) fn draw(&self) -> Option<Duration> {
        let mut random = [0; 3];
        // Without randomness the newest duration is still a better answer than none.
        let _ = rand::fill(&mut random);
        let [one, other, share] = random.map(usize::from);
        let times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let one = times.get(one.checked_rem(times.len())?)?;
        let other = times.get(other.checked_rem(times.len())?)?;
        let share = u32::try_from(share).unwrap_or_default();
        Some(*one.min(other) + one.abs_diff(*other) * share / u32::from(u8::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn draw_returns_none_before_the_first_mail() {
        assert_eq!(RecentTimes::default().draw(), None);
    }

    #[test]
    fn drawn_durations_vary_between_the_shortest_and_the_longest() {
        let times = RecentTimes::default();
        times.record(ms(300));
        times.record(ms(900));
        let drawn: Vec<Duration> = (0..200).map_while(|_| times.draw()).collect();
        assert_eq!(drawn.len(), 200);
        assert!(drawn.iter().all(|took| (ms(300)..=ms(900)).contains(took)));
        assert!(drawn.iter().any(|took| (ms(301)..=ms(899)).contains(took)));
    }

    #[test]
    fn only_the_newest_sixteen_mails_count() {
        let times = RecentTimes::default();
        times.record(ms(9_000));
        (0..MAX_TIMES).for_each(|_| times.record(ms(100)));
        assert!((0..200).all(|_| times.draw() == Some(ms(100))));
    }
}
