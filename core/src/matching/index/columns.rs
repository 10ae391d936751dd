//! The columns of a group of members, and the comparison of a viewer with all of them.

use chrono::{Datelike, Months, NaiveDate};

use super::{MemberId, reserve};
use crate::condition::{Condition, FlagType, RangeType};
use crate::matching::{Facts, Person, Wishes, income_overlaps};
use crate::vocabulary::{ConditionType, Education, IncomeRange};

/// The bits of a mask: eight for the income, five for the education, two for each yes-or-no answer.
const INCOME: u32 = 0;
const EDUCATION: u32 = INCOME + 8;
const FLAGS: u32 = EDUCATION + 5;
const CATEGORIES: u32 = FLAGS + 2 * 5;
const _: () = assert!(IncomeRange::ALL.len() == 8);
const _: () = assert!(Education::ALL.len() == 5);
const _: () = assert!(FlagType::ALL.len() == 5);
/// Bits of [`Failed`] for the conditions that are not categories.
const HEIGHT: u32 = CATEGORIES;
const AGE: u32 = CATEGORIES + 1;

/// The first day that the column of birthdays can hold, 1 January 1870, as a number of days from the first
/// day of the common era. The last is in 2049.
const FIRST_BIRTHDAY: i32 = 682_643;

/// The conditions of the viewer that a member does not meet, at most one of them: a bit for each category
/// and two for the numbers, or 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Failed(u32);

impl Failed {
    /// Returns the condition that the member does not meet, or `None` if there is none.
    pub(super) fn only_one(self) -> Option<ConditionType> {
        let bit = self.0.checked_ilog2()?;
        Some(match bit {
            HEIGHT => ConditionType::Height,
            AGE => ConditionType::Age,
            FLAGS.. => FlagType::ALL[(bit - FLAGS) as usize / 2].condition_type(),
            EDUCATION.. => ConditionType::Education,
            _ => ConditionType::Income,
        })
    }
}

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

/// The categories of a member.
#[derive(Debug, Clone, Copy)]
struct Masks {
    /// The person's own answers, with one bit for each question.
    facts: u32,
    /// The bits that satisfy all of the member's conditions.
    allowed: u32,
}

/// The number of a member, and the facts and conditions that are numbers.
#[derive(Debug, Clone, Copy)]
struct Numbers {
    member: MemberId,
    /// Days after [`FIRST_BIRTHDAY`].
    birthday: u16,
    distance_below: u16,
    height: u8,
    heights: Bounds<u8>,
    ages: Bounds<u8>,
}

/// A member whose numbers fit into the columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    masks: Masks,
    numbers: Numbers,
}

impl Row {
    /// Returns `None` for a person whose numbers do not fit into the columns.
    pub(super) fn new(member: MemberId, person: &Person) -> Option<Self> {
        let Person { facts, wishes } = person;
        let day = facts.birthday.num_days_from_ce() - FIRST_BIRTHDAY;
        Some(Self {
            masks: Masks {
                facts: categories(facts),
                allowed: allowed(wishes),
            },
            numbers: Numbers {
                member,
                birthday: u16::try_from(day).ok()?,
                distance_below: distance_below(wishes),
                height: u8::try_from(facts.height_cm).ok()?,
                heights: stored_bounds(wishes, RangeType::Height, 0)?,
                ages: stored_bounds(wishes, RangeType::Age, 1)?,
            },
        })
    }
}

/// Returns the bounds of a member's conditions for a column, each bound plus `shift`. An open upper bound
/// is 255. Returns `None` for a bound that does not fit.
///
/// With the shift of 1, the age of a viewer who is not yet born is 0, below the bounds of each condition.
fn stored_bounds(wishes: &Wishes, wanted: RangeType, shift: u8) -> Option<Bounds<u8>> {
    let mut bounds = ANY_BYTE;
    for condition in &wishes.conditions {
        if let Condition::Range { kind, from, to } = *condition
            && kind == wanted
        {
            let stored = |bound: i32| {
                let bound = u8::try_from(bound).ok()?.checked_add(shift)?;
                (bound < u8::MAX).then_some(bound)
            };
            bounds = bounds.intersect(Bounds {
                from: stored(from)?,
                to: if to == 0 { u8::MAX } else { stored(to)? },
            });
        }
    }
    Some(bounds)
}

/// Returns the whole number of kilometres that a distance, rounded up, must be below.
fn distance_below(wishes: &Wishes) -> u16 {
    match wishes.recommend_distance_km {
        0 => u16::MAX,
        // No distance is negative.
        ..0 => 0,
        limit => u16::try_from(limit).unwrap_or(u16::MAX).saturating_add(1),
    }
}

/// Returns the bits of a person's categories: one for each question.
fn categories(facts: &Facts) -> u32 {
    let mut mask = 1 << (INCOME + facts.income_range as u32);
    mask |= 1 << (EDUCATION + facts.education as u32);
    for kind in FlagType::ALL {
        mask |= flag_bit(*kind, facts.flag(*kind));
    }
    mask
}

fn flag_bit(kind: FlagType, value: bool) -> u32 {
    1 << (FLAGS + 2 * kind as u32 + u32::from(value))
}

/// Returns the bits of the categories that satisfy all conditions.
fn allowed(wishes: &Wishes) -> u32 {
    let mut mask = (1 << CATEGORIES) - 1;
    for condition in &wishes.conditions {
        match *condition {
            Condition::Range {
                kind: RangeType::Income,
                from,
                to,
            } => {
                for range in IncomeRange::ALL {
                    if !income_overlaps(*range, from, to) {
                        mask &= !(1 << (INCOME + *range as u32));
                    }
                }
            }
            Condition::Range { .. } => {}
            Condition::Education(level) => {
                for lower in Education::ALL.iter().filter(|other| **other < level) {
                    mask &= !(1 << (EDUCATION + *lower as u32));
                }
            }
            Condition::Flag { kind, value } => mask &= !flag_bit(kind, !value),
        }
    }
    mask
}

/// The facts and conditions of a viewer, in the units of the columns.
#[derive(Debug)]
pub(super) struct Asked {
    facts: u32,
    forbidden: u32,
    /// The height, limited to what fits: below all bounds it is 0, above all 255.
    height: u8,
    /// The age plus one, limited to 255, or 0 if the birthday is after today.
    age: u8,
    heights: Bounds<u8>,
    birthdays: Bounds<u16>,
    distance_below: u16,
}

impl Asked {
    pub(super) fn new(person: &Person, today: NaiveDate) -> Self {
        let Person { facts, wishes } = person;
        let age = today.years_since(facts.birthday);
        Self {
            facts: categories(facts),
            forbidden: !allowed(wishes),
            height: saturate(facts.height_cm),
            age: age.map_or(0, |age| {
                u8::try_from(age).unwrap_or(u8::MAX).saturating_add(1)
            }),
            heights: wanted_heights(wishes),
            birthdays: wanted_birthdays(wishes, today),
            distance_below: distance_below(wishes),
        }
    }

    /// Returns true if the viewer accepts people at this distance, which is rounded up.
    pub(super) fn reaches(&self, distance_km: u16) -> bool {
        distance_km < self.distance_below
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

/// The columns, which have the same length. The masks are apart from the numbers, because a scan reads the
/// numbers of few rows.
#[derive(Debug, Default)]
pub(super) struct Columns {
    masks: Vec<Masks>,
    numbers: Vec<Numbers>,
}

/// The rows whose masks are compared before their numbers are.
const CHUNK: usize = 512;

impl Columns {
    pub(super) fn len(&self) -> usize {
        self.masks.len()
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.masks.capacity() * size_of::<Masks>() + self.numbers.capacity() * size_of::<Numbers>()
    }

    pub(super) fn push(&mut self, row: Row) {
        reserve(&mut self.masks, 1);
        reserve(&mut self.numbers, 1);
        self.masks.push(row.masks);
        self.numbers.push(row.numbers);
    }

    /// Removes a row and moves the last one to its place. Returns the member of the moved row, or `None` if
    /// the removed row was the last.
    pub(super) fn swap_remove(&mut self, row: usize) -> Option<MemberId> {
        self.masks.swap_remove(row);
        self.numbers.swap_remove(row);
        self.numbers.get(row).map(|moved| moved.member)
    }

    /// Visits each member whose own conditions the viewer meets, and who meets all conditions of the viewer
    /// or all but one. The caller has compared the genders and the viewer's distance.
    #[expect(
        clippy::needless_bitwise_bool,
        reason = "a branch that depends on a row is hard to predict, and takes more time than the comparison"
    )]
    pub(super) fn scan(
        &self,
        viewer: &Asked,
        distance_km: u16,
        mut visit: impl FnMut(MemberId, Failed),
    ) {
        let mut candidates = [0_u16; CHUNK];
        let chunks = self.masks.chunks(CHUNK).zip(self.numbers.chunks(CHUNK));
        for (masks, numbers) in chunks {
            let mut n_candidates = 0;
            for (position, row) in (0..).zip(masks) {
                let failed = row.facts & viewer.forbidden;
                let refused = viewer.facts & !row.allowed;
                candidates[n_candidates] = position;
                n_candidates += usize::from((refused == 0) & has_at_most_one_bit(failed));
            }
            for position in &candidates[..n_candidates] {
                let position = usize::from(*position);
                let row = &numbers[position];
                let is_accepted = row.heights.hold(viewer.height)
                    & row.ages.hold(viewer.age)
                    & (distance_km < row.distance_below);
                let failed = masks[position].facts & viewer.forbidden
                    | u32::from(!viewer.heights.hold(row.height)) << HEIGHT
                    | u32::from(!viewer.birthdays.hold(row.birthday)) << AGE;
                if is_accepted & has_at_most_one_bit(failed) {
                    visit(row.member, Failed(failed));
                }
            }
        }
    }
}

const fn has_at_most_one_bit(mask: u32) -> bool {
    mask & mask.wrapping_sub(1) == 0
}
