//! The code that is mailed, as people type it.

use super::{WorkEmailError, WorkEmailField, read};
use crate::error::FieldErrorCode;
use crate::json::Json;
use crate::text::fold_ascii;

/// How many digits a code has.
pub const CODE_DIGITS: usize = 6;

/// Reads a code: its digits, full-width ones folded, with white space anywhere. What cannot be a code is
/// told as a wrong one.
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
