//! The rules that are neither a length nor a range: LINE user ids, ages, the names of uploads.

use chrono::NaiveDate;

use crate::error::{FieldErrorCode, Params, Violation};
use crate::limits::Limits;

/// The file types a photo may have.
pub(crate) const PHOTO_EXTENSIONS: &[&str] = &["jpg", "png", "webp"];
/// The file types a verification document may have: all types of uploads.
pub(crate) const DOCUMENT_EXTENSIONS: &[&str] = &["jpg", "png", "webp", "pdf"];

/// Returns true for a LINE user id: `U` and 32 lower-case hexadecimal digits.
pub(super) fn is_line_user_id(account: &str) -> bool {
    account
        .strip_prefix('U')
        .is_some_and(|digits| is_lower_hex(digits, 32))
}

/// Refuses an age outside the limits, in whole calendar years on `today`. A person born on 29 February
/// comes of age on 1 March in common years, and a date of birth in the future is under age.
pub(super) fn age_within(
    birthday: NaiveDate,
    today: NaiveDate,
    limits: Limits,
) -> Result<(), Violation> {
    let age = today
        .years_since(birthday)
        .and_then(|age| i32::try_from(age).ok());
    match age {
        Some(age) if age > limits.max => Err(Violation {
            code: FieldErrorCode::OverAge,
            params: Params::at_most(limits.max),
        }),
        Some(age) if age >= limits.min => Ok(()),
        _ => Err(Violation {
            code: FieldErrorCode::UnderAge,
            params: Params::at_least(limits.min),
        }),
    }
}

pub(super) fn is_photo_name(name: &str) -> bool {
    is_random_name(name, PHOTO_EXTENSIONS)
}

/// Returns true for a name that the server gives to an upload: 128 random bits in lower-case hexadecimal,
/// and the extension of its file type. A document may have each of these names.
pub fn is_upload_name(name: &str) -> bool {
    is_random_name(name, DOCUMENT_EXTENSIONS)
}

fn is_random_name(name: &str, extensions: &[&str]) -> bool {
    let stem_and_extension = name.split_at_checked(32);
    stem_and_extension.is_some_and(|(stem, rest)| {
        is_lower_hex(stem, 32)
            && rest
                .strip_prefix('.')
                .is_some_and(|extension| extensions.contains(&extension))
    })
}

fn is_lower_hex(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}
