//! A broken rule with its place, its code and its limits.

use core::fmt;
use core::str::FromStr;
use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::field::Field;

words! {
    /// The rule that a value breaks.
    #[non_exhaustive]
    FieldErrorCode {
        /// The value is missing.
        Required = "required",
        /// The value has another JSON type than the field.
        WrongType = "wrong_type",
        /// The text has a control character or a bidirectional override.
        ControlCharacter = "control_character",
        /// The number has a fraction.
        NotAnInteger = "not_an_integer",
        /// The text has too few or too many characters; `min` and `max`.
        Length = "length",
        /// The number is too small or too large; `min` and `max`.
        Range = "range",
        /// The list has too many items; `max`.
        TooMany = "too_many",
        /// The item equals an earlier one, or another field names the same file.
        Duplicate = "duplicate",
        /// The word is not in this field's list.
        UnknownValue = "unknown_value",
        /// The tag is not in this field's group.
        UnknownTag = "unknown_tag",
        /// The text is no LINE user id: `U` and 32 lower-case hexadecimal digits.
        LineUserId = "line_user_id",
        /// The text differs from the account.
        Mismatch = "mismatch",
        /// The text is no real date written `YYYY-MM-DD`.
        Date = "date",
        /// The person is younger than `min` years.
        UnderAge = "under_age",
        /// The person is older than `max` years.
        OverAge = "over_age",
        /// The text is no absolute https URL of a public host.
        Url = "url",
        /// The text is no link to a person's LINE contact: `https://line.me/ti/p/` and a code.
        LineContact = "line_contact",
        /// The text has no character that a reader can see.
        Invisible = "invisible",
        /// The text cannot be the name of an uploaded file.
        UploadName = "upload_name",
        /// The account has no such upload, or has not uploaded the file yet.
        UploadMissing = "upload_missing",
        /// The other half of the pair is missing.
        IncompletePair = "incomplete_pair",
        /// The condition has a range in place of a value, or a value in place of a range.
        ConditionShape = "condition_shape",
        /// The upper bound is below the lower one.
        RangeReversed = "range_reversed",
        /// The account has confirmed no mailbox at this employer.
        EmailUnconfirmed = "email_unconfirmed",
        /// The text is no e-mail address.
        Email = "email",
        /// The mailbox is at a host that this employer does not run for its own people alone.
        EmailDomain = "email_domain",
        /// The confirmation code is wrong, used or expired.
        ConfirmationCode = "confirmation_code",
    }
}

/// The limits that a message may mention; never the text that the user typed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
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

    /// Makes limits with a smallest and a largest value.
    pub const fn between(min: i32, max: i32) -> Self {
        Self {
            min: Some(min),
            max: Some(max),
        }
    }

    /// Makes limits with a smallest value only.
    pub const fn at_least(min: i32) -> Self {
        Self {
            min: Some(min),
            max: None,
        }
    }

    /// Makes limits with a largest value only.
    pub const fn at_most(max: i32) -> Self {
        Self {
            min: None,
            max: Some(max),
        }
    }
}

words! {
    /// The parts of a matching condition, in the order of their errors.
    ConditionPart {
        /// The type of the condition.
        Type = "type",
        /// The lower bound.
        From = "from",
        /// The upper bound.
        To = "to",
        /// The wanted value.
        Value = "value",
        /// True if the form's row is switched on.
        Selected = "selected",
    }
}

/// A place in the document: `nickname`, `photoNameList[0]`, `valueItem[2].to`.
///
/// Indexes are those of the input. Paths sort in the order of the errors: fields in the order of the payload, parents
/// before children, indexes ascending.
///
/// ```
/// use enmusubi_core::{Field, FieldPath};
///
/// let path: FieldPath = "photoNameList[0]".parse().unwrap();
/// assert_eq!(path, FieldPath::item(Field::PhotoNameList, 0));
/// assert_eq!(path.to_string(), "photoNameList[0]");
/// assert!("photoNameList[00]".parse::<FieldPath>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldPath {
    /// The top-level field.
    pub field: Field,
    /// The index of the item, if the field is a list.
    pub index: Option<usize>,
    /// The part of the item, if it is a condition.
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
    /// Names the item `index` of the list `field`.
    pub const fn item(field: Field, index: usize) -> Self {
        Self {
            field,
            index: Some(index),
            part: None,
        }
    }

    /// Names a part of the condition `index` in the list `field`.
    pub const fn part(field: Field, index: usize, part: ConditionPart) -> Self {
        Self {
            field,
            index: Some(index),
            part: Some(part),
        }
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, index, part } = self;
        let index = index.map_or_else(String::new, |index| format!("[{index}]"));
        let part = part.map_or_else(String::new, |part| format!(".{part}"));
        formatter.pad(&format!("{field}{index}{part}"))
    }
}

impl Serialize for FieldPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The error for a text that is no [`FieldPath`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not the path of a field")]
pub struct UnknownPath;

impl FromStr for FieldPath {
    type Err = UnknownPath;

    /// Reads a path as [`Display`](fmt::Display) writes it.
    ///
    /// # Errors
    ///
    /// [`UnknownPath`] for any other text, such as a second spelling of a path.
    fn from_str(text: &str) -> Result<Self, UnknownPath> {
        let (place, part) = match text.split_once('.') {
            Some((place, part)) => (place, Some(part.parse().map_err(|_| UnknownPath)?)),
            None => (text, None),
        };
        let (name, index) = match place.split_once('[') {
            Some((name, rest)) => {
                let digits = rest.strip_suffix(']').ok_or(UnknownPath)?;
                (name, Some(digits.parse().map_err(|_| UnknownPath)?))
            }
            None => (place, None),
        };
        let path = Self {
            field: Field::find(name).ok_or(UnknownPath)?,
            index,
            part,
        };
        // A sign, a zero in front or a part without an index would be a second spelling of a path.
        if path.to_string() == text && (index.is_some() || part.is_none()) {
            Ok(path)
        } else {
            Err(UnknownPath)
        }
    }
}

impl<'de> Deserialize<'de> for FieldPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A broken rule with its place and its limits, such as `height`, `range` and 120 to 230.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Error)]
#[error("{path}: {code}")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldError {
    /// The place of the value.
    #[cfg_attr(feature = "ts", ts(type = "FieldPath"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub path: FieldPath,
    /// The broken rule.
    pub code: FieldErrorCode,
    /// The limits of the rule.
    pub params: Params,
}

impl FieldError {
    /// Makes an error with these limits.
    pub fn new(path: impl Into<FieldPath>, code: FieldErrorCode, params: Params) -> Self {
        Self {
            path: path.into(),
            code,
            params,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_read_as_it_is_written_and_in_no_other_spelling() {
        for path in [
            FieldPath::from(Field::Nickname),
            FieldPath::item(Field::PhotoNameList, 0),
            FieldPath::part(Field::ValueItem, 12, ConditionPart::To),
        ] {
            assert_eq!(path.to_string().parse(), Ok(path));
            let json = serde_json::to_string(&path).unwrap();
            assert_eq!(serde_json::from_str::<FieldPath>(&json).unwrap(), path);
        }
        for text in [
            "",
            "Nickname",
            "nickname ",
            "photoNameList[]",
            "photoNameList[+1]",
            "photoNameList[01]",
            "photoNameList[1",
            "photoNameList[1]]",
            "photoNameList[18446744073709551616]",
            "valueItem.to",
            "valueItem[0].until",
        ] {
            assert_eq!(text.parse::<FieldPath>(), Err(UnknownPath), "{text}");
        }
    }
}
