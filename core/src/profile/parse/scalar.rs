//! Reads one raw value as the type that a rule wants.

use std::borrow::Cow;

use chrono::NaiveDate;
use lenient_json::{Json, Lines};

use crate::error::{FieldErrorCode, Violation};

/// The value that was read: `None` for an absent value, `null` or blank text.
pub(in crate::profile) type Read<T> = Result<Option<T>, Violation>;

pub(super) fn text<'d>(raw: &'d Json<'_>, lines: Lines) -> Read<Cow<'d, str>> {
    Ok(lenient_json::text(raw, lines)?)
}

pub(super) fn line<'d>(raw: &'d Json<'_>) -> Read<Cow<'d, str>> {
    text(raw, Lines::One)
}

/// Reads a word of a list and returns its index.
pub(in crate::profile) fn word(raw: &Json<'_>, words: &[&str]) -> Read<usize> {
    let Some(text) = line(raw)? else {
        return Ok(None);
    };
    let index = words.iter().position(|word| *word == text);
    Violation::unless(index.is_some(), FieldErrorCode::UnknownValue)?;
    Ok(index)
}

pub(super) fn number(raw: &Json<'_>) -> Read<f64> {
    Ok(lenient_json::number(raw)?)
}

/// Reads a whole number. A number beyond `i32` becomes a bound of `i32`, which every limit refuses.
pub(super) fn integer(raw: &Json<'_>) -> Read<i32> {
    Ok(lenient_json::integer(raw)?)
}

pub(super) fn flag(raw: &Json<'_>) -> Read<bool> {
    Ok(lenient_json::flag(raw)?)
}

/// Reads exactly `YYYY-MM-DD`, and only a day that the calendar has.
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
