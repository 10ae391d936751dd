//! The answers of a profile as the parser read them, borrowed from the document.

use core::fmt;
use std::borrow::Cow;

use chrono::NaiveDate;
use lenient_json::{Json, Object};
use serde::{Serialize, Serializer};

use super::field_spec::{FIELDS, FieldType};
use crate::condition::Condition;
use crate::field::Field;
use crate::limits::ANY_DISTANCE;

/// The value of a field as the parser read it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer<'a> {
    Text(Cow<'a, str>),
    /// A word of a list, by its index.
    Word(&'static [&'static str], usize),
    Integer(i32),
    Degrees(f64),
    Flag(bool),
    /// A date as the form wrote it, and its value.
    Date(Cow<'a, str>, NaiveDate),
    Tags(Vec<i32>),
    Names(Vec<Cow<'a, str>>),
    Conditions(Vec<Condition>),
}

/// A profile that breaks no rule, borrowed from its document. It serves callers who only pass the profile on: it
/// serialises to the same payload as [`UserProfileCreate`](super::UserProfileCreate).
#[derive(Clone, PartialEq)]
pub struct ParsedProfile<'a> {
    by_field: [Option<Answer<'a>>; Field::COUNT],
}

impl<'a> ParsedProfile<'a> {
    pub(super) const fn empty() -> Self {
        Self {
            by_field: [const { None }; Field::COUNT],
        }
    }

    pub(super) fn set(&mut self, field: Field, answer: Answer<'a>) {
        self.by_field[field as usize] = Some(answer);
    }

    pub(super) fn take(&mut self, field: Field) -> Option<Answer<'a>> {
        self.by_field[field as usize].take()
    }
}

impl ParsedProfile<'_> {
    /// Returns the payload: every field, with its default for an answer that was not given. A proof of age that was
    /// not given is left out.
    pub fn to_json(&self) -> Json<'_> {
        let mut payload = Object::with_capacity(Field::COUNT);
        for (spec, answer) in FIELDS.iter().zip(&self.by_field) {
            let value = match answer {
                Some(answer) => answer.to_json(),
                None if spec.is_left_out() => continue,
                None => default_of(spec.field_type),
            };
            payload.insert(Cow::Borrowed(spec.field.as_str()), value);
        }
        Json::Object(payload)
    }
}

/// Shows what `Debug` of a [`UserProfileCreate`](super::UserProfileCreate) shows.
impl fmt::Debug for ParsedProfile<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("ParsedProfile");
        for (spec, answer) in FIELDS.iter().zip(&self.by_field) {
            if spec.is_loggable() {
                shown.field(spec.field.as_str(), answer);
            }
        }
        shown.finish_non_exhaustive()
    }
}

impl Answer<'_> {
    fn to_json(&self) -> Json<'_> {
        match self {
            Self::Text(text) | Self::Date(text, _) => Json::text(text.as_ref()),
            Self::Word(words, index) => Json::text(words.get(*index).copied().unwrap_or_default()),
            Self::Integer(number) => Json::number(*number),
            Self::Degrees(number) => Json::number(*number),
            Self::Flag(flag) => Json::Bool(*flag),
            Self::Tags(ids) => Json::List(ids.iter().map(|id| Json::number(*id)).collect()),
            Self::Names(names) => {
                Json::List(names.iter().map(|name| Json::text(name.as_ref())).collect())
            }
            Self::Conditions(conditions) => Json::List(
                conditions
                    .iter()
                    .map(|condition| condition.to_json())
                    .collect(),
            ),
        }
    }
}

/// Returns the value of a field that was not given, as the wire has it.
fn default_of(field_type: FieldType) -> Json<'static> {
    match field_type {
        FieldType::Tags(_)
        | FieldType::SingleTag(_)
        | FieldType::Photos(_)
        | FieldType::Conditions(_) => Json::List(Vec::new()),
        FieldType::Integer(_) | FieldType::IntegerOrZero(_) => Json::number(ANY_DISTANCE),
        FieldType::Degrees { .. } => Json::Null,
        _ => Json::text(""),
    }
}

impl Serialize for ParsedProfile<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}
