//! Matching conditions: the wishes of a person about the people they are shown.
//!
//! ```
//! use enmusubi_core::condition::{Condition, ConditionKind, ConditionType, RangeType};
//!
//! // At least 170 cm, without an upper bound.
//! let tall = Condition::Range { kind: RangeType::Height, from: 170, to: 0 };
//! let json = r#"{"type":"HEIGHT","from":170,"to":0}"#;
//! assert_eq!(serde_json::to_string(&tall).unwrap(), json);
//! assert_eq!(serde_json::from_str::<Condition>(json).unwrap(), tall);
//! assert_eq!(tall.condition_type(), ConditionType::Height);
//!
//! // A form asks which parts a type has, and between which limits a bound is.
//! assert_eq!(ConditionType::Height.kind(), ConditionKind::Range(RangeType::Height));
//! assert_eq!(RangeType::Height.limits().min, 120);
//! ```

mod wire;

use lenient_json::Json;
use serde::{Deserialize, Serialize};

pub use crate::vocabulary::ConditionType;
use wire::ConditionWire;

use crate::limits::{AGE_YEARS, HEIGHT_CM, INCOME_10K, Limits};
use crate::vocabulary::Education;

words! {
    /// The conditions with two bounds.
    RangeType {
        /// Body height, in centimetres.
        Height = "HEIGHT",
        /// Age, in whole calendar years.
        Age = "AGE",
        /// Yearly income, in 10,000s.
        Income = "INCOME",
    }
}

impl RangeType {
    /// Returns the limits of a bound; a bound may also be 0.
    pub const fn limits(self) -> Limits {
        match self {
            Self::Height => HEIGHT_CM,
            Self::Age => AGE_YEARS,
            Self::Income => INCOME_10K,
        }
    }
}

words! {
    /// The conditions on a yes-or-no answer.
    FlagType {
        /// Married before.
        MarriageRecord = "MARRIAGE_RECORD",
        /// Has children.
        HasChildren = "HAS_CHILDREN",
        /// Smokes.
        Smoke = "SMOKE",
        /// Has a tattoo.
        Tattoo = "TATTOO",
        /// Drinks.
        Drink = "DRINK",
    }
}

/// A condition with its data. Serde reads and writes its form on the wire, and does not check the limits of the bounds:
/// [`check`](crate::UserProfileCreate::check) does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "ConditionWire", try_from = "ConditionWire")]
pub enum Condition {
    /// A number between two bounds, both inclusive; 0 is an open bound.
    Range {
        /// The number that the bounds are about.
        kind: RangeType,
        /// The lower bound.
        from: i32,
        /// The upper bound.
        to: i32,
    },
    /// At least this level of education.
    Education(Education),
    /// This answer to a yes-or-no question.
    Flag {
        /// The question.
        kind: FlagType,
        /// The answer.
        value: bool,
    },
}

impl Condition {
    /// Returns the type of the condition.
    pub const fn condition_type(self) -> ConditionType {
        match self {
            Self::Range { kind, .. } => kind.condition_type(),
            Self::Education(_) => ConditionType::Education,
            Self::Flag { kind, .. } => kind.condition_type(),
        }
    }
}

impl Condition {
    /// Returns the condition as the wire has it: `{"type","from","to"}` or `{"type","value"}`.
    pub(crate) fn to_json(self) -> Json<'static> {
        let condition_type = ("type", Json::text(self.condition_type().as_str()));
        match self {
            Self::Range { from, to, .. } => Json::object([
                condition_type,
                ("from", Json::number(from)),
                ("to", Json::number(to)),
            ]),
            Self::Education(level) => {
                Json::object([condition_type, ("value", Json::text(level.as_str()))])
            }
            Self::Flag { value, .. } => {
                Json::object([condition_type, ("value", Json::Bool(value))])
            }
        }
    }
}

impl RangeType {
    const fn condition_type(self) -> ConditionType {
        match self {
            Self::Height => ConditionType::Height,
            Self::Age => ConditionType::Age,
            Self::Income => ConditionType::Income,
        }
    }
}

impl FlagType {
    pub(crate) const fn condition_type(self) -> ConditionType {
        match self {
            Self::MarriageRecord => ConditionType::MarriageRecord,
            Self::HasChildren => ConditionType::HasChildren,
            Self::Smoke => ConditionType::Smoke,
            Self::Tattoo => ConditionType::Tattoo,
            Self::Drink => ConditionType::Drink,
        }
    }
}

/// The parts of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConditionKind {
    /// Two bounds.
    Range(RangeType),
    /// A level of education.
    Education,
    /// A yes or no.
    Flag(FlagType),
}

impl ConditionType {
    /// Returns the parts of a condition of this type.
    pub const fn kind(self) -> ConditionKind {
        match self {
            Self::Height => ConditionKind::Range(RangeType::Height),
            Self::Age => ConditionKind::Range(RangeType::Age),
            Self::Income => ConditionKind::Range(RangeType::Income),
            Self::Education => ConditionKind::Education,
            Self::MarriageRecord => ConditionKind::Flag(FlagType::MarriageRecord),
            Self::HasChildren => ConditionKind::Flag(FlagType::HasChildren),
            Self::Smoke => ConditionKind::Flag(FlagType::Smoke),
            Self::Tattoo => ConditionKind::Flag(FlagType::Tattoo),
            Self::Drink => ConditionKind::Flag(FlagType::Drink),
        }
    }
}
