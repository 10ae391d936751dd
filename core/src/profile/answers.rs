//! The answers of a profile, each read as far as it can be, borrowed from the document.

use std::borrow::Cow;

use chrono::NaiveDate;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::table::{Kind, Rule, TABLE};
use crate::condition::Condition;
use crate::field::Field;

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
/// [`Answers::into_create`].
///
/// [`UserProfileCreate`]: super::UserProfileCreate
#[derive(Debug, Clone, PartialEq)]
pub struct Answers<'a> {
    by_field: [Option<Answer<'a>>; Field::COUNT],
}

impl<'a> Answers<'a> {
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

impl Serialize for Answers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Field::COUNT))?;
        for rule in &TABLE {
            let member = Member {
                rule,
                answer: self.get(rule.field),
            };
            map.serialize_entry(rule.field.as_str(), &member)?;
        }
        map.end()
    }
}

/// An answer as it is on the wire; what was not given has its field's default.
struct Member<'a, 'b> {
    rule: &'a Rule,
    answer: Option<&'a Answer<'b>>,
}

impl Serialize for Member<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.answer, self.rule.kind) {
            (Some(Answer::Text(text) | Answer::Date(text, _)), _) => serializer.serialize_str(text),
            (Some(Answer::Word(index)), Kind::Word(words)) => {
                serializer.serialize_str(words.get(*index).copied().unwrap_or_default())
            }
            (Some(Answer::Integer(number)), _) => serializer.serialize_i32(*number),
            (Some(Answer::Degrees(number)), _) => serializer.serialize_f64(*number),
            (Some(Answer::Flag(flag)), _) => serializer.serialize_bool(*flag),
            (Some(Answer::Tags(ids)), _) => serializer.collect_seq(ids),
            (Some(Answer::Names(names)), _) => serializer.collect_seq(names),
            (Some(Answer::Conditions(conditions)), _) => serializer.collect_seq(conditions),
            (None, Kind::Tags(_) | Kind::Photos(_) | Kind::Conditions(_)) => {
                serializer.collect_seq(core::iter::empty::<i32>())
            }
            (None, Kind::Integer(_) | Kind::IntegerOrZero(_)) => serializer.serialize_i32(0),
            (None, Kind::Degrees { .. }) => serializer.serialize_unit(),
            (_, _) => serializer.serialize_str(""),
        }
    }
}
