//! A broken rule before its place is known, and the codes for the errors of the JSON reader.

use lenient_json::{ParseError, ValueError};
use thiserror::Error;

use super::{FieldError, FieldErrorCode, FieldPath, Params, Rejection, RejectionCode};

/// A rule that a value breaks, with the rule's limits, for a caller who checks one value and knows its place.
///
/// ```
/// use enmusubi_core::FieldErrorCode;
/// use enmusubi_core::limits::Limits;
/// use enmusubi_core::profile::{length_within, number_within};
///
/// let limits = Limits { min: 1, max: 3 };
/// assert!(length_within("縁結び", limits).is_ok());
/// assert_eq!(number_within(4, limits).unwrap_err().code, FieldErrorCode::Range);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{code}")]
pub struct Violation {
    /// The rule.
    pub code: FieldErrorCode,
    /// The limits of the rule.
    pub params: Params,
}

impl Violation {
    /// Makes a violation of a rule without limits.
    pub const fn new(code: FieldErrorCode) -> Self {
        Self {
            code,
            params: Params::NONE,
        }
    }

    /// Returns a violation of this rule unless the value satisfies the rule.
    ///
    /// # Errors
    ///
    /// The violation, without limits.
    pub fn unless(is_satisfied: bool, code: FieldErrorCode) -> Result<(), Self> {
        if is_satisfied {
            Ok(())
        } else {
            Err(Self::new(code))
        }
    }

    pub(crate) fn at(self, path: impl Into<FieldPath>) -> FieldError {
        FieldError::new(path, self.code, self.params)
    }
}

impl From<ParseError> for Rejection {
    fn from(error: ParseError) -> Self {
        match error {
            ParseError::TooLong => Self::whole(RejectionCode::TooLarge),
            ParseError::NotUtf8 => Self::whole(RejectionCode::Malformed),
            ParseError::Syntax { at } => Self {
                position: u32::try_from(at).ok(),
                ..Self::whole(RejectionCode::Malformed)
            },
        }
    }
}

impl From<ValueError> for FieldErrorCode {
    fn from(error: ValueError) -> Self {
        match error {
            ValueError::WrongType => Self::WrongType,
            ValueError::ControlCharacter => Self::ControlCharacter,
            ValueError::NotAnInteger => Self::NotAnInteger,
        }
    }
}

impl From<ValueError> for Violation {
    fn from(error: ValueError) -> Self {
        Self::new(error.into())
    }
}
