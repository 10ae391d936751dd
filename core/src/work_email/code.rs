//! The mailed confirmation code, as people type it.

use lenient_json::Json;

use super::{WorkEmailError, WorkEmailField, read};
use crate::error::FieldErrorCode;
use crate::text::fold_ascii;

/// The number of digits of a code.
pub const CODE_DIGITS: usize = 6;

/// Reads the digits of a code, folds full-width ones and drops white space. Reports text that cannot be a
/// code as a wrong code.
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
