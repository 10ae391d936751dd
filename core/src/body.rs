//! Reads the values of small request bodies, whose fields are not fields of a profile.

use core::str::FromStr;

use lenient_json::{Json, Lines, text};

use crate::error::{FieldErrorCode, Params, Violation};
use crate::limits::Limits;
use crate::profile::length_within;
use crate::text::is_visible;

/// A broken rule of a field of a small body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BodyError<F> {
    /// The field.
    pub field: F,
    /// The rule.
    pub code: FieldErrorCode,
    /// The limits of the rule.
    pub params: Params,
}

impl<F> BodyError<F> {
    pub(crate) const fn new(field: F, Violation { code, params }: Violation) -> Self {
        Self {
            field,
            code,
            params,
        }
    }
}

/// Reads a required word of a list.
pub(crate) fn read_word<W: FromStr>(value: Option<&Json<'_>>) -> Result<W, Violation> {
    let word = value
        .map(|value| text(value, Lines::One))
        .transpose()?
        .flatten();
    let word = word.ok_or(Violation::new(FieldErrorCode::Required))?;
    word.parse()
        .map_err(|_| Violation::new(FieldErrorCode::UnknownValue))
}

/// Reads a required yes or no. A text such as `"true"` is refused: programs make these bodies, and no person types
/// into them.
pub(crate) fn read_flag(value: Option<&Json<'_>>) -> Result<bool, Violation> {
    match value {
        None | Some(Json::Null) => Err(Violation::new(FieldErrorCode::Required)),
        Some(Json::Bool(flag)) => Ok(*flag),
        Some(_) => Err(Violation::new(FieldErrorCode::WrongType)),
    }
}

/// Reads a text of several lines, and returns `None` if it is absent or blank. Any other text needs a length
/// within the limits and a visible character.
pub(crate) fn read_lines(
    value: Option<&Json<'_>>,
    limits: Limits,
) -> Result<Option<String>, Violation> {
    let text = value
        .map(|value| text(value, Lines::Many))
        .transpose()?
        .flatten();
    let Some(text) = text else {
        return Ok(None);
    };
    length_within(&text, limits)?;
    Violation::unless(is_visible(&text), FieldErrorCode::Invisible)?;
    Ok(Some(text.into_owned()))
}
