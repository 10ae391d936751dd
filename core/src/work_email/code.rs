//! The mailed confirmation code, as people type it.

use lenient_json::Json;

use super::{WorkEmailError, WorkEmailField, read};
use crate::error::FieldErrorCode;
use crate::text::fold_ascii;

/// The number of digits of a code: few enough to type from another screen. One guess hits one code in a million, so a
/// back end must limit the tries.
pub const CODE_DIGITS: usize = 6;

/// Reads the digits of a code, folds full-width ones and drops white space. The example of the
/// [module](crate::work_email) reads one.
///
/// # Errors
/// Returns [`FieldErrorCode::ConfirmationCode`] for text that cannot be a code, as a back end does for a wrong one, and
/// [`FieldErrorCode::Required`], [`WrongType`](FieldErrorCode::WrongType) or
/// [`ControlCharacter`](FieldErrorCode::ControlCharacter) for a value that is blank, no text, or not one plain line.
pub fn parse_confirmation_code(raw: &Json<'_>) -> Result<String, WorkEmailError> {
    let digits = read(raw, |text| {
        let solid: String = text.chars().filter(|it| !it.is_whitespace()).collect();
        fold_ascii(&solid)
            .filter(|code| code.len() == CODE_DIGITS)
            .filter(|code| code.bytes().all(|byte| byte.is_ascii_digit()))
            .ok_or(FieldErrorCode::ConfirmationCode)
    });
    digits.map_err(|code| WorkEmailError {
        field: WorkEmailField::Code,
        code,
    })
}
