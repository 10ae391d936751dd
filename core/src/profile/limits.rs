//! Every limit of a profile, once: the rules check by them and the form shows them.
//!
//! Lengths are counted in Unicode scalar values of the trimmed text, bounds are inclusive. The
//! numbers are the product's own decisions (the rules page of the design) unless another source is
//! named.

use serde::Serialize;

use super::table::{Kind, rule_of};
use crate::field::Field;

/// The smallest and largest accepted length, value or count, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The smallest.
    pub min: i32,
    /// The largest.
    pub max: i32,
}

const fn limits(min: i32, max: i32) -> Limits {
    Limits { min, max }
}

/// Characters of a nickname.
pub const NICKNAME: Limits = limits(1, 20);
/// Characters of a real name.
pub const NAME: Limits = limits(1, 50);
/// Characters of a job title.
pub const OCCUPATION: Limits = limits(1, 50);
/// Characters of an achievement.
pub const ACHIEVEMENT: Limits = limits(0, 200);
/// Body height in centimetres, of the person and of a condition's bound.
pub const HEIGHT_CM: Limits = limits(120, 230);
/// Age in whole calendar years, of the person and of a condition's bound.
pub const AGE_YEARS: Limits = limits(18, 99);
/// A condition's bound on income, in 10,000s of the deployment's currency a year.
pub const INCOME_10K: Limits = limits(1, 100_000);
/// Characters of a school's name.
pub const SCHOOL: Limits = limits(0, 100);
/// Characters of the self-description.
pub const ABOUT_ME: Limits = limits(10, 1000);
/// Characters of the optional long texts.
pub const LONG_TEXT: Limits = limits(0, 500);
/// Characters of an address.
pub const ADDRESS: Limits = limits(0, 200);
/// Characters of a link.
pub const LINK: Limits = limits(0, 500);
/// Degrees north: the poles.
pub const LATITUDE: Limits = limits(-90, 90);
/// Degrees east: the date line.
pub const LONGITUDE: Limits = limits(-180, 180);
/// Kilometres to the people one is shown; 0 (any distance) is accepted besides.
pub const RECOMMEND_DISTANCE_KM: Limits = limits(10, 500);
/// The value of `recommendDistanceKm` that stands for any distance; what is meant when nothing is said.
pub const ANY_DISTANCE: i32 = 0;
/// Tags of one group.
pub const TAGS: Limits = limits(0, 10);
/// The plan about children is a single choice.
pub const FERTILITY_PLANS: Limits = limits(1, 1);
/// Photos.
pub const PHOTOS: Limits = limits(1, 6);
/// Matching conditions: one of each type.
pub const CONDITIONS: Limits = limits(0, 9);

words! {
    /// What `min` and `max` of a [`FieldRule`] count.
    Measure {
        /// Characters of a text, in Unicode scalar values.
        Characters = "characters",
        /// The number itself.
        Value = "value",
        /// Years of age.
        Years = "years",
        /// Items of a list.
        Items = "items",
        /// Nothing: the field is a choice.
        Choice = "choice",
    }
}

/// What a form wants to know of a field before anything is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[non_exhaustive]
pub struct FieldRule {
    /// Which field.
    pub field: Field,
    /// Whether it must be given whatever the other answers are.
    pub required: bool,
    /// What the limits count.
    pub measure: Measure,
    /// The smallest accepted; 0 is accepted besides for `recommendDistanceKm`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i32>,
    /// The largest accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
}

/// The rule of one field.
pub fn field_rule(field: Field) -> FieldRule {
    let rule = rule_of(field);
    let (measure, limits) = match rule.kind {
        Kind::Line(limits)
        | Kind::VisibleLine(limits)
        | Kind::Lines(limits)
        | Kind::Link(limits) => (Measure::Characters, Some(limits)),
        Kind::Integer(limits) | Kind::IntegerOrZero(limits) | Kind::Degrees { limits, .. } => {
            (Measure::Value, Some(limits))
        }
        Kind::Birthday(limits) => (Measure::Years, Some(limits)),
        Kind::Tags(limits) | Kind::Photos(limits) | Kind::Conditions(limits) => {
            (Measure::Items, Some(limits))
        }
        Kind::Account
        | Kind::Password
        | Kind::Word(_)
        | Kind::Flag
        | Kind::City
        | Kind::Employer
        | Kind::Document => (Measure::Choice, None),
    };
    FieldRule {
        field,
        required: rule.required,
        measure,
        min: limits.map(|limits| limits.min),
        max: limits.map(|limits| limits.max),
    }
}
