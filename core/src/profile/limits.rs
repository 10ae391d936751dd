//! Every limit of a profile, once: the rules check by them and the form shows them.

use serde::Serialize;

use crate::field::Field;

/// The smallest and largest accepted length or value, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits<T> {
    /// The smallest.
    pub min: T,
    /// The largest.
    pub max: T,
}

const fn limits<T: Copy>(min: T, max: T) -> Limits<T> {
    Limits { min, max }
}

/// Characters (Unicode scalar values) of a nickname.
pub const NICKNAME: Limits<u64> = limits(1, 20);
/// Characters of a real name.
pub const NAME: Limits<u64> = limits(1, 50);
/// Characters of a job title.
pub const OCCUPATION: Limits<u64> = limits(1, 50);
/// Characters of an achievement.
pub const ACHIEVEMENT: Limits<u64> = limits(0, 200);
/// Body height in centimetres, of the person and of a condition's bound.
pub const HEIGHT_CM: Limits<i64> = limits(120, 230);
/// Age in whole calendar years, of the person and of a condition's bound.
pub const AGE_YEARS: Limits<i64> = limits(18, 99);
/// A condition's bound on income, in 10,000s a year.
pub const INCOME_10K: Limits<i64> = limits(1, 100_000);
/// Characters of a school's name.
pub const SCHOOL: Limits<u64> = limits(0, 100);
/// Characters of the self-description.
pub const ABOUT_ME: Limits<u64> = limits(10, 1000);
/// Characters of the optional long texts.
pub const LONG_TEXT: Limits<u64> = limits(0, 500);
/// Characters of an address.
pub const ADDRESS: Limits<u64> = limits(0, 200);
/// Characters of a link.
pub const LINK: Limits<u64> = limits(0, 500);
/// Degrees north.
pub const LATITUDE: Limits<i64> = limits(-90, 90);
/// Degrees east.
pub const LONGITUDE: Limits<i64> = limits(-180, 180);
/// Kilometres to the people one is shown; 0 (any distance) is accepted besides.
pub const RECOMMEND_DISTANCE_KM: Limits<i64> = limits(10, 500);
/// Tags of one group.
pub const TAGS: Limits<usize> = limits(0, 10);
/// The plan about children is a single choice.
pub const FERTILITY_PLANS: Limits<usize> = limits(1, 1);
/// Photos.
pub const PHOTOS: Limits<usize> = limits(1, 6);
/// Matching conditions: one of each type.
pub const CONDITIONS: Limits<usize> = limits(0, 9);

/// What `min` and `max` of a [`FieldRule`] count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Measure {
    /// Characters of a text, in Unicode scalar values.
    Characters,
    /// The number itself.
    Value,
    /// Years of age.
    Years,
    /// Items of a list.
    Items,
    /// Nothing: the field is a choice.
    Choice,
}

/// What a form wants to know of a field before anything is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct FieldRule {
    /// Which field.
    pub field: Field,
    /// Whether it must be given whatever the other answers are.
    pub required: bool,
    /// What the limits count.
    pub measure: Measure,
    /// The smallest accepted; 0 is accepted besides for `recommendDistanceKm`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub min: Option<i64>,
    /// The largest accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub max: Option<i64>,
}

/// The rule of one field.
pub fn field_rule(field: Field) -> FieldRule {
    let (measure, min, max) = match field {
        Field::Nickname => characters(NICKNAME),
        Field::Name => characters(NAME),
        Field::Occupation => characters(OCCUPATION),
        Field::Achievement => characters(ACHIEVEMENT),
        Field::School => characters(SCHOOL),
        Field::AboutMe => characters(ABOUT_ME),
        Field::DatingQuestion
        | Field::DailyLife
        | Field::SurprisePoint
        | Field::Feedback
        | Field::VerifyDescription => characters(LONG_TEXT),
        Field::Address => characters(ADDRESS),
        Field::ReviewLink => characters(LINK),
        Field::Height => between(Measure::Value, HEIGHT_CM),
        Field::Birthday => between(Measure::Years, AGE_YEARS),
        Field::Latitude => between(Measure::Value, LATITUDE),
        Field::Longitude => between(Measure::Value, LONGITUDE),
        Field::RecommendDistanceKm => between(Measure::Value, RECOMMEND_DISTANCE_KM),
        Field::PersonalityTagIds
        | Field::ExerciseTagIds
        | Field::HobbyTagIds
        | Field::MarriageTypeTagIds
        | Field::PetTagIds => items(TAGS),
        Field::FertilityPlanTagIds => items(FERTILITY_PLANS),
        Field::PhotoNameList => items(PHOTOS),
        Field::ValueItem => items(CONDITIONS),
        _ => (Measure::Choice, None, None),
    };
    FieldRule {
        field,
        required: is_required(field),
        measure,
        min,
        max,
    }
}

/// Whether the field must be given whatever the other answers are.
pub const fn is_required(field: Field) -> bool {
    matches!(
        field,
        Field::Account
            | Field::Password
            | Field::Nickname
            | Field::Name
            | Field::Gender
            | Field::MatchGender
            | Field::OccupationType
            | Field::Occupation
            | Field::Height
            | Field::IncomeRange
            | Field::Birthday
            | Field::Education
            | Field::MarriageRecord
            | Field::HasChildren
            | Field::Smoke
            | Field::Tattoo
            | Field::Drink
            | Field::AboutMe
            | Field::FertilityPlanTagIds
            | Field::City
            | Field::VerifyMethod
            | Field::PhotoNameList
    )
}

type Bounds = (Measure, Option<i64>, Option<i64>);

fn characters(limits: Limits<u64>) -> Bounds {
    (
        Measure::Characters,
        i64::try_from(limits.min).ok(),
        i64::try_from(limits.max).ok(),
    )
}

fn between(measure: Measure, limits: Limits<i64>) -> Bounds {
    (measure, Some(limits.min), Some(limits.max))
}

fn items(limits: Limits<usize>) -> Bounds {
    (
        Measure::Items,
        i64::try_from(limits.min).ok(),
        i64::try_from(limits.max).ok(),
    )
}
