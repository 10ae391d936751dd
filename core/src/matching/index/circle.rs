//! The number of people whom a viewer may meet, and for each condition of the viewer the number of those whom it
//! alone rules out.

use chrono::NaiveDate;

use crate::matching::{Mismatch, Person, matches, mismatches};
use crate::vocabulary::ConditionType;

/// The number of members who fit a viewer, and of those who would fit without one of the viewer's conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Circle {
    /// The members who fit the viewer and whom the viewer fits.
    pub size: u32,
    /// By condition, in the order of [`ConditionType::ALL`]: the members who would fit as well if the viewer
    /// did not have the condition. It is 0 for a condition that the viewer does not have.
    pub without: [u32; ConditionType::ALL.len()],
}

impl Circle {
    /// Returns how many more members would fit if the viewer did not have this condition.
    pub const fn without(&self, condition: ConditionType) -> u32 {
        self.without[condition as usize]
    }

    /// Takes one of the counted members out again, for example because the viewer knows them already. `viewer` and
    /// `member` are the people, and `today` the day, of the count. It changes nothing for a member who was not counted.
    pub fn leave_out(&mut self, viewer: &Person, member: &Person, today: NaiveDate) {
        if !matches(member, viewer, today) {
            return;
        }
        let count = match mismatches(viewer, member, today)[..] {
            [] => &mut self.size,
            [only @ Mismatch::Condition(condition), ref others @ ..]
                if others.iter().all(|other| *other == only) =>
            {
                &mut self.without[condition as usize]
            }
            _ => return,
        };
        *count = count.saturating_sub(1);
    }

    /// Counts members who fail only this condition of the viewer.
    pub(super) const fn add(&mut self, condition: ConditionType, n_members: u32) {
        self.without[condition as usize] += n_members;
    }
}

/// Returns a count as members see it: rounded down to 1, 2 or 5 times a power of ten. A count below 5 is
/// `None`, because small exact numbers tell about single people.
pub const fn shown_count(count: u32) -> Option<u32> {
    if count < 5 {
        return None;
    }
    let mut power = 1;
    while count / power >= 10 {
        power *= 10;
    }
    let first_digit = match count / power {
        5.. => 5,
        2.. => 2,
        _ => 1,
    };
    Some(first_digit * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_rounded_down_to_one_two_or_five() {
        let shown = [
            (0, None),
            (4, None),
            (5, Some(5)),
            (9, Some(5)),
            (10, Some(10)),
            (19, Some(10)),
            (20, Some(20)),
            (49, Some(20)),
            (50, Some(50)),
            (99, Some(50)),
            (100, Some(100)),
            (123_456, Some(100_000)),
            (999_999_999, Some(500_000_000)),
            (u32::MAX, Some(2_000_000_000)),
        ];
        for (count, expected) in shown {
            assert_eq!(shown_count(count), expected, "{count}");
        }
    }
}
