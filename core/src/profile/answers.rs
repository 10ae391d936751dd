//! The answers of a profile, each read as far as it can be, borrowed from the document.

use std::borrow::Cow;

use chrono::NaiveDate;
use serde::{Serialize, Serializer};

use super::limits::ANY_DISTANCE;
use super::table::{Kind, TABLE, rule_of};
use crate::condition::Condition;
use crate::field::Field;
use crate::json::{Json, Object};

/// One answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer<'a> {
    /// Text, or one word of the catalogue.
    Text(Cow<'a, str>),
    /// The number of a word in its list.
    Word(usize),
    Integer(i32),
    Degrees(f64),
    Flag(bool),
    /// A date, as it was written and as it is.
    Date(Cow<'a, str>, NaiveDate),
    Tags(Vec<i32>),
    Names(Vec<Cow<'a, str>>),
    Conditions(Vec<Condition>),
}

/// A profile that broke no rule, borrowed from its document: for those who pass it on rather than
/// look into it. It is written as the same payload as [`UserProfileCreate`], and becomes one with
/// [`ParsedProfile::into_create`].
///
/// [`UserProfileCreate`]: super::UserProfileCreate
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedProfile<'a> {
    by_field: [Option<Answer<'a>>; Field::COUNT],
}

impl<'a> ParsedProfile<'a> {
    pub(super) const fn none() -> Self {
        Self {
            by_field: [const { None }; Field::COUNT],
        }
    }

    pub(super) fn set(&mut self, field: Field, answer: Answer<'a>) {
        self.by_field[field as usize] = Some(answer);
    }

    pub(super) fn get(&self, field: Field) -> Option<&Answer<'a>> {
        self.by_field[field as usize].as_ref()
    }

    pub(super) fn take(&mut self, field: Field) -> Option<Answer<'a>> {
        self.by_field[field as usize].take()
    }
}

impl ParsedProfile<'_> {
    /// The payload: every field, with its default where nothing was given.
    pub fn to_json(&self) -> Json<'_> {
        let mut payload = Object::with_capacity(Field::COUNT);
        for rule in &TABLE {
            let name = Cow::Borrowed(rule.field.as_str());
            payload.insert(name, self.field_to_json(rule.field));
        }
        Json::Object(payload)
    }

    /// One field of the payload.
    pub(super) fn field_to_json(&self, field: Field) -> Json<'_> {
        let kind = rule_of(field).kind;
        match self.get(field) {
            Some(answer) => answer.to_json(kind),
            None => default(kind),
        }
    }
}

impl Answer<'_> {
    fn to_json(&self, kind: Kind) -> Json<'_> {
        match self {
            Self::Text(text) | Self::Date(text, _) => Json::text(text.as_ref()),
            Self::Word(index) => match kind {
                Kind::Word(words) => Json::text(words.get(*index).copied().unwrap_or_default()),
                _ => Json::Null,
            },
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

/// What a field is on the wire when nothing was given.
fn default(kind: Kind) -> Json<'static> {
    match kind {
        Kind::Tags(_) | Kind::Photos(_) | Kind::Conditions(_) => Json::List(Vec::new()),
        Kind::Integer(_) | Kind::IntegerOrZero(_) => Json::number(ANY_DISTANCE),
        Kind::Degrees { .. } => Json::Null,
        _ => Json::text(""),
    }
}

impl Serialize for ParsedProfile<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}
