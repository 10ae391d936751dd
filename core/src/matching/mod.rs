//! Decides whether two people fit, and says why they do not. [`index`] gives the same answers for one person among
//! millions, [`affinity`] scores two people who may meet, and [`pairing`] makes pairs of them.
//!
//! ```
//! use chrono::NaiveDate;
//! use enmusubi_core::condition::{Condition, ConditionType, RangeType};
//! use enmusubi_core::matching::{Facts, Mismatch, Person, Wishes, mismatches, mutual_match};
//! use enmusubi_core::place::Cell;
//! use enmusubi_core::{Education, Gender, IncomeRange, MatchGender};
//!
//! // `Person::from(&profile)` makes the same from a profile.
//! let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
//! let mei = Person {
//!     facts: Facts {
//!         gender: Gender::Female, birthday: NaiveDate::from_ymd_opt(1992, 3, 8).unwrap(), height_cm: 163,
//!         income_range: IncomeRange::Undisclosed, education: Education::Bachelor, marriage_record: false,
//!         has_children: false, smoke: false, tattoo: false, drink: true, cell: Cell::from_coordinates(25.04, 121.56),
//!     },
//!     wishes: Wishes { match_gender: MatchGender::Any, conditions: vec![], recommend_distance_km: 0 },
//! };
//! let mut yu = mei.clone();
//! assert!(mutual_match(&mei, &yu, today));
//! yu.wishes.conditions = vec![Condition::Range { kind: RangeType::Height, from: 170, to: 0 }];
//! assert!(!mutual_match(&mei, &yu, today));
//! assert_eq!(mismatches(&yu, &mei, today), [Mismatch::Condition(ConditionType::Height)]);
//! assert_eq!(mismatches(&mei, &yu, today), []);
//! ```

pub mod affinity;
mod count;
pub mod index;
pub mod pairing;

pub use count::shown_count;

use chrono::NaiveDate;

use crate::condition::{Condition, ConditionType, FlagType, RangeType};
use crate::place::{Cell, cell_of, distance_km};
use crate::profile::UserProfileCreate;
use crate::vocabulary::{Education, Gender, IncomeRange, MatchGender};

/// The facts of a person that other people's conditions are about. See the example of the [module](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "five independent questions of the form"
)]
pub struct Facts {
    /// The gender of the person.
    pub gender: Gender,
    /// The day on which the person was born.
    pub birthday: NaiveDate,
    /// Body height in centimetres.
    pub height_cm: i32,
    /// The bracket of their yearly income.
    pub income_range: IncomeRange,
    /// Their highest level of education.
    pub education: Education,
    /// True if they have been married before.
    pub marriage_record: bool,
    /// True if they have children.
    pub has_children: bool,
    /// True if they smoke.
    pub smoke: bool,
    /// True if they have a tattoo.
    pub tattoo: bool,
    /// True if they drink.
    pub drink: bool,
    /// The cell in which the person lives: the square of a grid to which their place is rounded.
    pub cell: Cell,
}

impl Facts {
    /// Returns the answer to a yes-or-no question.
    pub const fn flag(&self, kind: FlagType) -> bool {
        match kind {
            FlagType::MarriageRecord => self.marriage_record,
            FlagType::HasChildren => self.has_children,
            FlagType::Smoke => self.smoke,
            FlagType::Tattoo => self.tattoo,
            FlagType::Drink => self.drink,
        }
    }
}

/// The wishes of a person about other people. See the example of the [module](self).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wishes {
    /// The gender of the people they would like to meet.
    pub match_gender: MatchGender,
    /// The conditions of the person.
    pub conditions: Vec<Condition>,
    /// The largest distance, in kilometres; 0 is any distance.
    pub recommend_distance_km: i32,
}

/// A person in matching. `Person::from(&profile)` makes one from a profile, and the example of the [module](self) one
/// from facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The facts that other people's conditions are about.
    pub facts: Facts,
    /// The wishes about other people.
    pub wishes: Wishes,
}

/// The reason why a person does not meet another person's wishes. [`mismatches`] returns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mismatch {
    /// The gender of the person is not the wanted one.
    Gender,
    /// The person does not satisfy this condition.
    Condition(ConditionType),
    /// The person lives too far away.
    Distance,
}

impl Mismatch {
    /// Returns the word for the reason: the type of the condition, `GENDER` or `DISTANCE`.
    ///
    /// ```
    /// use enmusubi_core::ConditionType;
    /// use enmusubi_core::matching::Mismatch;
    ///
    /// assert_eq!(Mismatch::Condition(ConditionType::Smoke).as_str(), "SMOKE");
    /// assert_eq!(Mismatch::Distance.as_str(), "DISTANCE");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gender => "GENDER",
            Self::Condition(kind) => kind.as_str(),
            Self::Distance => "DISTANCE",
        }
    }
}

impl From<&UserProfileCreate> for Person {
    fn from(profile: &UserProfileCreate) -> Self {
        Self {
            facts: Facts {
                gender: profile.gender,
                birthday: profile.birthday,
                height_cm: profile.height,
                income_range: profile.income_range,
                education: profile.education,
                marriage_record: profile.marriage_record,
                has_children: profile.has_children,
                smoke: profile.smoke,
                tattoo: profile.tattoo,
                drink: profile.drink,
                cell: cell_of(profile),
            },
            wishes: Wishes {
                match_gender: profile.match_gender,
                conditions: profile.value_item.clone(),
                recommend_distance_km: profile.recommend_distance_km,
            },
        }
    }
}

/// Returns true if the facts satisfy the condition. Ages are counted on `today`, a bound of 0 is open, and an income
/// satisfies a condition if some income of its bracket does.
pub fn satisfies(condition: Condition, facts: &Facts, today: NaiveDate) -> bool {
    match condition {
        Condition::Range {
            kind: RangeType::Height,
            from,
            to,
        } => is_between(facts.height_cm, from, to),
        Condition::Range {
            kind: RangeType::Age,
            from,
            to,
        } => today
            .years_since(facts.birthday)
            .and_then(|age| i32::try_from(age).ok())
            .is_some_and(|age| is_between(age, from, to)),
        Condition::Range {
            kind: RangeType::Income,
            from,
            to,
        } => income_overlaps(facts.income_range, from, to),
        Condition::Education(level) => facts.education >= level,
        Condition::Flag { kind, value } => facts.flag(kind) == value,
    }
}

/// Returns true for a value between the bounds, both inclusive; a bound of 0 is open.
fn is_between(value: i32, from: i32, to: i32) -> bool {
    (from == 0 || value >= from) && (to == 0 || value <= to)
}

/// Returns true if some income of the half-open bracket lies between the bounds. An undisclosed income satisfies
/// only a condition without bounds.
fn income_overlaps(range: IncomeRange, from: i32, to: i32) -> bool {
    match range.bracket() {
        None => from == 0 && to == 0,
        Some((low, below)) => {
            (to == 0 || low <= to) && (from == 0 || below.is_none_or(|below| from < below))
        }
    }
}

/// Returns every wish of `person` that `other` does not meet: the gender first, then the conditions in their order, and
/// the distance last. Ages are counted on `today`. See the example of the [module](self).
pub fn mismatches(person: &Person, other: &Person, today: NaiveDate) -> Vec<Mismatch> {
    let wishes = &person.wishes;
    let gender = (!wishes.match_gender.accepts(other.facts.gender)).then_some(Mismatch::Gender);
    let conditions = wishes
        .conditions
        .iter()
        .filter(|condition| !satisfies(**condition, &other.facts, today))
        .map(|condition| Mismatch::Condition(condition.condition_type()));
    let is_too_far = wishes.recommend_distance_km != 0
        && distance_km(person.facts.cell, other.facts.cell)
            > f64::from(wishes.recommend_distance_km);
    let distance = is_too_far.then_some(Mismatch::Distance);
    gender
        .into_iter()
        .chain(conditions)
        .chain(distance)
        .collect()
}

/// Returns true if `other` meets every wish of `person`: if [`mismatches`] returns none.
pub fn matches(person: &Person, other: &Person, today: NaiveDate) -> bool {
    mismatches(person, other, today).is_empty()
}

/// Returns true if each person meets every wish of the other. See the example of the [module](self).
pub fn mutual_match(a: &Person, b: &Person, today: NaiveDate) -> bool {
    matches(a, b, today) && matches(b, a, today)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn income_brackets_are_half_open() {
        use IncomeRange::{From50To100, Over500, Under50, Undisclosed};
        assert!(income_overlaps(From50To100, 99, 0));
        assert!(!income_overlaps(From50To100, 100, 0));
        assert!(income_overlaps(From50To100, 0, 50));
        assert!(!income_overlaps(From50To100, 0, 49));
        assert!(!income_overlaps(Under50, 50, 0));
        assert!(income_overlaps(Over500, 100_000, 0));
        assert!(!income_overlaps(Over500, 0, 499));
        assert!(!income_overlaps(Undisclosed, 1, 0));
        assert!(!income_overlaps(Undisclosed, 0, 100_000));
    }

    #[test]
    fn bounds_are_inclusive_and_zero_is_open() {
        assert!(is_between(170, 170, 170));
        assert!(is_between(170, 0, 170));
        assert!(is_between(170, 170, 0));
        assert!(!is_between(171, 0, 170));
    }
}
