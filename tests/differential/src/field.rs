//! The value of a field, valid or nearly valid. Core's table of fields says which values are valid.

use std::ops::RangeInclusive;

use chrono::NaiveDate;
use enmusubi_core::limits::Limits;
use enmusubi_core::profile::{FieldType, field_type};
use enmusubi_core::{Field, VerifyMethod, catalogue};
use fastrand::Rng;

use crate::choice::pick;
use crate::{conditions, lists, numbers, texts, words};

/// Writes a valid value of a field.
pub(crate) fn fit(rng: &mut Rng, field: Field, account: &str, today: NaiveDate, out: &mut String) {
    match field_type(field) {
        FieldType::Account | FieldType::SameAs(_) => texts::padded(rng, account, out),
        FieldType::Line(limits) | FieldType::VisibleLine(limits) => {
            texts::fitting(rng, lengths(limits), false, out);
        }
        FieldType::Lines(limits) => texts::fitting(rng, lengths(limits), true, out),
        FieldType::Word(these) => words::word(rng, these, out),
        FieldType::VerifyMethod { .. } => words::word(rng, VerifyMethod::WORDS, out),
        FieldType::City => words::word(rng, catalogue::city_codes(), out),
        FieldType::Employer => words::word(rng, catalogue::employer_ids(), out),
        FieldType::Flag => words::flag(rng, out),
        FieldType::Integer(Limits { min, max }) | FieldType::IntegerOrZero(Limits { min, max }) => {
            let anywhere = rng.i32(min..=max);
            let number = pick(rng, &[min, max, anywhere, anywhere, anywhere, anywhere]);
            numbers::whole(rng, number, out);
        }
        FieldType::Birthday(_) => words::birthday(rng, today, out),
        FieldType::Tags(_) | FieldType::SingleTag(_) => lists::tags(rng, field, out),
        FieldType::Degrees { limits, .. } => numbers::degrees(rng, limits.max, out),
        FieldType::Link(_) => words::link(rng, out),
        FieldType::Document(_) => lists::document(rng, out),
        FieldType::Photos(_) => lists::photos(rng, out),
        FieldType::Conditions(_) => conditions::conditions(rng, out),
    }
}

/// Writes a nearly valid value of a field.
pub(crate) fn misfit(rng: &mut Rng, field: Field, today: NaiveDate, out: &mut String) {
    match field_type(field) {
        FieldType::Account | FieldType::SameAs(_) => {
            let account = words::account(rng);
            texts::misspelt(rng, &account, out);
        }
        FieldType::Line(limits) | FieldType::VisibleLine(limits) | FieldType::Lines(limits) => {
            texts::hostile(rng, lengths(limits), out);
        }
        FieldType::Word(these) => words::hostile_word(rng, these, out),
        FieldType::VerifyMethod { .. } => words::hostile_word(rng, VerifyMethod::WORDS, out),
        FieldType::City => words::hostile_word(rng, catalogue::city_codes(), out),
        FieldType::Employer => words::hostile_word(rng, catalogue::employer_ids(), out),
        FieldType::Flag => words::hostile_flag(rng, out),
        FieldType::Integer(Limits { min, max })
        | FieldType::IntegerOrZero(Limits { min, max })
        | FieldType::Degrees {
            limits: Limits { min, max },
            ..
        } => numbers::hostile(rng, min, max, out),
        FieldType::Birthday(_) => words::hostile_birthday(rng, today, out),
        FieldType::Tags(_) | FieldType::SingleTag(_) => lists::hostile_tags(rng, field, out),
        FieldType::Link(_) => words::hostile_link(rng, out),
        FieldType::Document(_) => lists::hostile_document(rng, out),
        FieldType::Photos(_) => lists::hostile_photos(rng, out),
        FieldType::Conditions(_) => conditions::hostile_conditions(rng, out),
    }
}

/// The fewest characters of a text that is not empty, and the most.
fn lengths(limits: Limits) -> RangeInclusive<usize> {
    let characters = |number: i32| usize::try_from(number).unwrap_or_default();
    characters(limits.min.max(1))..=characters(limits.max)
}
