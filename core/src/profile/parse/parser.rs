//! Reads each field by its line in the table of fields.

use std::borrow::Cow;
use std::slice;

use chrono::NaiveDate;
use lenient_json::{Json, Lines};

use super::bounds::{degrees_within, length_within, number_within, within_or_zero};
use super::conditions;
use super::lists::{self, is_picked, items};
use super::scalar::{self, Read, parse_date};
use crate::catalogue;
use crate::error::{FieldError, FieldErrorCode, Violation};
use crate::field::Field;
use crate::limits::Limits;
use crate::profile::context::{AgeProof, CheckContext, Mailboxes, Uploads};
use crate::profile::field_spec::{FIELDS, FieldSpec, FieldType, Presence};
use crate::profile::parsed::{Answer, ParsedProfile};
use crate::profile::{rules, url};
use crate::text::is_visible;
use crate::vocabulary::VerifyMethod;

/// Reads fields one by one, and collects their answers and their broken rules.
pub(super) struct ProfileParser<'d, 'c> {
    raw: [&'d Json<'d>; Field::COUNT],
    context: CheckContext<'c>,
    /// True if the parser knows one field only. The rules that ask other fields then pass.
    is_alone: bool,
    parsed: ParsedProfile<'d>,
    errors: Vec<FieldError>,
}

impl<'d, 'c> ProfileParser<'d, 'c> {
    pub(super) const fn new(context: CheckContext<'c>) -> Self {
        Self {
            raw: [&Json::Null; Field::COUNT],
            context,
            is_alone: false,
            parsed: ParsedProfile::empty(),
            errors: Vec::new(),
        }
    }

    /// Makes a parser that checks one field without the other fields.
    pub(super) const fn alone(context: CheckContext<'c>) -> Self {
        let mut parser = Self::new(context);
        parser.is_alone = true;
        parser
    }

    pub(super) fn set_raw(&mut self, field: Field, value: &'d Json<'d>) {
        self.raw[field as usize] = value;
    }

    pub(super) fn into_errors(self) -> Vec<FieldError> {
        self.errors
    }

    fn raw(&self, field: Field) -> &'d Json<'d> {
        self.raw[field as usize]
    }

    pub(super) fn finish(self) -> Result<ParsedProfile<'d>, Vec<FieldError>> {
        if self.errors.is_empty() {
            Ok(self.parsed)
        } else {
            Err(self.errors)
        }
    }

    pub(super) fn field(&mut self, spec: &FieldSpec) {
        if self.is_ignored(spec) {
            return;
        }
        let answer = self.answer(spec);
        match answer.and_then(|answer| self.check_presence(spec, answer)) {
            Ok(Some(answer)) => self.parsed.set(spec.field, answer),
            Ok(None) => {}
            Err(violation) => self.errors.push(violation.at(spec.field)),
        }
    }

    /// Returns true for an answer that belongs to another way to prove the employment than the chosen one, and for a
    /// proof of age that is not needed. Without a valid choice, and for a field alone, the parser checks these answers.
    fn is_ignored(&self, spec: &FieldSpec) -> bool {
        match spec.presence {
            Presence::OnlyWith(_) => spec.presence.is_of_another_method(self.verify_method()),
            Presence::WithAgeProof { birthday } if !self.is_alone => match self.context.age_proof {
                AgeProof::Off => true,
                AgeProof::Required { checked } => {
                    checked.is_some() && checked == self.date(birthday)
                }
            },
            _ => false,
        }
    }

    /// Refuses a required answer that is missing.
    fn check_presence(&self, spec: &FieldSpec, answer: Option<Answer<'d>>) -> Read<Answer<'d>> {
        let is_required = match spec.presence {
            Presence::Required => true,
            Presence::Optional => false,
            Presence::RequiredWith(method) | Presence::OnlyWith(method) => {
                self.verify_method() == Some(method as usize)
            }
            // The parser ignores the field where it is not needed.
            Presence::WithAgeProof { .. } => !self.is_alone,
        };
        Violation::unless(answer.is_some() || !is_required, FieldErrorCode::Required)?;
        Ok(answer)
    }

    fn answer(&mut self, spec: &FieldSpec) -> Read<Answer<'d>> {
        let (field, raw) = (spec.field, self.raw(spec.field));
        let errors = &mut self.errors;
        match spec.field_type {
            FieldType::Word(words) => word(raw, words),
            FieldType::VerifyMethod { employer } => self.verification(raw, employer),
            FieldType::Flag => Ok(lenient_json::flag(raw)?.map(Answer::Flag)),
            FieldType::Integer(limits) => integer(raw, |number| number_within(number, limits)),
            FieldType::IntegerOrZero(limits) => {
                integer(raw, |number| within_or_zero(number, limits))
            }
            FieldType::Degrees { limits, other } => self.degrees(raw, limits, other),
            FieldType::Tags(limits) | FieldType::SingleTag(limits) => {
                let items = lists::tag_items(spec.field_type, raw)?;
                lists::tags(field, items, limits, errors)
            }
            FieldType::Photos(limits) => {
                let other_files = self.names_in_other_fields(field);
                let uploads = self.context.uploads;
                lists::photos(
                    field,
                    items(raw)?,
                    limits,
                    uploads,
                    &other_files,
                    &mut self.errors,
                )
            }
            FieldType::Conditions(limits) => match items(raw)? {
                Some(items) => {
                    let conditions = conditions::read(field, items, limits, errors)?;
                    Ok(Some(Answer::Conditions(conditions)))
                }
                None => Ok(None),
            },
            // A picked document has no name yet.
            FieldType::Document(_) if self.counts_as_picked(raw) => {
                Ok(Some(Answer::Text(Cow::Borrowed(""))))
            }
            field_type => self.text(field, raw, field_type),
        }
    }

    /// Reads every type of text, then checks the rules of its type.
    fn text(&self, field: Field, raw: &'d Json<'d>, field_type: FieldType) -> Read<Answer<'d>> {
        let lines = match field_type {
            FieldType::Lines(_) => Lines::Many,
            _ => Lines::One,
        };
        let Some(text) = lenient_json::text(raw, lines)? else {
            return Ok(None);
        };
        if let FieldType::Line(limits)
        | FieldType::VisibleLine(limits)
        | FieldType::Lines(limits)
        | FieldType::Link(limits) = field_type
        {
            length_within(&text, limits)?;
        }
        let (is_valid, code) = match field_type {
            FieldType::VisibleLine(_) => (is_visible(&text), FieldErrorCode::Invisible),
            FieldType::Account => (rules::is_line_user_id(&text), FieldErrorCode::LineUserId),
            FieldType::SameAs(other) => (self.is_same(&text, other), FieldErrorCode::Mismatch),
            FieldType::City => (catalogue::is_city(&text), FieldErrorCode::UnknownValue),
            FieldType::Employer => (catalogue::is_employer(&text), FieldErrorCode::UnknownValue),
            FieldType::Link(_) => (url::is_public_https(&text), FieldErrorCode::Url),
            FieldType::Document(file_use) => {
                let is_name = rules::is_upload_name(&text);
                Violation::unless(is_name, FieldErrorCode::UploadName)?;
                let is_elsewhere = self.names_in_other_fields(field).contains(&text);
                Violation::unless(!is_elsewhere, FieldErrorCode::Duplicate)?;
                let is_present = self.context.uploads.has(&text, file_use);
                (is_present, FieldErrorCode::UploadMissing)
            }
            FieldType::Birthday(limits) => {
                let date = parse_date(&text).ok_or(Violation::new(FieldErrorCode::Date))?;
                rules::age_within(date, self.context.today, limits)?;
                return Ok(Some(Answer::Date(text, date)));
            }
            _ => return Ok(Some(Answer::Text(text))),
        };
        Violation::unless(is_valid, code)?;
        Ok(Some(Answer::Text(text)))
    }

    fn is_same(&self, text: &str, other: Field) -> bool {
        self.is_alone || matches!(scalar::line(self.raw(other)), Ok(Some(other)) if other == text)
    }

    /// Reads the way to prove the employment. A mailbox must be confirmed at the employer.
    fn verification(&self, raw: &Json<'_>, employer: Field) -> Read<Answer<'d>> {
        let Some(index) = scalar::word(raw, VerifyMethod::WORDS)? else {
            return Ok(None);
        };
        match self.context.mailboxes {
            Mailboxes::Confirmed(employers)
                if index == VerifyMethod::WorkEmail as usize && !self.is_alone =>
            {
                let employer = scalar::line(self.raw(employer));
                let is_confirmed =
                    matches!(employer, Ok(Some(id)) if employers.contains(id.as_ref()));
                Violation::unless(is_confirmed, FieldErrorCode::EmailUnconfirmed)?;
            }
            _ => {}
        }
        Ok(Some(Answer::Word(VerifyMethod::WORDS, index)))
    }

    /// Returns the chosen way to prove the employment, if it is a valid one.
    fn verify_method(&self) -> Option<usize> {
        let method = self.raw(Field::VerifyMethod);
        scalar::word(method, VerifyMethod::WORDS).ok().flatten()
    }

    /// Returns the date in a field, if it is a date.
    fn date(&self, field: Field) -> Option<NaiveDate> {
        let text = scalar::line(self.raw(field)).ok().flatten()?;
        parse_date(&text)
    }

    /// Returns the names of the files in all fields but this one.
    fn names_in_other_fields(&self, field: Field) -> Vec<Cow<'d, str>> {
        let others = FIELDS
            .iter()
            .filter(|spec| spec.field != field && !self.is_ignored(spec));
        let names = others.flat_map(|spec| {
            let raw = self.raw(spec.field);
            match spec.field_type {
                FieldType::Document(_) => slice::from_ref(raw),
                FieldType::Photos(_) => items(raw).ok().flatten().unwrap_or_default(),
                _ => &[],
            }
        });
        names
            .filter_map(|name| scalar::line(name).ok().flatten())
            .collect()
    }

    fn counts_as_picked(&self, raw: &Json<'_>) -> bool {
        matches!(self.context.uploads, Uploads::Pending) && is_picked(raw)
    }

    /// Reads half a pair of coordinates. If the form gives the other half alone, this one reports
    /// `incomplete_pair`.
    fn degrees(&self, raw: &Json<'_>, limits: Limits, other: Field) -> Read<Answer<'d>> {
        let Some(degrees) = lenient_json::number(raw)? else {
            let is_neither = self.is_alone || lenient_json::number(self.raw(other)) == Ok(None);
            Violation::unless(is_neither, FieldErrorCode::IncompletePair)?;
            return Ok(None);
        };
        degrees_within(degrees, limits)?;
        Ok(Some(Answer::Degrees(degrees)))
    }
}

fn word<'d>(raw: &Json<'_>, words: &'static [&'static str]) -> Read<Answer<'d>> {
    Ok(scalar::word(raw, words)?.map(|index| Answer::Word(words, index)))
}

fn integer<'d>(
    raw: &Json<'_>,
    check: impl FnOnce(i32) -> Result<(), Violation>,
) -> Read<Answer<'d>> {
    // A number beyond `i32` becomes a bound of `i32`, which every limit refuses.
    let number = lenient_json::integer(raw)?;
    if let Some(number) = number {
        check(number)?;
    }
    Ok(number.map(Answer::Integer))
}
