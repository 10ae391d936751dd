//! The counts of people that a member sees: coarse enough that none of them tells anything about one person.

use std::iter::successors;

use crate::limits::FIRST_SHOWN_COUNT;

/// Returns a count of people as a member sees it: rounded down to the series 20, 50, 100, 200, 500 and so on, or `None`
/// for too few.
///
/// An exact count would tell facts. A member who counts the people with whom a condition fits, and again after one
/// person has left, learns whether that person met the condition. A small count tells the same without a second one.
///
/// ```
/// use enmusubi_core::matching::shown_count;
///
/// // The half of 2³²: 50 is shown half way between 50 and 100, from 75 on.
/// let offset = 1 << 31;
/// assert_eq!(shown_count(74, offset), Some(20));
/// assert_eq!(shown_count(75, offset), Some(50));
/// assert_eq!(shown_count(34, offset), None);
/// // A back end takes a number that only it knows, such as a part of an HMAC of the member and the question.
/// assert_eq!(shown_count(74, 0), Some(50));
/// ```
///
/// Each number of the series is shown from a step on, which lies between this number and the next one. `offset` sets
/// the step: it is a share of that width, in units of 2⁻³². The offset must stay secret. One person who joins or leaves
/// a group then changes the shown count with a probability of at most 1 ÷ (next number − number), which is 1 ÷ 30 for
/// the first number, and never in a group that stays below [`FIRST_SHOWN_COUNT`]. An attacker who knew the step could
/// fill a group with accounts up to the last person before the step, who would then decide what is shown.
pub fn shown_count(count: u32, offset: u32) -> Option<u32> {
    let first = u64::from(FIRST_SHOWN_COUNT);
    let numbers = successors(Some(first / 2), |power| Some(power * 10))
        .flat_map(|power| [power * 2, power * 5, power * 10]);
    let is_reached = |(number, next): &(u64, u64)| {
        let shift = ((next - number) * u64::from(offset)) >> 32;
        u64::from(count) >= number + shift
    };
    let next = numbers.clone().skip(1);
    let (number, _) = numbers.zip(next).take_while(is_reached).last()?;
    u32::try_from(number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_shown_from_itself_on_at_the_earliest_and_before_the_next_one_at_the_latest() {
        for (number, next) in [
            (20, 50),
            (50, 100),
            (100, 200),
            (200, 500),
            (100_000, 200_000),
        ] {
            assert_eq!(shown_count(number, 0), Some(number));
            assert_eq!(shown_count(next - 1, u32::MAX), Some(number));
            assert_ne!(shown_count(next - 2, u32::MAX), Some(number));
        }
        assert_eq!(shown_count(19, 0), None);
        assert_eq!(shown_count(48, u32::MAX), None);
        assert_eq!(shown_count(u32::MAX, 0), Some(2_000_000_000));
    }

    #[test]
    fn one_person_more_changes_what_is_shown_for_one_offset_in_the_width() {
        let offsets = (0..300).map(|share| share * (u32::MAX / 300 + 1));
        for (count, n_changes) in [
            (10, 0),
            (18, 0),
            (19, 10),
            (48, 10),
            (49, 6),
            (99, 3),
            (150, 3),
        ] {
            let changes = offsets
                .clone()
                .filter(|offset| shown_count(count, *offset) != shown_count(count + 1, *offset));
            assert_eq!(changes.count(), n_changes, "{count}");
        }
    }
}
