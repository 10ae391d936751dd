//! The one lenient reader: raw values in, checked answers out, faults noted on the way.

mod lists;
mod scalar;

use std::borrow::Cow;

use validator::{ValidateLength, ValidateRange};

use super::answers::{Answer, ParsedProfile};
use super::limits::Limits;
use super::table::{Kind, Rule, TABLE, rule_of};
use super::{CheckContext, Mailboxes, Uploads, rules, url};
use crate::catalogue;
use crate::condition;
use crate::error::{FieldError, FieldErrorCode, FieldPath, Params};
use crate::field::Field;
use crate::json::{Json, Object};
use crate::text::{Lines, is_visible};
use crate::vocabulary::VerifyMethod;

pub use scalar::parse_date;
pub(crate) use scalar::{Fault, Read, flag, integer, word};

static NULL: Json<'static> = Json::Null;

/// Reads a draft or payload and checks every rule. The errors come in the order of the form, at
/// most one per path.
pub(super) fn profile<'d>(
    members: &'d Object<'_>,
    context: &CheckContext<'_>,
) -> Result<ParsedProfile<'d>, Vec<FieldError>> {
    let mut reader = Reader::new(context, false);
    for (name, value) in members.iter() {
        if let Some(field) = Field::find(name) {
            reader.raw[field as usize] = value;
        }
    }
    for rule in &TABLE {
        reader.field(rule);
    }
    reader.end()
}

/// Reads just these fields of a profile; their rules may ask the others too.
pub(super) fn fields<'d>(
    fields: &[Field],
    raw: impl Fn(Field) -> &'d Json<'d>,
    context: &CheckContext<'_>,
) -> Result<ParsedProfile<'d>, Vec<FieldError>> {
    let mut reader = Reader::new(context, false);
    for field in Field::ALL {
        reader.raw[*field as usize] = raw(*field);
    }
    for rule in TABLE.iter().filter(|rule| fields.contains(&rule.field)) {
        reader.field(rule);
    }
    reader.end()
}

/// Checks one field by its own rules: those that ask other fields too are left out.
pub(super) fn single_field(
    field: Field,
    value: &Json<'_>,
    context: &CheckContext<'_>,
) -> Vec<FieldError> {
    let mut reader = Reader::new(context, true);
    reader.raw[field as usize] = value;
    reader.field(rule_of(field));
    reader.errors
}

/// A walk over the fields that keeps what can be read and notes what cannot.
pub(crate) struct Reader<'d, 'c> {
    raw: [&'d Json<'d>; Field::COUNT],
    context: &'c CheckContext<'c>,
    /// Whether this is about one field, with nothing known of the others.
    is_alone: bool,
    answers: ParsedProfile<'d>,
    errors: Vec<FieldError>,
}

impl<'d, 'c> Reader<'d, 'c> {
    const fn new(context: &'c CheckContext<'c>, is_alone: bool) -> Self {
        Self {
            raw: [&NULL; Field::COUNT],
            context,
            is_alone,
            answers: ParsedProfile::none(),
            errors: Vec::new(),
        }
    }

    fn raw(&self, field: Field) -> &'d Json<'d> {
        self.raw[field as usize]
    }

    pub(crate) fn note(&mut self, path: impl Into<FieldPath>, fault: Fault) {
        self.errors
            .push(FieldError::new(path, fault.code, fault.params));
    }

    fn end(self) -> Result<ParsedProfile<'d>, Vec<FieldError>> {
        if self.errors.is_empty() {
            Ok(self.answers)
        } else {
            Err(self.errors)
        }
    }

    fn field(&mut self, rule: &Rule) {
        match self.answer(rule) {
            Ok(Some(answer)) => self.answers.set(rule.field, answer),
            Ok(None) if rule.required || self.is_the_proof(rule.field) => {
                self.note(rule.field, Fault::new(FieldErrorCode::Required));
            }
            Ok(None) => {}
            Err(fault) => self.note(rule.field, fault),
        }
    }

    fn answer(&mut self, rule: &Rule) -> Read<Answer<'d>> {
        let raw = self.raw(rule.field);
        match rule.kind {
            Kind::Word(words) => self.word(rule.field, raw, words),
            Kind::Flag => Ok(scalar::flag(raw)?.map(Answer::Flag)),
            Kind::Integer(limits) => integer_within(raw, limits, false),
            Kind::IntegerOrZero(limits) => integer_within(raw, limits, true),
            Kind::Degrees { limits, other } => self.degrees(raw, limits, other),
            Kind::Tags(limits) => self.tags(rule.field, raw, limits),
            Kind::Photos(limits) => self.photos(rule.field, raw, limits),
            Kind::Conditions(limits) => match lists::items(rule.field, raw)? {
                Some(items) => {
                    let conditions = condition::read(self, items, limits)?;
                    Ok(Some(Answer::Conditions(conditions)))
                }
                None => Ok(None),
            },
            Kind::Document if self.is_picked(raw) => {
                self.belongs_to_the_method()?;
                Ok(Some(Answer::Text(Cow::Borrowed(""))))
            }
            kind => self.text(raw, kind),
        }
    }

    /// Every kind of text: read, then held against the rules of its kind.
    fn text(&self, raw: &'d Json<'d>, kind: Kind) -> Read<Answer<'d>> {
        let lines = match kind {
            Kind::Lines(_) => Lines::Many,
            _ => Lines::One,
        };
        let Some(text) = scalar::text(raw, lines)? else {
            return Ok(None);
        };
        if let Kind::Line(limits)
        | Kind::VisibleLine(limits)
        | Kind::Lines(limits)
        | Kind::Link(limits) = kind
        {
            length_within(&text, limits)?;
        }
        let (is_so, code) = match kind {
            Kind::VisibleLine(_) => (is_visible(&text), FieldErrorCode::Invisible),
            Kind::Account => (rules::is_line_user_id(&text), FieldErrorCode::LineUserId),
            Kind::Password => (self.is_the_account(&text), FieldErrorCode::Mismatch),
            Kind::City => (catalogue::is_city(&text), FieldErrorCode::UnknownValue),
            Kind::Employer => (catalogue::is_employer(&text), FieldErrorCode::UnknownValue),
            Kind::Link(_) => (url::is_public_https(&text), FieldErrorCode::Url),
            Kind::Document => {
                Fault::unless(rules::is_document_name(&text), FieldErrorCode::UploadName)?;
                Fault::unless(
                    self.context.uploads.has(&text),
                    FieldErrorCode::UploadMissing,
                )?;
                self.belongs_to_the_method()?;
                return Ok(Some(Answer::Text(text)));
            }
            Kind::Birthday(limits) => {
                let date = parse_date(&text).ok_or(Fault::new(FieldErrorCode::Date))?;
                rules::age_within(date, self.context.today, limits)?;
                return Ok(Some(Answer::Date(text, date)));
            }
            _ => return Ok(Some(Answer::Text(text))),
        };
        Fault::unless(is_so, code)?;
        Ok(Some(Answer::Text(text)))
    }

    fn is_the_account(&self, password: &str) -> bool {
        self.is_alone
            || matches!(line(self.raw(Field::Account)), Ok(Some(account)) if account == password)
    }

    /// A way to prove the employment, the mailbox, counts once it is confirmed for the account.
    fn word(
        &self,
        field: Field,
        raw: &Json<'_>,
        words: &'static [&'static str],
    ) -> Read<Answer<'d>> {
        let Some(index) = scalar::word(raw, words)? else {
            return Ok(None);
        };
        if let Mailboxes::Confirmed(employers) = self.context.mailboxes
            && field == Field::VerifyMethod
            && index == VerifyMethod::WorkEmail as usize
        {
            let employer = line(self.raw(Field::EmployerId));
            let is_confirmed = matches!(employer, Ok(Some(id)) if employers.contains(id.as_ref()));
            Fault::unless(is_confirmed, FieldErrorCode::EmailUnconfirmed)?;
        }
        Ok(Some(Answer::Word(index)))
    }

    /// Whether the chosen way to prove the employment needs this field.
    fn is_the_proof(&self, field: Field) -> bool {
        let method = match field {
            Field::EmployerId => VerifyMethod::WorkEmail,
            Field::ReviewLink => VerifyMethod::Link,
            Field::VerifyTempFileName => VerifyMethod::Document,
            _ => return false,
        };
        self.verify_method() == Some(method as usize)
    }

    fn verify_method(&self) -> Option<usize> {
        let method = self.raw(Field::VerifyMethod);
        scalar::word(method, VerifyMethod::WORDS).ok().flatten()
    }

    /// While the form is being filled, a picked document counts as one; it has no name yet.
    fn is_picked(&self, raw: &Json<'_>) -> bool {
        matches!(self.context.uploads, Uploads::Pending) && lists::is_picked(raw)
    }

    /// A document belongs to `DOCUMENT` alone, so that nobody uploads one for nothing.
    fn belongs_to_the_method(&self) -> Result<(), Fault> {
        let is_expected = self
            .verify_method()
            .is_none_or(|method| method == VerifyMethod::Document as usize);
        Fault::unless(is_expected, FieldErrorCode::Unexpected)
    }

    /// Both or neither: one alone is `incomplete_pair` at the other.
    fn degrees(&self, raw: &Json<'_>, limits: Limits, other: Field) -> Read<Answer<'d>> {
        let Some(degrees) = scalar::number(raw)? else {
            let is_neither = self.is_alone || scalar::number(self.raw(other)) == Ok(None);
            Fault::unless(is_neither, FieldErrorCode::IncompletePair)?;
            return Ok(None);
        };
        let (min, max) = (f64::from(limits.min), f64::from(limits.max));
        if degrees.validate_range(Some(min), Some(max), None, None) {
            Ok(Some(Answer::Degrees(degrees)))
        } else {
            Err(out_of_range(limits))
        }
    }
}

fn line<'d>(raw: &'d Json<'_>) -> Read<Cow<'d, str>> {
    scalar::text(raw, Lines::One)
}

/// Text of so many characters.
fn length_within(text: &str, limits: Limits) -> Result<(), Fault> {
    let (min, max) = (limits.min.unsigned_abs(), limits.max.unsigned_abs());
    if text.validate_length(Some(min.into()), Some(max.into()), None) {
        Ok(())
    } else {
        Err(Fault {
            code: FieldErrorCode::Length,
            params: Params::between(limits.min, limits.max),
        })
    }
}

fn integer_within<'d>(raw: &Json<'_>, limits: Limits, or_zero: bool) -> Read<Answer<'d>> {
    let number = scalar::integer(raw)?;
    if let Some(number) = number {
        within(number, limits, or_zero)?;
    }
    Ok(number.map(Answer::Integer))
}

/// A number between the limits, or 0 where that stands for none.
pub(crate) fn within(number: i32, limits: Limits, or_zero: bool) -> Result<(), Fault> {
    let is_within = number.validate_range(Some(limits.min), Some(limits.max), None, None);
    if is_within || (or_zero && number == 0) {
        Ok(())
    } else {
        Err(out_of_range(limits))
    }
}

const fn out_of_range(limits: Limits) -> Fault {
    Fault {
        code: FieldErrorCode::Range,
        params: Params::between(limits.min, limits.max),
    }
}

/// No more items than the limit.
pub(crate) fn not_too_many(n_items: usize, limits: Limits) -> Result<(), Fault> {
    if n_items <= limits.max.unsigned_abs() as usize {
        Ok(())
    } else {
        Err(Fault {
            code: FieldErrorCode::TooMany,
            params: Params::at_most(limits.max),
        })
    }
}
