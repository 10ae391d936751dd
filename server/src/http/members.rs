//! Reads the members of a small JSON body. They are no fields of a profile, and the server alone reads them.

use std::borrow::Cow;
use std::str::FromStr;

use enmusubi_core::JsonDocument;
use enmusubi_core::error::{FieldErrorCode, Violation};
use enmusubi_core::json::{self, Json, Lines};
use enmusubi_core::limits::Limits;
use enmusubi_core::profile::length_within;
use enmusubi_core::text::is_visible;

use crate::error::{BrokenRule, Error, Result};
use crate::http::request_body::{FromJson, MAX_SMALL_BYTES};

/// A request that is read from the members of a small JSON object.
pub(crate) trait FromMembers: Sized + Send {
    /// Reads the members. Returns `None` if a member that the value needs breaks a rule. A broken rule of any member
    /// refuses the body.
    fn from_members(members: &mut Members<'_>) -> Option<Self>;
}

impl<T: FromMembers> FromJson for T {
    const MAX_BYTES: usize = MAX_SMALL_BYTES;

    fn from_json(document: JsonDocument<'_>) -> Result<Self> {
        read_members(document, T::from_members)
    }
}

/// Reads an object, or returns every broken rule that `read` has found.
pub(crate) fn read_members<T>(
    document: JsonDocument<'_>,
    read: impl FnOnce(&mut Members<'_>) -> Option<T>,
) -> Result<T> {
    let object = document.into_json();
    let mut members = Members {
        object: &object,
        broken: Vec::new(),
    };
    match read(&mut members) {
        Some(body) if members.broken.is_empty() => Ok(body),
        _ => {
            debug_assert!(!members.broken.is_empty(), "a refusal names a rule");
            Err(Error::fields(members.broken))
        }
    }
}

/// The members of an object, and the rules that they break.
pub(crate) struct Members<'d> {
    object: &'d Json<'d>,
    broken: Vec<BrokenRule>,
}

impl<'d> Members<'d> {
    /// Returns a member.
    pub(crate) fn get(&self, name: &str) -> Option<&'d Json<'d>> {
        self.object.get(name)
    }

    /// Reads a member, and keeps the rule that it breaks.
    pub(crate) fn read<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(Option<&Json<'_>>) -> Result<T, Violation>,
    ) -> Option<T> {
        self.accept(name, read(self.get(name)))
    }

    /// Returns the value that was read at a path, or keeps the rule that the value breaks.
    pub(crate) fn accept<T>(&mut self, path: &str, read: Result<T, Violation>) -> Option<T> {
        let broken = |Violation { code, params }| BrokenRule {
            path: path.to_owned(),
            code,
            params,
        };
        read.map_err(|violation| self.broken.push(broken(violation)))
            .ok()
    }
}

/// Refuses an absent value.
pub(crate) fn required<T>(value: Option<T>) -> Result<T, Violation> {
    value.ok_or(Violation::new(FieldErrorCode::Required))
}

/// Reads a required word of a list.
pub(crate) fn word<W: FromStr>(value: Option<&Json<'_>>) -> Result<W, Violation> {
    let word = required(text(value, Lines::One)?)?;
    word.parse()
        .map_err(|_| Violation::new(FieldErrorCode::UnknownValue))
}

/// Reads a word of a list, or `None` if it is absent or null.
pub(crate) fn word_or_null<W: FromStr>(value: Option<&Json<'_>>) -> Result<Option<W>, Violation> {
    match value {
        None | Some(Json::Null) => Ok(None),
        value => word(value).map(Some),
    }
}

/// Reads a required yes or no. A text such as `"true"` is refused: programs make these bodies, and no person types
/// into them.
pub(crate) fn flag(value: Option<&Json<'_>>) -> Result<bool, Violation> {
    match value {
        None | Some(Json::Null) => Err(Violation::new(FieldErrorCode::Required)),
        Some(Json::Bool(flag)) => Ok(*flag),
        Some(_) => Err(Violation::new(FieldErrorCode::WrongType)),
    }
}

/// Reads a required whole number. A number that `i32` cannot hold becomes the nearest bound of `i32`.
pub(crate) fn number(value: Option<&Json<'_>>) -> Result<i32, Violation> {
    required(value.map(json::integer).transpose()?.flatten())
}

/// Reads a text of one line, or `None` if it is absent or blank.
pub(crate) fn line(value: Option<&Json<'_>>) -> Result<Option<String>, Violation> {
    Ok(text(value, Lines::One)?.map(Cow::into_owned))
}

/// Reads a text of several lines, or `None` if it is absent or blank. Any other text needs a length within the limits
/// and a visible character.
pub(crate) fn lines(value: Option<&Json<'_>>, limits: Limits) -> Result<Option<String>, Violation> {
    let Some(text) = text(value, Lines::Many)? else {
        return Ok(None);
    };
    length_within(&text, limits)?;
    Violation::unless(is_visible(&text), FieldErrorCode::Invisible)?;
    Ok(Some(text.into_owned()))
}

/// Reads a text, or `None` if it is absent or blank.
pub(crate) fn text<'v>(
    value: Option<&'v Json<'_>>,
    lines: Lines,
) -> Result<Option<Cow<'v, str>>, Violation> {
    Ok(value
        .map(|value| json::text(value, lines))
        .transpose()?
        .flatten())
}

/// Helpers for the tests of the bodies beside the handlers.
#[cfg(test)]
pub(crate) mod testing {
    use enmusubi_tests::conversation::{ConversationKind, conversation_cases};
    use serde_json::Value;

    use super::{Error, FromJson, JsonDocument, Members, Result, read_members};

    /// Reads a body, or returns the path and the code of each broken rule.
    pub(crate) fn read<T: FromJson>(body: &str) -> Result<T, Vec<[String; 2]>> {
        T::from_json(JsonDocument::parse(body.as_bytes()).unwrap()).map_err(broken_rules)
    }

    /// Reads a body with a function, or returns the path and the code of each broken rule.
    pub(crate) fn read_with<T>(
        body: &str,
        read: impl FnOnce(&mut Members<'_>) -> Option<T>,
    ) -> Result<T, Vec<[String; 2]>> {
        let document = JsonDocument::parse(body.as_bytes()).unwrap();
        read_members(document, read).map_err(broken_rules)
    }

    /// Compares a body of a conversation with its vectors.
    pub(crate) fn check_conversation<T: FromJson>(
        kind: ConversationKind,
        min_cases: usize,
        value_of: impl Fn(T) -> Value,
    ) {
        let mut cases = conversation_cases();
        cases.retain(|case| case.kind == kind);
        assert!(cases.len() >= min_cases, "only {} cases", cases.len());
        for case in cases {
            let read = read(&Value::Object(case.document()).to_string()).map(&value_of);
            let expected = match &case.error {
                None => Ok(case.read()),
                Some(code) => Err(vec![[kind.field().to_owned(), code.clone()]]),
            };
            assert_eq!(read, expected, "{}", case.name);
        }
    }

    fn broken_rules(error: Error) -> Vec<[String; 2]> {
        let rules = error.fields.into_iter();
        rules
            .map(|rule| [rule.path, rule.code.to_string()])
            .collect()
    }
}
