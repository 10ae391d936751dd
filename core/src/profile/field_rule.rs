//! The limits of each field, as a form wants to know them.

use serde::Serialize;

use super::field_spec::{FieldType, Presence, Visibility, field_spec};
use crate::field::Field;

words! {
    /// The unit of a [`FieldRule`]'s `min` and `max`.
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

/// The rule of a field that a form shows before the person types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[non_exhaustive]
pub struct FieldRule {
    /// The field.
    pub field: Field,
    /// True if the field is required whatever the other answers are. The description of a field says whether another
    /// answer makes it required.
    pub required: bool,
    /// The people who see the answer.
    pub visibility: Visibility,
    /// The unit of the limits.
    pub measure: Measure,
    /// The smallest accepted number; 0 is accepted too for `recommendDistanceKm`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i32>,
    /// The largest accepted number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
}

/// Returns the rule of one field.
///
/// ```
/// use enmusubi_core::Field;
/// use enmusubi_core::profile::{Measure, Visibility, field_rule};
///
/// let height = field_rule(Field::Height);
/// assert_eq!((height.measure, height.min, height.max), (Measure::Value, Some(120), Some(230)));
/// assert_eq!((height.required, height.visibility), (true, Visibility::Matching));
/// ```
pub fn field_rule(field: Field) -> FieldRule {
    let spec = field_spec(field);
    let (measure, limits) = match spec.field_type {
        FieldType::Line(limits)
        | FieldType::VisibleLine(limits)
        | FieldType::Lines(limits)
        | FieldType::Link(limits) => (Measure::Characters, Some(limits)),
        FieldType::Integer(limits)
        | FieldType::IntegerOrZero(limits)
        | FieldType::Degrees { limits, .. } => (Measure::Value, Some(limits)),
        FieldType::Birthday(limits) => (Measure::Years, Some(limits)),
        FieldType::Tags(limits)
        | FieldType::SingleTag(limits)
        | FieldType::Photos(limits)
        | FieldType::Conditions(limits) => (Measure::Items, Some(limits)),
        FieldType::Account
        | FieldType::SameAs(_)
        | FieldType::Word(_)
        | FieldType::VerifyMethod { .. }
        | FieldType::Flag
        | FieldType::City
        | FieldType::Employer
        | FieldType::Document(_) => (Measure::Choice, None),
    };
    FieldRule {
        field,
        required: spec.presence == Presence::Required,
        visibility: spec.visibility,
        measure,
        min: limits.map(|limits| limits.min),
        max: limits.map(|limits| limits.max),
    }
}
