//! Who fits whom. Pure functions that can also say why not.

use chrono::NaiveDate;

use crate::condition::{Condition, ConditionType, FlagType, RangeType};
use crate::place::{Cell, cell_of, distance_km};
use crate::profile::UserProfileCreate;
use crate::vocabulary::{Education, Gender, IncomeRange, MatchGender};

/// What conditions ask about a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "five independent questions of the form"
)]
pub struct Facts {
    /// Their gender.
    pub gender: Gender,
    /// The day they were born.
    pub birthday: NaiveDate,
    /// Body height in centimetres.
    pub height_cm: i32,
    /// The bracket of their yearly income.
    pub income_range: IncomeRange,
    /// Their highest level of education.
    pub education: Education,
    /// Whether they have been married before.
    pub marriage_record: bool,
    /// Whether they have children.
    pub has_children: bool,
    /// Whether they smoke.
    pub smoke: bool,
    /// Whether they have a tattoo.
    pub tattoo: bool,
    /// Whether they drink.
    pub drink: bool,
    /// Where they live.
    pub cell: Cell,
}

/// What a person asks of others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wishes {
    /// Whom they would like to meet.
    pub match_gender: MatchGender,
    /// Their conditions.
    pub conditions: Vec<Condition>,
    /// How far away, in kilometres; 0 is any distance.
    pub recommend_distance_km: i32,
}

/// Someone to be matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// What others ask about them.
    pub facts: Facts,
    /// What they ask of others.
    pub wishes: Wishes,
}

/// Why someone is not wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mismatch {
    /// Their gender is not the wanted one.
    Gender,
    /// They do not satisfy this condition.
    Condition(ConditionType),
    /// They live too far away.
    Distance,
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

/// Whether the facts satisfy the condition on that day.
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
        Condition::Flag { kind, value } => {
            value
                == match kind {
                    FlagType::MarriageRecord => facts.marriage_record,
                    FlagType::HasChildren => facts.has_children,
                    FlagType::Smoke => facts.smoke,
                    FlagType::Tattoo => facts.tattoo,
                    FlagType::Drink => facts.drink,
                }
        }
    }
}

/// Both bounds inclusive, 0 open.
fn is_between(value: i32, from: i32, to: i32) -> bool {
    (from == 0 || value >= from) && (to == 0 || value <= to)
}

/// Whether some income of the half-open bracket lies between the bounds.
fn income_overlaps(range: IncomeRange, from: i32, to: i32) -> bool {
    match range.bracket() {
        None => from == 0 && to == 0,
        Some((low, below)) => {
            (to == 0 || low <= to) && (from == 0 || below.is_none_or(|below| from < below))
        }
    }
}

/// Everything that speaks against `other` in the eyes of `person`.
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

/// Whether `person` would like to meet `other`.
pub fn matches(person: &Person, other: &Person, today: NaiveDate) -> bool {
    mismatches(person, other, today).is_empty()
}

/// Whether both would like to meet.
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
