//! Height, age and distance: the numbers of a member, and the bounds of their conditions.

use chrono::{Datelike, Months, NaiveDate};

use super::bits::Question;
use crate::condition::{Condition, RangeType};
use crate::matching::{Person, Wishes};
use crate::vocabulary::ConditionType;

/// The first day that the column of birthdays can hold, 1 January 1870, as a number of days from the first day of the
/// common era. The last day of the column is in 2049.
const FIRST_BIRTHDAY: i32 = 682_643;

/// Two inclusive bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bounds<T> {
    from: T,
    to: T,
}

impl<T: Ord + Copy> Bounds<T> {
    fn intersect(self, other: Self) -> Self {
        Self {
            from: self.from.max(other.from),
            to: self.to.min(other.to),
        }
    }

    #[expect(
        clippy::needless_bitwise_bool,
        reason = "a scan has no branches that depend on a row"
    )]
    fn hold(self, value: T) -> bool {
        (self.from <= value) & (value <= self.to)
    }
}

const ANY_BYTE: Bounds<u8> = Bounds {
    from: 0,
    to: u8::MAX,
};
const NO_BYTE: Bounds<u8> = Bounds { from: 1, to: 0 };
const ANY_DAY: Bounds<i32> = Bounds {
    from: i32::MIN,
    to: i32::MAX,
};

/// The numbers of a member and the bounds of their conditions, small enough for a column.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers {
    /// Days after [`FIRST_BIRTHDAY`].
    birthday: u16,
    /// The limit of distance plus one: a distance, rounded up, must be below it.
    pub(super) distance_below: u16,
    pub(super) height: u8,
    heights: Bounds<u8>,
    ages: Bounds<u8>,
}

impl Numbers {
    /// Returns `None` for a person whose numbers do not fit into the columns.
    pub(super) fn new(person: &Person) -> Option<Self> {
        let Person { facts, wishes } = person;
        let day = facts.birthday.num_days_from_ce() - FIRST_BIRTHDAY;
        Some(Self {
            birthday: u16::try_from(day).ok()?,
            distance_below: distance_below(wishes),
            height: u8::try_from(facts.height_cm).ok()?,
            heights: stored_bounds(wishes, RangeType::Height, 0)?,
            ages: stored_bounds(wishes, RangeType::Age, 1)?,
        })
    }

    /// Returns the questions about numbers that the member answers with yes. In the order of [`Question`] they are
    /// four ranges, each from a first to a last question.
    pub(super) fn answers(&self) -> [(Question, Question); 4] {
        use Question::{AcceptsAge, AcceptsHeight, IsAbove, IsBelow, IsBornAfter, IsBornBefore};
        let Self {
            height,
            birthday,
            heights,
            ages,
            ..
        } = *self;
        [
            (AcceptsHeight(heights.from), AcceptsHeight(heights.to)),
            (AcceptsAge(ages.from), AcceptsAge(ages.to)),
            (
                height.checked_add(1).map_or(IsAbove(0), IsBelow),
                height.checked_sub(1).map_or(IsBelow(u8::MAX), IsAbove),
            ),
            (
                birthday.checked_add(1).map_or(IsBornAfter(0), IsBornBefore),
                birthday
                    .checked_sub(1)
                    .map_or(IsBornBefore(u16::MAX), IsBornAfter),
            ),
        ]
    }
}

/// Returns the bounds of a member's conditions for a column, each bound plus `shift`. An open upper bound
/// is 255. Returns `None` for a bound that does not fit.
///
/// With the shift of 1, the age of a viewer who is not yet born is 0, below the bounds of each condition.
fn stored_bounds(wishes: &Wishes, wanted: RangeType, shift: u8) -> Option<Bounds<u8>> {
    let mut bounds = ANY_BYTE;
    for condition in &wishes.conditions {
        match *condition {
            Condition::Range { kind, from, to } if kind == wanted => {
                let stored = |bound: i32| {
                    let bound = u8::try_from(bound).ok()?.checked_add(shift)?;
                    (bound < u8::MAX).then_some(bound)
                };
                bounds = bounds.intersect(Bounds {
                    from: stored(from)?,
                    to: if to == 0 { u8::MAX } else { stored(to)? },
                });
            }
            _ => {}
        }
    }
    Some(bounds)
}

/// Returns the limit of distance in kilometres plus one: a distance, rounded up, must be below it. Returns `u16::MAX`
/// without a limit.
fn distance_below(wishes: &Wishes) -> u16 {
    match wishes.recommend_distance_km {
        0 => u16::MAX,
        // No distance is within a negative limit.
        ..0 => 0,
        limit => u16::try_from(limit).unwrap_or(u16::MAX).saturating_add(1),
    }
}

/// The numbers of a viewer and the bounds of their conditions, in the units of the columns.
#[derive(Debug)]
pub(super) struct NumberQuery {
    /// The height, limited to the range of the column: 0 is below all bounds that are set, and 255 above.
    height: u8,
    /// The age plus one, limited to 255, or 0 if the birthday is after today.
    age: u8,
    heights: Bounds<u8>,
    birthdays: Bounds<u16>,
    pub(super) distance_below: u16,
}

impl NumberQuery {
    pub(super) fn new(person: &Person, today: NaiveDate) -> Self {
        let Person { facts, wishes } = person;
        let age = today.years_since(facts.birthday);
        Self {
            height: saturate(facts.height_cm),
            age: age.map_or(0, |age| {
                u8::try_from(age).unwrap_or(u8::MAX).saturating_add(1)
            }),
            heights: wanted_heights(wishes),
            birthdays: wanted_birthdays(wishes, today),
            distance_below: distance_below(wishes),
        }
    }

    /// Returns two questions. A member who accepts the viewer's height and age answers both with yes.
    pub(super) fn accepting(&self) -> [Question; 2] {
        [
            Question::AcceptsHeight(self.height),
            Question::AcceptsAge(self.age),
        ]
    }

    /// Returns the viewer's conditions, each with two questions. A member who fails the condition answers one of
    /// them with yes.
    pub(super) fn failing(&self) -> impl Iterator<Item = (ConditionType, [Question; 2])> {
        use Question::{IsAbove, IsBelow, IsBornAfter, IsBornBefore};
        let (heights, birthdays) = (self.heights, self.birthdays);
        [
            (
                ConditionType::Height,
                (heights.from > 0).then_some(IsBelow(heights.from)),
                (heights.to < u8::MAX).then_some(IsAbove(heights.to)),
            ),
            (
                ConditionType::Age,
                (birthdays.from > 0).then_some(IsBornBefore(birthdays.from)),
                (birthdays.to < u16::MAX).then_some(IsBornAfter(birthdays.to)),
            ),
        ]
        .into_iter()
        .filter_map(|(kind, one, other)| {
            let first = one.or(other)?;
            Some((kind, [first, other.unwrap_or(first)]))
        })
    }

    /// Returns true if the viewer accepts people at this distance, which is rounded up.
    pub(super) fn reaches(&self, distance_km: u16) -> bool {
        distance_km < self.distance_below
    }

    /// Returns true if the member accepts the viewer's numbers and this distance.
    #[expect(
        clippy::needless_bitwise_bool,
        reason = "a branch that depends on a member is hard to predict, and takes more time than the comparison"
    )]
    pub(super) fn is_accepted(&self, member: &Numbers, distance_km: u16) -> bool {
        member.heights.hold(self.height)
            & member.ages.hold(self.age)
            & (distance_km < member.distance_below)
    }

    /// Returns true if the member's height satisfies the viewer's conditions.
    pub(super) fn accepts_height(&self, member: &Numbers) -> bool {
        self.heights.hold(member.height)
    }

    /// Returns true if the member's age satisfies the viewer's conditions.
    pub(super) fn accepts_age(&self, member: &Numbers) -> bool {
        self.birthdays.hold(member.birthday)
    }
}

fn saturate(value: i32) -> u8 {
    u8::try_from(value.max(0)).unwrap_or(u8::MAX)
}

fn wanted_heights(wishes: &Wishes) -> Bounds<u8> {
    let mut heights = ANY_BYTE;
    for condition in &wishes.conditions {
        if let Condition::Range {
            kind: RangeType::Height,
            from,
            to,
        } = *condition
        {
            // Heights in a column are between 0 and 255.
            let is_never = from > 255 || to < 0;
            let bounds = Bounds {
                from: saturate(from),
                to: if to == 0 { u8::MAX } else { saturate(to) },
            };
            heights = heights.intersect(if is_never { NO_BYTE } else { bounds });
        }
    }
    heights
}

/// Returns the birthdays of the people with an age that the viewer accepts.
fn wanted_birthdays(wishes: &Wishes, today: NaiveDate) -> Bounds<u16> {
    let mut days = ANY_DAY;
    for condition in &wishes.conditions {
        if let Condition::Range {
            kind: RangeType::Age,
            from,
            to,
        } = *condition
        {
            days = days.intersect(Bounds {
                from: if to == 0 {
                    i32::MIN
                } else {
                    last_birthday(to.saturating_add(1), today).saturating_add(1)
                },
                // Also with an open bound, a person has to be born.
                to: last_birthday(from.max(0), today),
            });
        }
    }
    let relative = |day: i32| day.saturating_sub(FIRST_BIRTHDAY);
    let (from, to) = (
        relative(days.from).max(0),
        relative(days.to).min(u16::MAX.into()),
    );
    match (u16::try_from(from), u16::try_from(to)) {
        (Ok(from), Ok(to)) => Bounds { from, to },
        _ => Bounds { from: 1, to: 0 },
    }
}

/// Returns the day, counted from the first day of the common era, on which the youngest people with at
/// least this age were born. It is `i32::MIN` if the age is beyond the calendar, and `i32::MAX` for a negative age.
fn last_birthday(age: i32, today: NaiveDate) -> i32 {
    if age < 0 {
        return i32::MAX;
    }
    let Ok(n_months) = u32::try_from(i64::from(age) * 12) else {
        return i32::MIN;
    };
    // chrono moves 29 February to the 28th in a year that has none. People born on 1 March of that year are
    // not yet as old, so this is right.
    today
        .checked_sub_months(Months::new(n_months))
        .map_or(i32::MIN, |day| day.num_days_from_ce())
}
