//! Conditions as the form holds them: read leniently, limits checked, then kept or dropped.

use validator::{Validate, ValidationError, ValidationErrors};

use super::{Condition, ConditionKind, ConditionType, RangeType};
use crate::error::{ConditionPart, FieldError, FieldErrorCode, FieldPath};
use crate::field::Field;
use crate::json::{Json, Object};
use crate::profile::limits::CONDITIONS;
use crate::profile::{self, Reading, Value, out_of_range, required};
use crate::vocabulary::Education;

/// One row of the form's conditions, as far as it could be read. Rows that are not selected, or
/// whose type is unknown, keep their place and hold nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct ConditionDraft {
    /// Which condition.
    #[cfg_attr(feature = "ts", ts(rename = "type"))]
    pub condition_type: Option<ConditionType>,
    /// Whether the row is switched on; without it, it is.
    #[cfg_attr(feature = "ts", ts(optional, type = "boolean | string | null"))]
    pub selected: Option<bool>,
    /// The lower bound of a range; 0 or absent is open.
    #[cfg_attr(feature = "ts", ts(optional, type = "number | string | null"))]
    pub from: Option<i64>,
    /// The upper bound of a range; 0 or absent is open.
    #[cfg_attr(feature = "ts", ts(optional, type = "number | string | null"))]
    pub to: Option<i64>,
    /// The wanted value.
    #[cfg_attr(feature = "ts", ts(optional, type = "boolean | string | null"))]
    pub value: Option<WantedValue>,
}

/// The value of a condition without bounds, once read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WantedValue {
    /// A yes or no.
    Flag(bool),
    /// At least this level.
    Education(Education),
}

impl ConditionDraft {
    /// The condition, if it is one and carries data: with both bounds open nothing is asked.
    pub(crate) fn into_condition(self) -> Option<Condition> {
        match (self.condition_type?.kind(), self.value) {
            (ConditionKind::Range(kind), _) => {
                let from = i32::try_from(self.from.unwrap_or(0)).ok()?;
                let to = i32::try_from(self.to.unwrap_or(0)).ok()?;
                (from != 0 || to != 0).then_some(Condition::Range { kind, from, to })
            }
            (ConditionKind::Education, Some(WantedValue::Education(level))) => {
                Some(Condition::Education(level))
            }
            (ConditionKind::Flag(kind), Some(WantedValue::Flag(value))) => {
                Some(Condition::Flag { kind, value })
            }
            _ => None,
        }
    }
}

impl Validate for ConditionDraft {
    fn validate(&self) -> Result<(), ValidationErrors> {
        let mut errors = ValidationErrors::new();
        if let Some(ConditionKind::Range(kind)) = self.condition_type.map(ConditionType::kind) {
            check_bounds(
                kind,
                self.from.unwrap_or(0),
                self.to.unwrap_or(0),
                &mut errors,
            );
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }
}

/// Each bound is 0 (open) or within the type's limits; two valid bounds are in order.
fn check_bounds(kind: RangeType, from: i64, to: i64, errors: &mut ValidationErrors) {
    let limits = kind.limits();
    let is_valid = |bound: i64| bound == 0 || (limits.min..=limits.max).contains(&bound);
    if !is_valid(from) {
        errors.add(ConditionPart::From.as_str(), out_of_range(limits));
    }
    if !is_valid(to) {
        errors.add(ConditionPart::To.as_str(), out_of_range(limits));
    }
    if is_valid(from) && is_valid(to) && from != 0 && to != 0 && from > to {
        let reversed = ValidationError::new(FieldErrorCode::RangeReversed.as_str());
        errors.add(ConditionPart::To.as_str(), reversed);
    }
}

/// Reads the list of conditions. Every item keeps its index; rows switched off are not looked at.
pub(crate) fn read(reading: &mut Reading<'_>) -> Vec<ConditionDraft> {
    let items = reading
        .items(Field::ValueItem)
        .map(<[Json]>::to_vec)
        .unwrap_or_default();
    if items.iter().filter(|item| is_counted(item)).count() > CONDITIONS.max {
        reading
            .errors
            .push(FieldError::too_many(Field::ValueItem, CONDITIONS.max));
        return Vec::new();
    }
    let mut seen = Vec::new();
    items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            if let Json::Object(members) = item {
                read_item(reading, index, members, &mut seen)
            } else {
                reading.note(
                    FieldPath::item(Field::ValueItem, index),
                    FieldErrorCode::WrongType,
                );
                ConditionDraft::default()
            }
        })
        .collect()
}

/// Whether the row is switched on, or not a row at all.
fn is_counted(item: &Json) -> bool {
    match item {
        Json::Object(members) => members
            .get("selected")
            .is_none_or(|raw| profile::flag(raw) != Value::Is(false)),
        _ => true,
    }
}

fn read_item(
    reading: &mut Reading<'_>,
    index: usize,
    members: &Object,
    seen: &mut Vec<ConditionType>,
) -> ConditionDraft {
    let part = |name: ConditionPart| members.get(name.as_str()).unwrap_or(&Json::Null);
    let at = |name: ConditionPart| FieldPath::condition(index, name);

    let selected = profile::flag(part(ConditionPart::Selected));
    let selected = reading.keep(at(ConditionPart::Selected), selected);
    if selected == Some(false) {
        return ConditionDraft {
            selected,
            ..ConditionDraft::default()
        };
    }
    let condition_type = match profile::word::<ConditionType>(part(ConditionPart::Type)) {
        Value::Absent => {
            reading.errors.push(required(at(ConditionPart::Type)));
            None
        }
        value => reading.keep(at(ConditionPart::Type), value),
    };
    let mut draft = ConditionDraft {
        condition_type,
        selected,
        ..ConditionDraft::default()
    };
    let Some(condition_type) = condition_type else {
        return draft;
    };
    if seen.contains(&condition_type) {
        reading.note(at(ConditionPart::Type), FieldErrorCode::Duplicate);
    }
    seen.push(condition_type);

    let kind = condition_type.kind();
    let foreign: &[ConditionPart] = match kind {
        ConditionKind::Range(_) => &[ConditionPart::Value],
        _ => &[ConditionPart::From, ConditionPart::To],
    };
    if foreign
        .iter()
        .any(|name| !matches!(part(*name), Json::Null))
    {
        reading.note(
            FieldPath::item(Field::ValueItem, index),
            FieldErrorCode::ConditionShape,
        );
    }
    match kind {
        ConditionKind::Range(_) => {
            let mut bound = |name| reading.keep(at(name), profile::integer(part(name)));
            draft.from = bound(ConditionPart::From);
            draft.to = bound(ConditionPart::To);
        }
        ConditionKind::Education | ConditionKind::Flag(_) => {
            let raw = part(ConditionPart::Value);
            let value = match kind {
                ConditionKind::Education => {
                    profile::word(raw).and_then(|level| Value::Is(WantedValue::Education(level)))
                }
                _ => profile::flag(raw).and_then(|flag| Value::Is(WantedValue::Flag(flag))),
            };
            if value == Value::Absent {
                reading.errors.push(required(at(ConditionPart::Value)));
            }
            draft.value = reading.keep(at(ConditionPart::Value), value);
        }
    }
    draft
}
