//! JSON as the lenient reader sees it.
//!
//! Not `serde_json::Value`, because the rules ask for three things that one refuses: unpaired
//! surrogates become U+FFFD, a number beyond f64 is a fault of its field and not of the document,
//! and nesting is bounded at [`MAX_DEPTH`]. Text without escapes and numbers are borrowed from the
//! input, and a number is not converted before somebody asks for it.

mod decimal;
mod from_serde;
mod number;
mod object;
mod parser;
mod scan;

use std::borrow::Cow;

use serde::{Serialize, Serializer};

pub use number::Number;
pub(crate) use number::parse_literal;
pub use object::Object;
pub(crate) use parser::parse_profile;
pub use parser::{ParseError, parse};

/// How deep a document may be nested; the top level counts as one.
pub const MAX_DEPTH: usize = 32;

/// Any JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Json<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number<'a>),
    /// A string.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<Json<'a>>),
    /// An object.
    Object(Object<'a>),
}

impl<'a> Json<'a> {
    /// A number.
    pub fn number(value: impl Into<f64>) -> Self {
        Self::Number(Number::Value(value.into()))
    }

    /// A string.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    /// An object of these members.
    pub fn object<const N: usize>(members: [(&'a str, Self); N]) -> Self {
        let mut object = Object::with_capacity(N);
        for (name, value) in members {
            object.insert(Cow::Borrowed(name), value);
        }
        Self::Object(object)
    }

    /// The text, where it is a string.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items, where it is an array.
    pub fn as_list(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// The members, where it is an object.
    pub fn as_object(&self) -> Option<&Object<'a>> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The member of this name, where it is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.as_object()?.get(name)
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(flag) => serializer.serialize_bool(*flag),
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items),
            Self::Object(members) => members.serialize(serializer),
        }
    }
}
