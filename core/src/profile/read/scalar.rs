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

    /// An error where something is not as it has to be.
    pub(crate) fn unless(is_so: bool, code: FieldErrorCode) -> Result<(), Self> {
        if is_so { Ok(()) } else { Err(Self::new(code)) }
    }
}

/// What a raw value turned out to be: nothing where it is absent, `null` or blank text; a fault
/// where it is something else than it should be.
pub(crate) type Read<T> = Result<Option<T>, Fault>;

/// Nothing there: `null` or blank text.
pub(crate) fn is_blank(raw: &Json<'_>) -> bool {
    match raw {
        Json::Null => true,
        Json::Text(text) => text.is_empty() || text.trim().is_empty(),
        _ => false,
    }
}

/// Trimmed text without hidden characters.
pub(crate) fn text<'d>(raw: &'d Json<'_>, lines: Lines) -> Read<Cow<'d, str>> {
    if is_blank(raw) {
        return Ok(None);
    }
    let Json::Text(raw) = raw else {
        return Err(Fault::new(FieldErrorCode::WrongType));
    };
    let text = text::normalise(raw);
    Fault::unless(
        !text::has_hidden_control(&text, lines),
        FieldErrorCode::ControlCharacter,
    )?;
    Ok(Some(text))
}

/// One of a list of words, as its number in the list.
pub(crate) fn word(raw: &Json<'_>, words: &[&str]) -> Read<usize> {
    let Some(text) = text(raw, Lines::One)? else {
        return Ok(None);
    };
    let index = words.iter().position(|word| *word == text);
    Fault::unless(index.is_some(), FieldErrorCode::UnknownValue)?;
    Ok(index)
}

/// A finite number, or one written as text.
pub(crate) fn number(raw: &Json<'_>) -> Read<f64> {
    if is_blank(raw) {
        return Ok(None);
    }
    let number = match raw {
        Json::Number(number) => Some(number.to_f64()),
        Json::Text(text) => text::parse_number(text),
        _ => None,
    };
    let number = number.filter(|number| number.is_finite());
    Fault::unless(number.is_some(), FieldErrorCode::WrongType)?;
    Ok(number)
}

/// A number without a fraction. Those beyond i32 end at its bounds, which every limit refuses.
#[expect(
    clippy::cast_possible_truncation,
    reason = "saturates, and every limit is far inside"
)]
pub(crate) fn integer(raw: &Json<'_>) -> Read<i32> {
    let Some(number) = number(raw)? else {
        return Ok(None);
    };
    let is_whole = libm::trunc(number).to_bits() == number.to_bits();
    Fault::unless(is_whole, FieldErrorCode::NotAnInteger)?;
    Ok(Some(number as i32))
}

/// A boolean, or one written as JSON text.
pub(crate) fn flag(raw: &Json<'_>) -> Read<bool> {
    if is_blank(raw) {
        return Ok(None);
    }
    match raw {
        Json::Bool(flag) => Ok(Some(*flag)),
        Json::Text(text) if text.trim() == "true" => Ok(Some(true)),
        Json::Text(text) if text.trim() == "false" => Ok(Some(false)),
        _ => Err(Fault::new(FieldErrorCode::WrongType)),
    }
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
