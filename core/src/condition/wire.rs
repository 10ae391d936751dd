//! A condition on the wire: `{"type","from","to"}` or `{"type","value"}`.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Condition, ConditionKind, ConditionType};
use crate::vocabulary::Education;

/// The wire shape of a [`Condition`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Condition))]
pub(super) struct ConditionWire {
    /// The type of the condition.
    #[serde(rename = "type")]
    condition_type: ConditionType,
    /// The lower bound of a range; 0 is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<i32>,
    /// The upper bound of a range; 0 is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<i32>,
    /// The wanted value.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<ConditionValue>,
}

/// The value of a condition without bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) enum ConditionValue {
    /// A yes or no.
    Flag(bool),
    /// A level of education.
    Education(Education),
}

/// The error for parts that do not belong to the condition's type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the parts of this condition do not belong to its type")]
pub(super) struct ConditionShapeError;

impl From<Condition> for ConditionWire {
    fn from(condition: Condition) -> Self {
        let condition_type = condition.condition_type();
        let empty = Self {
            condition_type,
            from: None,
            to: None,
            value: None,
        };
        match condition {
            Condition::Range { from, to, .. } => Self {
                from: Some(from),
                to: Some(to),
                ..empty
            },
            Condition::Education(level) => Self {
                value: Some(ConditionValue::Education(level)),
                ..empty
            },
            Condition::Flag { value, .. } => Self {
                value: Some(ConditionValue::Flag(value)),
                ..empty
            },
        }
    }
}

impl TryFrom<ConditionWire> for Condition {
    type Error = ConditionShapeError;

    fn try_from(wire: ConditionWire) -> Result<Self, ConditionShapeError> {
        match (wire.condition_type.kind(), wire.from, wire.to, wire.value) {
            (ConditionKind::Range(kind), Some(from), Some(to), None) => {
                Ok(Self::Range { kind, from, to })
            }
            (ConditionKind::Education, None, None, Some(ConditionValue::Education(level))) => {
                Ok(Self::Education(level))
            }
            (ConditionKind::Flag(kind), None, None, Some(ConditionValue::Flag(value))) => {
                Ok(Self::Flag { kind, value })
            }
            _ => Err(ConditionShapeError),
        }
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Condition {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        ConditionWire::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Condition {
    fn name() -> std::borrow::Cow<'static, str> {
        "Condition".into()
    }

    // Without this function, the document lacks the types that the wire shape refers to.
    fn schemas(
        schemas: &mut Vec<(
            String,
            utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>,
        )>,
    ) {
        ConditionWire::schemas(schemas);
    }
}
