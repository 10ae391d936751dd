//! Reads the matching conditions of a form, and drops the conditions that ask nothing.

use lenient_json::{Json, Object};

use super::bounds::{not_too_many, within_or_zero};
use super::scalar::word;
use crate::condition::{Condition, ConditionKind, RangeType};
use crate::error::{ConditionPart, FieldError, FieldErrorCode, FieldPath, Violation};
use crate::field::Field;
use crate::limits::Limits;
use crate::vocabulary::{ConditionType, Education};

/// Reads the list of conditions. Errors name the index of the input. A row that is switched off is not checked and
/// becomes no condition. A row that asks for nothing becomes no condition either.
pub(super) fn read(
    field: Field,
    items: &[Json<'_>],
    limits: Limits,
    errors: &mut Vec<FieldError>,
) -> Result<Vec<Condition>, Violation> {
    let n_counted = items.iter().filter(|item| is_counted(item)).count();
    not_too_many(n_counted, limits)?;
    let mut seen = Vec::with_capacity(n_counted);
    let mut conditions = Vec::with_capacity(n_counted);
    for (index, item) in items.iter().enumerate() {
        let mut row = Row::default();
        match item {
            Json::Object(members) => {
                conditions.extend(row.read(&Parts::of(members), &mut seen));
            }
            _ => row.whole = Some(Violation::new(FieldErrorCode::WrongType)),
        }
        row.report(field, index, errors);
    }
    Ok(conditions)
}

/// Reads the conditions of a value that is not checked yet. Refuses only what a [`Condition`] cannot hold: bounds beyond
/// their limits, two conditions of one type and other broken rules are left to the check.
pub(in crate::profile) fn read_shape(items: &[Json<'_>]) -> Result<Vec<Condition>, Violation> {
    let mut conditions = Vec::with_capacity(items.len());
    for item in items {
        let Json::Object(members) = item else {
            return Err(Violation::new(FieldErrorCode::WrongType));
        };
        let mut row = Row::default();
        conditions.extend(row.read(&Parts::of(members), &mut Vec::new()));
        let broken = row.whole.into_iter().chain(row.parts.into_iter().flatten());
        let is_kept = |it: &Violation| {
            matches!(
                it.code,
                FieldErrorCode::Range | FieldErrorCode::RangeReversed
            )
        };
        if let Some(violation) = broken.into_iter().find(|it| !is_kept(it)) {
            return Err(violation);
        }
    }
    Ok(conditions)
}

/// Returns true for a row that is switched on, and for an item that is no row.
fn is_counted(item: &Json<'_>) -> bool {
    item.get(ConditionPart::Selected.as_str())
        .is_none_or(|raw| lenient_json::flag(raw) != Ok(Some(false)))
}

/// The raw parts of one row.
struct Parts<'d>([&'d Json<'d>; ConditionPart::ALL.len()]);

impl<'d> Parts<'d> {
    fn of(members: &'d Object<'_>) -> Self {
        let mut parts = [&Json::Null; ConditionPart::ALL.len()];
        for (name, value) in members.iter() {
            if let Ok(part) = name.parse::<ConditionPart>() {
                parts[part as usize] = value;
            }
        }
        Self(parts)
    }

    fn get(&self, part: ConditionPart) -> &'d Json<'d> {
        self.0[part as usize]
    }

    fn has(&self, part: ConditionPart) -> bool {
        !matches!(self.get(part), Json::Null)
    }
}

/// The broken rules of one row: of the row as a whole, and of each part.
#[derive(Default)]
struct Row {
    whole: Option<Violation>,
    parts: [Option<Violation>; ConditionPart::ALL.len()],
}

impl Row {
    /// Reports the broken rules in their order: the row before its parts.
    fn report(self, field: Field, index: usize, errors: &mut Vec<FieldError>) {
        if let Some(violation) = self.whole {
            errors.push(violation.at(FieldPath::item(field, index)));
        }
        for (part, violation) in ConditionPart::ALL.iter().zip(self.parts) {
            if let Some(violation) = violation {
                errors.push(violation.at(FieldPath::part(field, index, *part)));
            }
        }
    }

    fn note(&mut self, part: ConditionPart, violation: Violation) {
        self.parts[part as usize].get_or_insert(violation);
    }

    /// Returns the value of a part, and notes the rule that it breaks.
    fn optional<T>(
        &mut self,
        part: ConditionPart,
        value: Result<Option<T>, impl Into<Violation>>,
    ) -> Option<T> {
        value.unwrap_or_else(|violation| {
            self.note(part, violation.into());
            None
        })
    }

    /// Returns the value of a part that must be given, and notes the rule that it breaks.
    fn required<T>(
        &mut self,
        part: ConditionPart,
        value: Result<Option<T>, impl Into<Violation>>,
    ) -> Option<T> {
        let required = Violation::new(FieldErrorCode::Required);
        let value = value.map_err(Into::into);
        self.optional(
            part,
            value.and_then(|value| value.ok_or(required).map(Some)),
        )
    }

    /// Returns the condition, if the row is switched on and carries data.
    fn read(&mut self, parts: &Parts<'_>, seen: &mut Vec<ConditionType>) -> Option<Condition> {
        let selected = lenient_json::flag(parts.get(ConditionPart::Selected));
        if self.optional(ConditionPart::Selected, selected) == Some(false) {
            return None;
        }
        let found = word(parts.get(ConditionPart::Type), ConditionType::WORDS);
        let index = self.required(ConditionPart::Type, found)?;
        let condition_type = *ConditionType::ALL.get(index)?;
        if seen.contains(&condition_type) {
            self.note(
                ConditionPart::Type,
                Violation::new(FieldErrorCode::Duplicate),
            );
        }
        seen.push(condition_type);
        match condition_type.kind() {
            ConditionKind::Range(kind) => self.range(kind, parts),
            ConditionKind::Education => {
                let found = word(self.value(parts), Education::WORDS);
                let index = self.required(ConditionPart::Value, found)?;
                Education::ALL.get(index).copied().map(Condition::Education)
            }
            ConditionKind::Flag(kind) => {
                let flag = lenient_json::flag(self.value(parts));
                let value = self.required(ConditionPart::Value, flag)?;
                Some(Condition::Flag { kind, value })
            }
        }
    }

    /// Returns the wanted value of a condition, which must not have bounds.
    fn value<'d>(&mut self, parts: &Parts<'d>) -> &'d Json<'d> {
        if parts.has(ConditionPart::From) || parts.has(ConditionPart::To) {
            self.whole = Some(Violation::new(FieldErrorCode::ConditionShape));
        }
        parts.get(ConditionPart::Value)
    }

    /// Reads two bounds. Each is 0 (open) or within the type's limits, and two valid bounds are in order.
    /// A row with two open bounds asks nothing.
    fn range(&mut self, kind: RangeType, parts: &Parts<'_>) -> Option<Condition> {
        if parts.has(ConditionPart::Value) {
            self.whole = Some(Violation::new(FieldErrorCode::ConditionShape));
        }
        let limits = kind.limits();
        let mut bound = |part| {
            let number =
                lenient_json::integer(parts.get(part)).map(|it| Some(it.unwrap_or_default()));
            let number = self.optional(part, number)?;
            if let Err(violation) = within_or_zero(number, limits) {
                self.note(part, violation);
            }
            Some(number)
        };
        let from = bound(ConditionPart::From);
        let to = bound(ConditionPart::To);
        let (from, to) = from.zip(to)?;
        let of_bounds = [ConditionPart::From, ConditionPart::To];
        let is_within = of_bounds
            .iter()
            .all(|part| self.parts[*part as usize].is_none());
        if is_within && from != 0 && to != 0 && from > to {
            self.note(
                ConditionPart::To,
                Violation::new(FieldErrorCode::RangeReversed),
            );
        }
        (from != 0 || to != 0).then_some(Condition::Range { kind, from, to })
    }
}
