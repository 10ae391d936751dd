//! The one lenient reader: raw values in, checked answers out, faults noted on the way.

mod lists;
mod scalar;

use std::borrow::Cow;

use validator::{ValidateLength, ValidateRange};

use super::answers::{Answer, Answers};
use super::limits::Limits;
use super::table::{Kind, Rule, TABLE, rule_of};
use super::{CheckContext, Mailboxes, Uploads, rules, url};
use crate::catalogue;
use crate::condition;
use crate::error::{FieldError, FieldErrorCode, FieldPath, Params};
use crate::field::Field;
use crate::json::{Json, Object};
use crate::text::Lines;
use crate::vocabulary::VerifyMethod;

pub use scalar::parse_date;
pub(crate) use scalar::{Fault, Value, flag, integer, word};

static NULL: Json<'static> = Json::Null;

/// Reads a draft or payload and checks every rule. The errors come in the order of the form, at
/// most one per path.
pub(super) fn profile<'d>(
    members: &'d Object<'_>,
    context: &CheckContext<'_>,
) -> Result<Answers<'d>, Vec<FieldError>> {
    let mut raw = [&NULL; Field::COUNT];
    for (name, value) in members.iter() {
        if let Some(field) = Field::find(name) {
            raw[field as usize] = value;
        }
    }
    let mut reader = Reader::new(raw, context, false);
    for rule in &TABLE {
        reader.field(rule);
    }
    if reader.errors.is_empty() {
        Ok(reader.answers)
    } else {
        Err(reader.errors)
    }
}

/// Checks one field by its own rules: those that ask other fields too are left out.
pub(super) fn single_field(
    field: Field,
    value: &Json<'_>,
    context: &CheckContext<'_>,
) -> Vec<FieldError> {
    let mut raw = [&NULL; Field::COUNT];
    raw[field as usize] = value;
    let mut reader = Reader::new(raw, context, true);
    reader.field(rule_of(field));
    reader.errors
}

/// A walk over the fields that keeps what can be read and notes what cannot.
pub(crate) struct Reader<'d, 'c> {
    raw: [&'d Json<'d>; Field::COUNT],
    context: &'c CheckContext<'c>,
    /// Whether this is about one field, with nothing known of the others.
    is_alone: bool,
    answers: Answers<'d>,
    errors: Vec<FieldError>,
}

impl<'d, 'c> Reader<'d, 'c> {
    const fn new(
        raw: [&'d Json<'d>; Field::COUNT],
        context: &'c CheckContext<'c>,
        is_alone: bool,
    ) -> Self {
        Self {
            raw,
            context,
            is_alone,
            answers: Answers::none(),
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

    fn field(&mut self, rule: &Rule) {
        let answer = self.answer(rule);
        let is_required = rule.required || self.is_the_proof(rule.field);
        match answer {
            Value::Is(answer) => self.answers.set(rule.field, answer),
            Value::Absent if is_required => {
                self.note(rule.field, Fault::new(FieldErrorCode::Required));
            }
            Value::Absent => {}
            Value::Refused(fault) => self.note(rule.field, fault),
        }
    }

    fn answer(&mut self, rule: &Rule) -> Value<Answer<'d>> {
        let raw = self.raw(rule.field);
        match rule.kind {
            Kind::Line(limits) => characters(raw, Lines::One, limits).map(Answer::Text),
            Kind::Lines(limits) => characters(raw, Lines::Many, limits).map(Answer::Text),
            Kind::Account => line(raw)
                .require(|text| rules::is_line_user_id(text), FieldErrorCode::LineUserId)
                .map(Answer::Text),
            Kind::Password => self.password(raw).map(Answer::Text),
            Kind::City => line(raw)
                .require(|code| catalogue::is_city(code), FieldErrorCode::UnknownValue)
                .map(Answer::Text),
            Kind::Employer => line(raw)
                .require(|id| catalogue::is_employer(id), FieldErrorCode::UnknownValue)
                .map(Answer::Text),
            Kind::Link(limits) => characters(raw, Lines::One, limits)
                .require(|link| url::is_public_https(link), FieldErrorCode::Url)
                .map(Answer::Text),
            Kind::Document => self.document(raw),
            Kind::Word(words) => self.word(rule.field, raw, words),
            Kind::Flag => flag(raw).map(Answer::Flag),
            Kind::Integer(limits) => integer(raw)
                .check(|number| out_of_range(*number, limits))
                .map(Answer::Integer),
            Kind::IntegerOrZero(limits) => integer(raw)
                .check(|number| out_of_range(*number, limits).filter(|_| *number != 0))
                .map(Answer::Integer),
            Kind::Degrees { limits, other } => self.degrees(raw, limits, other),
            Kind::Birthday(limits) => scalar::date(raw)
                .check(|(_, date)| rules::wrong_age(*date, self.context.today, limits))
                .map(|(text, date)| Answer::Date(text, date)),
            Kind::Tags(limits) => self.tags(rule.field, raw, limits),
            Kind::Photos(limits) => self.photos(rule.field, raw, limits),
            Kind::Conditions(limits) => self.conditions(rule.field, raw, limits),
        }
    }

    fn password(&self, raw: &'d Json<'d>) -> Value<Cow<'d, str>> {
        let account = line(self.raw(Field::Account));
        line(raw).require(
            |password| self.is_alone || account == Value::Is(password.clone()),
            FieldErrorCode::Mismatch,
        )
    }

    /// A way to prove the employment, the mailbox, counts once it is confirmed for the account.
    fn word(
        &self,
        field: Field,
        raw: &Json<'_>,
        words: &'static [&'static str],
    ) -> Value<Answer<'d>> {
        let word = word(raw, words);
        match self.context.mailboxes {
            Mailboxes::Confirmed(employers) if field == Field::VerifyMethod => word.require(
                |method| {
                    *method != VerifyMethod::WorkEmail as usize
                        || matches!(line(self.raw(Field::EmployerId)), Value::Is(id) if employers.contains(id.as_ref()))
                },
                FieldErrorCode::EmailUnconfirmed,
            ),
            _ => word,
        }
        .map(Answer::Word)
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
        match word(self.raw(Field::VerifyMethod), VerifyMethod::WORDS) {
            Value::Is(method) => Some(method),
            _ => None,
        }
    }

    /// The name of an upload, which belongs to `DOCUMENT` alone, so that nobody uploads one for
    /// nothing. While the form is being filled, a picked file counts as one.
    fn document(&self, raw: &'d Json<'d>) -> Value<Answer<'d>> {
        let uploads = self.context.uploads;
        let is_picked = matches!(uploads, Uploads::Pending) && lists::is_picked(raw);
        let name = if is_picked {
            Value::Is(Cow::Borrowed(""))
        } else {
            line(raw)
                .require(|name| rules::is_document_name(name), FieldErrorCode::UploadName)
                .require(|name| uploads.has(name), FieldErrorCode::UploadMissing)
        };
        let method = self.verify_method();
        name.require(
            |_| method.is_none_or(|method| method == VerifyMethod::Document as usize),
            FieldErrorCode::Unexpected,
        )
        .map(Answer::Text)
    }

    /// Both or neither: one alone is `incomplete_pair` at the other.
    fn degrees(&self, raw: &Json<'_>, limits: Limits, other: Field) -> Value<Answer<'d>> {
        let degrees = scalar::number(raw);
        if degrees == Value::Absent
            && !self.is_alone
            && scalar::number(self.raw(other)) != Value::Absent
        {
            return Value::Refused(Fault::new(FieldErrorCode::IncompletePair));
        }
        let is_within = |degrees: &f64| {
            degrees.validate_range(
                Some(f64::from(limits.min)),
                Some(f64::from(limits.max)),
                None,
                None,
            )
        };
        degrees
            .check(|degrees| (!is_within(degrees)).then(|| range(limits)))
            .map(Answer::Degrees)
    }

    fn conditions(
        &mut self,
        field: Field,
        raw: &'d Json<'d>,
        limits: Limits,
    ) -> Value<Answer<'d>> {
        self.items(field, raw)
            .and_then(|items| condition::read(self, items, limits))
            .map(Answer::Conditions)
    }
}

fn line<'d>(raw: &'d Json<'_>) -> Value<Cow<'d, str>> {
    scalar::text(raw, Lines::One)
}

/// Text of so many characters.
fn characters<'d>(raw: &'d Json<'_>, lines: Lines, limits: Limits) -> Value<Cow<'d, str>> {
    let is_within = |text: &str| {
        text.validate_length(
            u64::try_from(limits.min).ok(),
            u64::try_from(limits.max).ok(),
            None,
        )
    };
    scalar::text(raw, lines).check(|text| {
        (!is_within(text)).then(|| Fault {
            code: FieldErrorCode::Length,
            params: Params::between(limits.min, limits.max),
        })
    })
}

/// `range`, where a number is outside of the limits.
pub(crate) fn out_of_range(number: i32, limits: Limits) -> Option<Fault> {
    let is_within = number.validate_range(Some(limits.min), Some(limits.max), None, None);
    (!is_within).then(|| range(limits))
}

fn range(limits: Limits) -> Fault {
    Fault {
        code: FieldErrorCode::Range,
        params: Params::between(limits.min, limits.max),
    }
}

/// `too_many`, where a list has more items than the limit.
pub(crate) fn too_many(n_items: usize, limits: Limits) -> Option<Fault> {
    let max = usize::try_from(limits.max).unwrap_or_default();
    (n_items > max).then_some(Fault {
        code: FieldErrorCode::TooMany,
        params: Params::at_most(limits.max),
    })
}
