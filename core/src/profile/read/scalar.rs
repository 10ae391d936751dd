//! One raw value to one typed value.

use std::borrow::Cow;

use chrono::NaiveDate;

use crate::error::{FieldErrorCode, Params};
use crate::json::Json;
use crate::text::{self, Lines};

/// A rule that a value breaks: which, and its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: FieldErrorCode,
    pub(crate) params: Params,
}

impl Fault {
    pub(crate) const fn new(code: FieldErrorCode) -> Self {
        Self {
            code,
            params: Params::NONE,
        }
    }
}

/// What a raw value turned out to be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Value<T> {
    /// Not given: absent, `null`, or blank text.
    Absent,
    /// Read.
    Is(T),
    /// Given, but not readable or not allowed.
    Refused(Fault),
}

impl<T> Value<T> {
    pub(crate) fn map<U>(self, next: impl FnOnce(T) -> U) -> Value<U> {
        self.and_then(|value| Value::Is(next(value)))
    }

    pub(crate) fn and_then<U>(self, next: impl FnOnce(T) -> Value<U>) -> Value<U> {
        match self {
            Self::Absent => Value::Absent,
            Self::Is(value) => next(value),
            Self::Refused(fault) => Value::Refused(fault),
        }
    }

    /// Refuses a value that was read and breaks a rule.
    pub(crate) fn check(self, fault: impl FnOnce(&T) -> Option<Fault>) -> Self {
        match self {
            Self::Is(value) => match fault(&value) {
                Some(fault) => Self::Refused(fault),
                None => Self::Is(value),
            },
            other => other,
        }
    }

    /// Refuses a value that was read and is not so.
    pub(crate) fn require(self, is_so: impl FnOnce(&T) -> bool, code: FieldErrorCode) -> Self {
        self.check(|value| (!is_so(value)).then(|| Fault::new(code)))
    }

    fn from_option(value: Option<T>, code: FieldErrorCode) -> Self {
        value.map_or(Self::Refused(Fault::new(code)), Self::Is)
    }
}

/// Nothing there: `null` or blank text.
pub(crate) fn is_blank(raw: &Json<'_>) -> bool {
    match raw {
        Json::Null => true,
        Json::Text(text) => text.trim().is_empty(),
        _ => false,
    }
}

/// Trimmed text without hidden characters.
pub(crate) fn text<'d>(raw: &'d Json<'_>, lines: Lines) -> Value<Cow<'d, str>> {
    match raw {
        Json::Null => Value::Absent,
        Json::Text(raw) => {
            let text = text::normalise(raw);
            if text.is_empty() {
                Value::Absent
            } else if text::has_hidden_control(&text, lines) {
                Value::Refused(Fault::new(FieldErrorCode::ControlCharacter))
            } else {
                Value::Is(text)
            }
        }
        _ => Value::Refused(Fault::new(FieldErrorCode::WrongType)),
    }
}

/// One of a list of words, as its number in the list.
pub(crate) fn word(raw: &Json<'_>, words: &[&str]) -> Value<usize> {
    text(raw, Lines::One).and_then(|text| {
        let index = words.iter().position(|word| *word == text);
        Value::from_option(index, FieldErrorCode::UnknownValue)
    })
}

/// A finite number, or one written as text.
pub(crate) fn number(raw: &Json<'_>) -> Value<f64> {
    let number = match raw {
        Json::Null => return Value::Absent,
        Json::Number(number) => Some(number.to_f64()),
        Json::Text(text) if text.trim().is_empty() => return Value::Absent,
        Json::Text(text) => text::parse_number(text),
        _ => None,
    };
    Value::from_option(
        number.filter(|number| number.is_finite()),
        FieldErrorCode::WrongType,
    )
}

/// A number without a fraction. Those beyond i32 end at its bounds, which every limit refuses.
#[expect(
    clippy::cast_possible_truncation,
    reason = "saturates, and every limit is far inside"
)]
pub(crate) fn integer(raw: &Json<'_>) -> Value<i32> {
    number(raw)
        .require(
            |number| libm::trunc(*number) == *number,
            FieldErrorCode::NotAnInteger,
        )
        .map(|number| number as i32)
}

/// A boolean, or one written as JSON text.
pub(crate) fn flag(raw: &Json<'_>) -> Value<bool> {
    if let Json::Bool(flag) = raw {
        return Value::Is(*flag);
    }
    text(raw, Lines::One).and_then(|text| match text.as_ref() {
        "true" => Value::Is(true),
        "false" => Value::Is(false),
        _ => Value::Refused(Fault::new(FieldErrorCode::WrongType)),
    })
}

/// A real date written `YYYY-MM-DD`, with the text.
pub(crate) fn date<'d>(raw: &'d Json<'_>) -> Value<(Cow<'d, str>, NaiveDate)> {
    text(raw, Lines::One).and_then(|text| {
        let date = parse_date(&text);
        Value::from_option(date.map(|date| (text, date)), FieldErrorCode::Date)
    })
}

/// Exactly `YYYY-MM-DD`, and a day the calendar has.
pub fn parse_date(text: &str) -> Option<NaiveDate> {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else {
        return None;
    };
    let year = digits(&[*y1, *y2, *y3, *y4])?;
    let month = digits(&[*m1, *m2])?;
    let day = digits(&[*d1, *d2])?;
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
}

fn digits(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, digit| {
        digit
            .is_ascii_digit()
            .then(|| number * 10 + u32::from(digit - b'0'))
    })
}
