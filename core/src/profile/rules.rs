//! The rules that validator has no word for: identities, dates, places, links, uploads.
//!
//! Codes are [`FieldErrorCode`] words. A rule over several fields names the field that is at fault
//! in the parameter [`AT`].

use chrono::NaiveDate;
use validator::ValidationError;

use super::limits::{AGE_YEARS, Limits, RECOMMEND_DISTANCE_KM};
use super::url;
use super::{CheckContext, Mailboxes, ProfileDraft, Uploads};
use crate::catalogue;
use crate::error::FieldErrorCode;
use crate::field::Field;
use crate::vocabulary::VerifyMethod;

type Verdict = Result<(), ValidationError>;

/// The parameter that says which field a rule over several fields faults.
pub(crate) const AT: &str = "at";

/// The file types a photo may have.
pub(crate) const PHOTO_EXTENSIONS: &[&str] = &["jpg", "png", "webp"];
/// The file types a verification document may have.
const DOCUMENT_EXTENSIONS: &[&str] = &["jpg", "png", "webp", "pdf"];

fn error(code: FieldErrorCode) -> ValidationError {
    ValidationError::new(code.as_str())
}

fn verdict(is_kept: bool, code: FieldErrorCode) -> Verdict {
    if is_kept { Ok(()) } else { Err(error(code)) }
}

fn verdict_at(field: Field, is_kept: bool, code: FieldErrorCode) -> Verdict {
    verdict(is_kept, code).map_err(|mut error| {
        error.add_param(AT.into(), &field);
        error
    })
}

/// `range` with the limits a value is outside of.
pub(crate) fn out_of_range(limits: Limits<i64>) -> ValidationError {
    let mut error = error(FieldErrorCode::Range);
    error.add_param("min".into(), &limits.min);
    error.add_param("max".into(), &limits.max);
    error
}

/// `U` and 32 lower-case hexadecimal digits: LINE's user ids.
pub(super) fn line_user_id(account: &str) -> Verdict {
    let is_id = account
        .strip_prefix('U')
        .is_some_and(|digits| is_lower_hex(digits, 32));
    verdict(is_id, FieldErrorCode::LineUserId)
}

pub(super) fn password_is_the_account(draft: &ProfileDraft) -> Verdict {
    let is_same = draft.password.is_none() || draft.password == draft.account;
    verdict_at(Field::Password, is_same, FieldErrorCode::Mismatch)
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "validator passes a reference"
)]
/// 18–99 whole calendar years on `today`; someone born on 29 February comes of age on 1 March in
/// common years.
pub(super) fn of_age(birthday: &NaiveDate, context: &CheckContext<'_>) -> Verdict {
    let age = context.today.years_since(*birthday).map(i64::from);
    if age.is_none_or(|age| age < AGE_YEARS.min) {
        let mut error = error(FieldErrorCode::UnderAge);
        error.add_param("min".into(), &AGE_YEARS.min);
        return Err(error);
    }
    if age.is_some_and(|age| age > AGE_YEARS.max) {
        let mut error = error(FieldErrorCode::OverAge);
        error.add_param("max".into(), &AGE_YEARS.max);
        return Err(error);
    }
    Ok(())
}

pub(super) fn known_city(code: &str) -> Verdict {
    verdict(
        catalogue::find_city(code).is_some(),
        FieldErrorCode::UnknownValue,
    )
}

pub(super) fn known_employer(id: &str) -> Verdict {
    verdict(
        catalogue::find_employer(id).is_some(),
        FieldErrorCode::UnknownValue,
    )
}

/// 0 is any distance.
pub(super) fn recommend_distance(distance_km: i64) -> Verdict {
    let Limits { min, max } = RECOMMEND_DISTANCE_KM;
    if distance_km == 0 || (min..=max).contains(&distance_km) {
        Ok(())
    } else {
        Err(out_of_range(RECOMMEND_DISTANCE_KM))
    }
}

pub(super) fn public_https_url(link: &str) -> Verdict {
    verdict(url::is_public_https(link), FieldErrorCode::Url)
}

pub(super) fn document_name(name: &str) -> Verdict {
    verdict(
        is_upload_name(name, DOCUMENT_EXTENSIONS),
        FieldErrorCode::UploadName,
    )
}

/// A document belongs to `DOCUMENT` alone, so that nobody uploads one for nothing.
pub(super) fn document_only_with_its_method(draft: &ProfileDraft) -> Verdict {
    let is_expected = draft.verify_temp_file_name.is_none()
        || draft
            .verify_method
            .is_none_or(|method| method == VerifyMethod::Document);
    verdict_at(
        Field::VerifyTempFileName,
        is_expected,
        FieldErrorCode::Unexpected,
    )
}

pub(super) fn document_is_held(name: &str, context: &CheckContext<'_>) -> Verdict {
    verdict(context.uploads.has(name), FieldErrorCode::UploadMissing)
}

/// `WORK_EMAIL` counts once a mailbox of that employer is confirmed for the account.
pub(super) fn mailbox_is_confirmed(draft: &ProfileDraft, context: &CheckContext<'_>) -> Verdict {
    let is_confirmed = match (draft.verify_method, context.mailboxes) {
        (Some(VerifyMethod::WorkEmail), Mailboxes::Confirmed(employers)) => draft
            .employer_id
            .as_ref()
            .is_some_and(|id| employers.contains(id)),
        _ => true,
    };
    verdict_at(
        Field::VerifyMethod,
        is_confirmed,
        FieldErrorCode::EmailUnconfirmed,
    )
}

/// 128 random bits in lower-case hexadecimal and a known extension.
pub(crate) fn is_upload_name(name: &str, extensions: &[&str]) -> bool {
    name.split_once('.')
        .is_some_and(|(stem, extension)| is_lower_hex(stem, 32) && extensions.contains(&extension))
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
