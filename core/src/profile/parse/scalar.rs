//! Reads words and dates, which [`lenient_json`] does not know.

use std::borrow::Cow;

use chrono::NaiveDate;
use lenient_json::{Json, Lines, ValueError};

use crate::error::{FieldErrorCode, Violation};

/// The value that was read: `None` for an absent value, `null` or blank text.
pub(in crate::profile) type Read<T> = Result<Option<T>, Violation>;

pub(super) fn line<'d>(raw: &'d Json<'_>) -> Result<Option<Cow<'d, str>>, ValueError> {
    lenient_json::text(raw, Lines::One)
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
