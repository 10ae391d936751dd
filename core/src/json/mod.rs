//! JSON as the lenient reader sees it.
//!
//! Not `serde_json::Value`, because the rules ask for three things that one refuses: unpaired
//! surrogates become U+FFFD, a number beyond f64 is a fault of its field and not of the document,
//! and nesting is bounded at [`MAX_DEPTH`].

mod from_serde;
mod parser;

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

pub use parser::{ParseError, parse};

/// How deep a document may be nested; the top level counts as one.
pub const MAX_DEPTH: usize = 32;

/// The members of an object; of duplicate keys the last wins.
pub type Object = BTreeMap<String, Json>;

/// Any JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`, or JavaScript's `undefined`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number; infinite where it was written beyond f64.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object.
    Object(Object),
}

impl Json {
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

    /// The member of this name, where it is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.get(name),
            _ => None,
        }
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(flag) => serializer.serialize_bool(*flag),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => items.serialize(serializer),
            Self::Object(members) => members.serialize(serializer),
        }
    }
}
