//! One raw value to one typed value.

use core::str::FromStr;

use chrono::NaiveDate;

use crate::error::FieldErrorCode;
use crate::json::Json;
use crate::text::{self, Lines};

/// What a raw value turned out to be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Value<T> {
    /// Not given: absent, `null`, or blank text.
    Absent,
    /// Read.
    Is(T),
    /// Given, but not readable.
    Refused(FieldErrorCode),
}

impl<T> Value<T> {
    pub(crate) fn and_then<U>(self, next: impl FnOnce(T) -> Value<U>) -> Value<U> {
        match self {
            Self::Absent => Value::Absent,
            Self::Is(value) => next(value),
            Self::Refused(code) => Value::Refused(code),
        }
    }

    fn from_option(value: Option<T>, code: FieldErrorCode) -> Self {
        value.map_or(Self::Refused(code), Self::Is)
    }
}

/// Trimmed text without hidden characters.
pub(crate) fn text(raw: &Json, lines: Lines) -> Value<String> {
    match raw {
        Json::Null => Value::Absent,
        Json::Text(raw) => {
            let text = text::normalise(raw);
            if text.is_empty() {
                Value::Absent
            } else if text::has_hidden_control(&text, lines) {
                Value::Refused(FieldErrorCode::ControlCharacter)
            } else {
                Value::Is(text)
            }
        }
        _ => Value::Refused(FieldErrorCode::WrongType),
    }
}

/// A word of a closed list.
pub(crate) fn word<T: FromStr>(raw: &Json) -> Value<T> {
    text(raw, Lines::One)
        .and_then(|text| Value::from_option(text.parse().ok(), FieldErrorCode::UnknownValue))
}

/// A finite number, or one written as text.
pub(crate) fn number(raw: &Json) -> Value<f64> {
    let number = match raw {
        Json::Null => return Value::Absent,
        Json::Text(text) if text.trim().is_empty() => return Value::Absent,
        Json::Number(number) => Some(*number),
        Json::Text(text) => text::parse_number(text),
        _ => None,
    };
    Value::from_option(
        number.filter(|number| number.is_finite()),
        FieldErrorCode::WrongType,
    )
}

/// A number without a fraction. Those beyond i64 end at its bounds, which every limit refuses.
#[expect(
    clippy::cast_possible_truncation,
    reason = "saturates, and every limit is far inside"
)]
pub(crate) fn integer(raw: &Json) -> Value<i64> {
    number(raw).and_then(|number| {
        let whole = (number.fract() == 0.0).then_some(number as i64);
        Value::from_option(whole, FieldErrorCode::NotAnInteger)
    })
}

/// A boolean, or one written as JSON text.
pub(crate) fn flag(raw: &Json) -> Value<bool> {
    match raw {
        Json::Bool(flag) => Value::Is(*flag),
        _ => text(raw, Lines::One)
            .and_then(|text| Value::from_option(text.parse().ok(), FieldErrorCode::WrongType)),
    }
}

/// A real date written `YYYY-MM-DD`.
pub(crate) fn date(raw: &Json) -> Value<NaiveDate> {
    text(raw, Lines::One)
        .and_then(|text| Value::from_option(parse_date(&text), FieldErrorCode::Date))
}

/// Exactly `YYYY-MM-DD`, and a day the calendar has.
pub fn parse_date(text: &str) -> Option<NaiveDate> {
    let mut parts = text.split('-');
    let year = digits(parts.next()?, 4)?;
    let month = digits(parts.next()?, 2)?;
    let day = digits(parts.next()?, 2)?;
    let is_whole = parts.next().is_none();
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day).filter(|_| is_whole)
}

fn digits(text: &str, length: usize) -> Option<u32> {
    let is_plain = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}
