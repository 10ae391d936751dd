//! Conditions as the form holds them: read leniently, limits checked, then kept or dropped.

use super::{Condition, ConditionKind, ConditionType, RangeType};
use crate::error::{ConditionPart, FieldErrorCode, FieldPath};
use crate::field::Field;
use crate::json::{Json, Object};
use crate::profile::limits::Limits;
use crate::profile::{self, Fault, Read, Reader};
use crate::vocabulary::Education;

static NULL: Json<'static> = Json::Null;

/// Reads the list of conditions. Every item keeps its index; rows switched off are not looked at,
/// and those that ask nothing are dropped.
pub(crate) fn read(
    reader: &mut Reader<'_, '_>,
    items: &[Json<'_>],
    limits: Limits,
) -> Result<Vec<Condition>, Fault> {
    let n_counted = items.iter().filter(|item| is_counted(item)).count();
    profile::not_too_many(n_counted, limits)?;
    let mut seen = Vec::with_capacity(n_counted);
    let mut conditions = Vec::with_capacity(n_counted);
    for (index, item) in items.iter().enumerate() {
        let mut row = Row::default();
        match item {
            Json::Object(members) => {
                conditions.extend(row.read(&Parts::of(members), &mut seen));
            }
            _ => row.whole = Some(Fault::new(FieldErrorCode::WrongType)),
        }
        row.report(index, reader);
    }
    Ok(conditions)
}

/// Whether the row is switched on, or not a row at all.
fn is_counted(item: &Json<'_>) -> bool {
    item.get(ConditionPart::Selected.as_str())
        .is_none_or(|raw| profile::flag(raw) != Ok(Some(false)))
}

/// The raw parts of one row.
struct Parts<'d>([&'d Json<'d>; ConditionPart::ALL.len()]);

impl<'d> Parts<'d> {
    fn of(members: &'d Object<'_>) -> Self {
        let mut parts = [&NULL; ConditionPart::ALL.len()];
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

/// What is wrong with one row: as a whole, and in each part.
#[derive(Default)]
struct Row {
    whole: Option<Fault>,
    parts: [Option<Fault>; ConditionPart::ALL.len()],
}

impl Row {
    /// Tells what was found in the order of the rules: the row before its parts.
    fn report(self, index: usize, reader: &mut Reader<'_, '_>) {
        if let Some(fault) = self.whole {
            reader.note(FieldPath::item(Field::ValueItem, index), fault);
        }
        for (part, fault) in ConditionPart::ALL.iter().zip(self.parts) {
            if let Some(fault) = fault {
                reader.note(FieldPath::condition(index, *part), fault);
            }
        }
    }

    fn note(&mut self, part: ConditionPart, fault: Fault) {
        self.parts[part as usize].get_or_insert(fault);
    }

    fn keep<T>(&mut self, part: ConditionPart, value: Read<T>) -> Option<T> {
        value.unwrap_or_else(|fault| {
            self.note(part, fault);
            None
        })
    }

    /// A part that must be there.
    fn need<T>(&mut self, part: ConditionPart, value: Read<T>) -> Option<T> {
        let required = Fault::new(FieldErrorCode::Required);
        self.keep(
            part,
            value.and_then(|value| value.ok_or(required).map(Some)),
        )
    }

    /// The condition, where the row is switched on and carries data.
    fn read(&mut self, parts: &Parts<'_>, seen: &mut Vec<ConditionType>) -> Option<Condition> {
        let selected = profile::flag(parts.get(ConditionPart::Selected));
        if self.keep(ConditionPart::Selected, selected) == Some(false) {
            return None;
        }
        let word = profile::word(parts.get(ConditionPart::Type), ConditionType::WORDS);
        let index = self.need(ConditionPart::Type, word)?;
        let condition_type = *ConditionType::ALL.get(index)?;
        if seen.contains(&condition_type) {
            self.note(ConditionPart::Type, Fault::new(FieldErrorCode::Duplicate));
        }
        seen.push(condition_type);
        match condition_type.kind() {
            ConditionKind::Range(kind) => self.range(kind, parts),
            ConditionKind::Education => {
                let word = profile::word(self.value(parts), Education::WORDS);
                let index = self.need(ConditionPart::Value, word)?;
                Education::ALL.get(index).copied().map(Condition::Education)
            }
            ConditionKind::Flag(kind) => {
                let flag = profile::flag(self.value(parts));
                let value = self.need(ConditionPart::Value, flag)?;
                Some(Condition::Flag { kind, value })
            }
        }
    }

    /// The wanted value of a condition that must not have bounds.
    fn value<'d>(&mut self, parts: &Parts<'d>) -> &'d Json<'d> {
        if parts.has(ConditionPart::From) || parts.has(ConditionPart::To) {
            self.whole = Some(Fault::new(FieldErrorCode::ConditionShape));
        }
        parts.get(ConditionPart::Value)
    }

    /// Each bound is 0 (open) or within the type's limits; two valid bounds are in order. With both
    /// bounds open nothing is asked.
    fn range(&mut self, kind: RangeType, parts: &Parts<'_>) -> Option<Condition> {
        if parts.has(ConditionPart::Value) {
            self.whole = Some(Fault::new(FieldErrorCode::ConditionShape));
        }
        let limits = kind.limits();
        let mut bound = |part| {
            let number = profile::integer(parts.get(part)).map(Option::unwrap_or_default);
            let number = number.and_then(|bound| {
                profile::within(bound, limits, true)?;
                Ok(Some(bound))
            });
            self.keep(part, number)
        };
        let from = bound(ConditionPart::From);
        let to = bound(ConditionPart::To);
        let (from, to) = from.zip(to)?;
        if from != 0 && to != 0 && from > to {
            self.note(ConditionPart::To, Fault::new(FieldErrorCode::RangeReversed));
        }
        (from != 0 || to != 0).then_some(Condition::Range { kind, from, to })
    }
}
