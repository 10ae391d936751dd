//! A JSON value that borrows from the text it was read from.

use std::borrow::Cow;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::number::Number;

/// Any JSON value, which may borrow from the text that it was read from.
///
/// Equality compares numbers by their values, and objects member by member in order. `Deserialize` reads a value of any
/// serde format that has only JSON's types, at most [`MAX_DEPTH`](crate::MAX_DEPTH) levels deep.
///
/// ```
/// use lenient_json::Json;
///
/// let answer = Json::object([
///     ("kind", Json::text("place")),
///     ("cell", Json::List(vec![Json::number(500), Json::number(2431)])),
///     ("note", Json::Null),
/// ]);
/// assert_eq!(answer.get("kind").and_then(Json::as_text), Some("place"));
/// let written = serde_json::to_string(&answer).unwrap();
/// assert_eq!(written, r#"{"kind":"place","cell":[500,2431],"note":null}"#);
/// let read: Json = serde_json::from_str(&written).unwrap();
/// assert_eq!(read, answer);
/// ```
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
    /// Makes a number. An integer of 64 bits needs a conversion of the caller's, because `f64` may not hold it.
    pub fn number(value: impl Into<f64>) -> Self {
        Self::Number(Number::Value(value.into()))
    }

    /// Makes a string, borrowed or owned.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    /// Makes an object of these members, in this order. See the example of [`Json`].
    pub fn object<const N: usize>(members: [(&'a str, Self); N]) -> Self {
        let mut object = Object::with_capacity(N);
        for (name, value) in members {
            object.insert(Cow::Borrowed(name), value);
        }
        Self::Object(object)
    }

    /// Returns the text of a string, and `None` for any other value. See the example of [`Json`].
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the items of an array, and `None` for any other value. See the example of [`parse`](crate::parse).
    pub fn as_list(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the members of an object, and `None` for any other value. See the example of [`Object`].
    pub fn as_object(&self) -> Option<&Object<'a>> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Returns the member of this name, if the value is an object that has it. See the example of [`Json`].
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

/// The members of an object in the order of the input. Of duplicate names, the last one counts for [`get`](Self::get);
/// the earlier ones are hidden, and stay in [`iter`](Self::iter), in comparisons and in written JSON.
///
/// ```
/// use std::borrow::Cow;
///
/// use lenient_json::{Json, Object, parse};
///
/// let json = parse(r#"{"drink": "true", "drink": "false"}"#).unwrap();
/// let mut answers: Object = json.as_object().unwrap().clone();
/// assert_eq!(answers.get("drink"), Some(&Json::text("false")));
/// assert_eq!(answers.iter().count(), 2);
///
/// answers.all_mut("drink").for_each(|answer| *answer = Json::Bool(false));
/// answers.insert(Cow::Borrowed("smoke"), Json::Bool(true));
/// let names: Vec<&str> = answers.iter().map(|(name, _)| name).collect();
/// assert_eq!(names, ["drink", "drink", "smoke"]);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Object<'a> {
    members: Vec<(Cow<'a, str>, Json<'a>)>,
}

impl<'a> Object<'a> {
    /// Makes an empty object with room for `n_members`, which saves allocations and is no limit.
    pub fn with_capacity(n_members: usize) -> Self {
        Self {
            members: Vec::with_capacity(n_members),
        }
    }

    /// Adds a member, which hides an earlier one of the same name.
    pub fn insert(&mut self, name: Cow<'a, str>, value: Json<'a>) {
        self.members.push((name, value));
    }

    /// Returns the value of the last member of this name, in time linear in the number of members.
    pub fn get(&self, name: &str) -> Option<&Json<'a>> {
        let (_, value) = self.members.iter().rev().find(|(known, _)| known == name)?;
        Some(value)
    }

    /// Returns the name and value of every member from first to last, hidden ones included.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json<'a>)> {
        self.members
            .iter()
            .map(|(name, value)| (name.as_ref(), value))
    }

    /// Returns the values of every member of this name, so that the caller can change them in place.
    pub fn all_mut(&mut self, name: &str) -> impl Iterator<Item = &mut Json<'a>> {
        self.members
            .iter_mut()
            .filter(move |(known, _)| known == name)
            .map(|(_, value)| value)
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
