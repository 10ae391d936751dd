//! Reads one value as the type that a rule wants.

use std::borrow::Cow;

use thiserror::Error;

use crate::text::{self, Lines};
use crate::value::Json;

/// The reason why a value cannot be read as the wanted type.
///
/// ```
/// use lenient_json::{Json, Lines, ValueError, flag, integer, text};
///
/// assert_eq!(flag(&Json::text("yes")), Err(ValueError::WrongType));
/// assert_eq!(integer(&Json::text("1.5")), Err(ValueError::NotAnInteger));
/// assert_eq!(text(&Json::text("two\nlines"), Lines::One), Err(ValueError::ControlCharacter));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum ValueError {
    /// The value has another JSON type and is no text that spells the wanted one, or is a number beyond `f64`.
    #[error("the value has the wrong type")]
    WrongType,
    /// The text has a control character, or a bidirectional override or isolate, which changes the order in which a
    /// reader sees the characters.
    #[error("the text has a control character")]
    ControlCharacter,
    /// The number has a fraction.
    #[error("the number is not an integer")]
    NotAnInteger,
}

/// Returns true if the form holds nothing here: `null`, or text that is empty or only Unicode white space. Zero,
/// `false`, an empty list and an empty object are values.
///
/// ```
/// use lenient_json::{Json, is_blank};
///
/// assert!(is_blank(&Json::Null));
/// assert!(is_blank(&Json::text(" \u{3000}\n")));
/// assert!(!is_blank(&Json::number(0)));
/// ```
pub fn is_blank(value: &Json<'_>) -> bool {
    match value {
        Json::Null => true,
        Json::Text(text) => text.is_empty() || text.trim().is_empty(),
        _ => false,
    }
}

/// Reads text: trims it, turns CRLF into LF, and refuses hidden characters. Borrows from the value
/// where nothing changes inside. `Ok(None)` means that the value is blank ([`is_blank`]).
///
/// ```
/// use lenient_json::{Json, Lines, text};
///
/// let typed = Json::text("  Tea,\r\nhills ");
/// assert_eq!(text(&typed, Lines::Many), Ok(Some("Tea,\nhills".into())));
/// ```
///
/// # Errors
/// Returns [`ValueError::WrongType`] for a value that is no string, and [`ValueError::ControlCharacter`] for text that
/// [`has_hidden_control`](crate::has_hidden_control) after it was trimmed.
pub fn text<'v>(value: &'v Json<'_>, lines: Lines) -> Result<Option<Cow<'v, str>>, ValueError> {
    let text = match value {
        Json::Null => return Ok(None),
        Json::Text(text) => text::normalise(text),
        _ => return Err(ValueError::WrongType),
    };
    if text.is_empty() {
        return Ok(None);
    }
    if text::has_hidden_control(&text, lines) {
        return Err(ValueError::ControlCharacter);
    }
    Ok(Some(text))
}

/// Reads a finite number, which may be written as text (see [`parse_number`](crate::parse_number)). `Ok(None)` means
/// that the value is blank ([`is_blank`]).
///
/// ```
/// use lenient_json::{Json, ValueError, number};
///
/// assert_eq!(number(&Json::text(" 25.03 ")), Ok(Some(25.03)));
/// assert_eq!(number(&Json::text("1,700")), Err(ValueError::WrongType));
/// ```
///
/// # Errors
/// Returns [`ValueError::WrongType`] for any other value, and for a number that is not finite.
pub fn number(value: &Json<'_>) -> Result<Option<f64>, ValueError> {
    if is_blank(value) {
        return Ok(None);
    }
    let number = match value {
        Json::Number(number) => Some(number.to_f64()),
        Json::Text(text) => text::parse_number(text),
        _ => None,
    };
    match number {
        Some(number) if number.is_finite() => Ok(Some(number)),
        _ => Err(ValueError::WrongType),
    }
}

/// Reads a number without a fraction. A number beyond `i32` becomes the nearest bound of `i32`, so that the range of
/// the caller's rule refuses it. `Ok(None)` means that the value is blank ([`is_blank`]).
///
/// ```
/// use lenient_json::{Json, integer};
///
/// assert_eq!(integer(&Json::text("１７０")), Ok(Some(170)));
/// assert_eq!(integer(&Json::number(170.0)), Ok(Some(170)));
/// assert_eq!(integer(&Json::text("1e10")), Ok(Some(i32::MAX)));
/// ```
///
/// # Errors
/// Returns [`ValueError::NotAnInteger`] for a number with a fraction, and otherwise what [`number`] returns.
#[expect(
    clippy::cast_possible_truncation,
    reason = "saturates, as documented; the fraction is checked before"
)]
pub fn integer(value: &Json<'_>) -> Result<Option<i32>, ValueError> {
    let Some(number) = number(value)? else {
        return Ok(None);
    };
    if libm::trunc(number).to_bits() == number.to_bits() {
        Ok(Some(number as i32))
    } else {
        Err(ValueError::NotAnInteger)
    }
}

/// Reads a boolean, which may be written as the text `true` or `false`, in lower case and with white space around it.
/// `Ok(None)` means that the value is blank ([`is_blank`]).
///
/// ```
/// use lenient_json::{Json, ValueError, flag};
///
/// assert_eq!(flag(&Json::text(" true ")), Ok(Some(true)));
/// assert_eq!(flag(&Json::number(1)), Err(ValueError::WrongType));
/// ```
///
/// # Errors
/// Returns [`ValueError::WrongType`] for any other value.
pub fn flag(value: &Json<'_>) -> Result<Option<bool>, ValueError> {
    if is_blank(value) {
        return Ok(None);
    }
    match value {
        Json::Bool(flag) => Ok(Some(*flag)),
        Json::Text(text) if text.trim() == "true" => Ok(Some(true)),
        Json::Text(text) if text.trim() == "false" => Ok(Some(false)),
        _ => Err(ValueError::WrongType),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_values_hold_nothing() {
        for value in [Json::Null, Json::text(""), Json::text(" \u{3000}\n")] {
            assert_eq!(text(&value, Lines::One), Ok(None));
            assert_eq!(number(&value), Ok(None));
            assert_eq!(integer(&value), Ok(None));
            assert_eq!(flag(&value), Ok(None));
        }
    }

    #[test]
    fn another_type_is_an_error() {
        let list = Json::List(Vec::new());
        assert_eq!(text(&list, Lines::One), Err(ValueError::WrongType));
        assert_eq!(
            text(&Json::number(1), Lines::One),
            Err(ValueError::WrongType)
        );
        for value in [list, Json::Bool(true), Json::text("ten")] {
            assert_eq!(number(&value), Err(ValueError::WrongType));
            assert_eq!(integer(&value), Err(ValueError::WrongType));
        }
        assert_eq!(flag(&Json::number(1)), Err(ValueError::WrongType));
        assert_eq!(flag(&Json::text("yes")), Err(ValueError::WrongType));
    }

    #[test]
    fn numbers_are_finite_and_integers_are_whole() {
        assert_eq!(
            number(&Json::number(f64::INFINITY)),
            Err(ValueError::WrongType)
        );
        assert_eq!(number(&Json::text("1e400")), Err(ValueError::WrongType));
        assert_eq!(integer(&Json::text("1.5")), Err(ValueError::NotAnInteger));
        assert_eq!(integer(&Json::text("1e10")), Ok(Some(i32::MAX)));
        assert_eq!(integer(&Json::number(170.0)), Ok(Some(170)));
    }
}
