//! A broken rule: where, which, and the limit.

use core::fmt;

use serde::{Serialize, Serializer};

use crate::field::Field;

words! {
    /// Which rule a value breaks.
    #[non_exhaustive]
    FieldErrorCode {
        /// Nothing there.
        Required = "required",
        /// Not the JSON type of this field.
        WrongType = "wrong_type",
        /// A control character or a bidirectional override.
        ControlCharacter = "control_character",
        /// The number has a fraction.
        NotAnInteger = "not_an_integer",
        /// Too short or too long, in characters; `min` and `max`.
        Length = "length",
        /// Too small or too large; `min` and `max`.
        Range = "range",
        /// Too many items in the list; `max`.
        TooMany = "too_many",
        /// The same as an earlier item.
        Duplicate = "duplicate",
        /// Not a word of this field's list.
        UnknownValue = "unknown_value",
        /// No such tag in this group.
        UnknownTag = "unknown_tag",
        /// Not a LINE user id: `U` and 32 lower-case hexadecimal digits.
        LineUserId = "line_user_id",
        /// Not the same as the account.
        Mismatch = "mismatch",
        /// Not a real date written `YYYY-MM-DD`.
        Date = "date",
        /// Younger than `min` years.
        UnderAge = "under_age",
        /// Older than `max` years.
        OverAge = "over_age",
        /// Not an absolute https URL of a public host.
        Url = "url",
        /// No character that a reader can see.
        Invisible = "invisible",
        /// Not the name of an uploaded file.
        UploadName = "upload_name",
        /// No such upload of this account, or not uploaded yet.
        UploadMissing = "upload_missing",
        /// Not wanted together with the other answers.
        Unexpected = "unexpected",
        /// The other half of the pair is missing.
        IncompletePair = "incomplete_pair",
        /// A range where a value belongs, or the reverse.
        ConditionShape = "condition_shape",
        /// The upper bound is below the lower one.
        RangeReversed = "range_reversed",
        /// No mailbox of this employer is confirmed for the account.
        EmailUnconfirmed = "email_unconfirmed",
        /// Not an e-mail address.
        Email = "email",
        /// Not a mailbox that this employer, and nobody else, hands out.
        EmailDomain = "email_domain",
        /// A confirmation code that is wrong, used or expired.
        ConfirmationCode = "confirmation_code",
    }
}

/// The limits a message may mention; never what the user typed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Params {
    /// The smallest accepted value, length or age.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i32>,
    /// The largest accepted value, length, age or count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
}

impl Params {
    /// No limits.
    pub const NONE: Self = Self {
        min: None,
        max: None,
    };

    /// A smallest and a largest.
    pub const fn between(min: i32, max: i32) -> Self {
        Self {
            min: Some(min),
            max: Some(max),
        }
    }

    /// A smallest only.
    pub const fn at_least(min: i32) -> Self {
        Self {
            min: Some(min),
            max: None,
        }
    }

    /// A largest only.
    pub const fn at_most(max: i32) -> Self {
        Self {
            min: None,
            max: Some(max),
        }
    }
}

words! {
    /// The parts of a matching condition, in the order they are checked.
    ConditionPart {
        /// Which condition it is.
        Type = "type",
        /// The lower bound.
        From = "from",
        /// The upper bound.
        To = "to",
        /// The wanted value.
        Value = "value",
        /// Whether the form's row is switched on.
        Selected = "selected",
    }
}

/// Where in the document: `nickname`, `photoNameList[0]`, `valueItem[2].to`.
///
/// Indexes are those of the input. The order is the order in which errors are listed: fields as in
/// the form, parents before children, indexes ascending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldPath {
    /// The top-level field.
    pub field: Field,
    /// The item, where the field is a list.
    pub index: Option<usize>,
    /// The part of the item, where it is a condition.
    pub part: Option<ConditionPart>,
}

impl From<Field> for FieldPath {
    fn from(field: Field) -> Self {
        Self {
            field,
            index: None,
            part: None,
        }
    }
}

impl FieldPath {
    /// The item `index` of the list `field`.
    pub const fn item(field: Field, index: usize) -> Self {
        Self {
            field,
            index: Some(index),
            part: None,
        }
    }

    /// A part of the condition `index`.
    pub const fn condition(index: usize, part: ConditionPart) -> Self {
        Self {
            field: Field::ValueItem,
            index: Some(index),
            part: Some(part),
        }
    }
}

impl FieldPath {
    /// Adds the path to a text; what `Display` writes, without the machinery of formatting, which
    /// the wasm does without.
    pub fn write_to(self, text: &mut String) {
        text.push_str(self.field.as_str());
        if let Some(index) = self.index {
            text.push('[');
            push_decimal(text, index);
            text.push(']');
        }
        if let Some(part) = self.part {
            text.push('.');
            text.push_str(part.as_str());
        }
    }
}

fn push_decimal(text: &mut String, number: usize) {
    const DIGITS: [char; 10] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
    if number >= 10 {
        push_decimal(text, number / 10);
    }
    text.push(DIGITS[number % 10]);
}

impl fmt::Display for FieldPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_to(&mut text);
        formatter.pad(&text)
    }
}

impl Serialize for FieldPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::new();
        self.write_to(&mut text);
        serializer.serialize_str(&text)
    }
}

/// One broken rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldError {
    /// Where.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub path: FieldPath,
    /// Which rule.
    pub code: FieldErrorCode,
    /// Its limits.
    pub params: Params,
}

impl FieldError {
    /// An error with these limits.
    pub fn new(path: impl Into<FieldPath>, code: FieldErrorCode, params: Params) -> Self {
        Self {
            path: path.into(),
            code,
            params,
        }
    }
}
