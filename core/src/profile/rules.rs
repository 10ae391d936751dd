//! The rules that are neither a length nor a range: identities, ages, the names of uploads.

use chrono::NaiveDate;

use super::Uploads;
use super::limits::Limits;
use super::read::Fault;
use crate::error::{FieldErrorCode, Params};

/// The file types a photo may have.
pub(crate) const PHOTO_EXTENSIONS: &[&str] = &["jpg", "png", "webp"];
/// The file types a verification document may have.
pub(crate) const DOCUMENT_EXTENSIONS: &[&str] = &["jpg", "png", "webp", "pdf"];

/// `U` and 32 lower-case hexadecimal digits: LINE's user ids.
pub(super) fn is_line_user_id(account: &str) -> bool {
    account
        .strip_prefix('U')
        .is_some_and(|digits| is_lower_hex(digits, 32))
}

/// Whole calendar years on `today` within the limits; someone born on 29 February comes of age on
/// 1 March in common years, and someone not born yet is under age.
pub(super) fn age_within(
    birthday: NaiveDate,
    today: NaiveDate,
    limits: Limits,
) -> Result<(), Fault> {
    let age = today
        .years_since(birthday)
        .and_then(|age| i32::try_from(age).ok());
    match age {
        Some(age) if age > limits.max => Err(Fault {
            code: FieldErrorCode::OverAge,
            params: Params::at_most(limits.max),
        }),
        Some(age) if age >= limits.min => Ok(()),
        _ => Err(Fault {
            code: FieldErrorCode::UnderAge,
            params: Params::at_least(limits.min),
        }),
    }
}

pub(super) fn is_photo_name(name: &str) -> bool {
    is_upload_name(name, PHOTO_EXTENSIONS)
}

pub(super) fn is_document_name(name: &str) -> bool {
    is_upload_name(name, DOCUMENT_EXTENSIONS)
}

/// 128 random bits in lower-case hexadecimal and a known extension.
fn is_upload_name(name: &str, extensions: &[&str]) -> bool {
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

impl Uploads<'_> {
    /// Whether an upload of this name can be counted on.
    pub(crate) fn has(self, name: &str) -> bool {
        match self {
            Uploads::Pending | Uploads::Named => true,
            Uploads::Held(names) => names.contains(name),
        }
    }
}
