//! The profile: from the draft in a form to the strict payload.
//!
//! One parser walks the fields in the order of the payload ([`Field::ALL`]). A table gives each field its type, its
//! limits, the people who see the answer ([`field_rule`]), and the way in which a member changes the answer
//! ([`PREFERENCES`], [`TEXTS`], [`PLACE`], [`REVIEWED`]). The parsed answers borrow from the document
//! ([`ParsedProfile`]) until the caller wants an owned struct ([`Checked`] of [`UserProfileCreate`]).
//!
//! ```
//! use enmusubi_core::Field;
//! use enmusubi_core::profile::{FieldType, field_type, is_upload_name, parse_date};
//! # let profile: enmusubi_core::UserProfileCreate =
//! #     serde_json::from_str(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/base.json"))).unwrap();
//!
//! // Walks over a profile by its fields, such as for an export.
//! let texts = Field::ALL.iter().filter(|field| matches!(field_type(**field), FieldType::Lines(_)));
//! let names: Vec<_> = texts.filter(|field| profile.get(**field).as_text() != Some("")).collect();
//! assert_eq!(names, [&Field::AboutMe]);
//!
//! // Two rules that a server also needs outside a profile.
//! assert!(is_upload_name("11111111111111111111111111111111.jpg") && !is_upload_name("../passwd"));
//! assert_eq!(parse_date("2026-2-3"), None);
//! ```

mod checked;
mod context;
mod create;
mod draft;
mod field_rule;
mod field_spec;
mod field_value;
#[cfg(test)]
mod fixture;
mod parse;
mod parsed;
mod resubmit;
mod rules;
mod schema;
mod url;
#[cfg(feature = "validator")]
mod validate;

pub use checked::Checked;
pub use context::{AgeProof, CheckContext, FileUse, Mailboxes, Uploads};
pub use create::UserProfileCreate;
pub use draft::{DRAFT_SCHEMA_VERSION, OpenedDraft, open_draft};
pub use field_rule::{FieldRule, Measure, field_rule};
#[cfg(feature = "ts")]
pub(crate) use field_spec::FieldSpec;
pub(crate) use field_spec::{FIELDS, Resubmission, field_spec};
pub use field_spec::{FieldType, Visibility, field_type};
pub use parse::{length_within, number_within, parse_date};
pub use parsed::ParsedProfile;
pub use resubmit::{PLACE, PREFERENCES, REVIEWED, TEXTS, changed_fields};
pub(crate) use resubmit::{change, resubmit};
pub use rules::is_upload_name;
pub use schema::{field_schema, json_schema};

use lenient_json::{Json, Object};

use crate::error::FieldError;
use crate::field::Field;

/// Reads a draft or payload. The errors come in the order of the payload, at most one for each path.
pub(crate) fn check<'d>(
    members: &'d Object<'_>,
    context: &CheckContext<'_>,
) -> Result<ParsedProfile<'d>, Vec<FieldError>> {
    parse::profile(members, context)
}

/// Checks the value of one field while the person fills the form, and returns its broken rules.
///
/// The rules about several fields are left out: the password must equal the account, coordinates come in pairs, no file
/// is in two fields, each way to prove the employment needs a field of its own, and a mailbox is confirmed at the employer.
///
/// ```
/// use chrono::NaiveDate;
/// use enmusubi_core::json::Json;
/// use enmusubi_core::{CheckContext, Field, check_field};
///
/// let context = CheckContext::for_form(NaiveDate::from_ymd_opt(2026, 11, 21).unwrap());
/// let check = |value| check_field(Field::Birthday, &Json::text(value), &context);
/// assert!(check("1992-03-08").is_empty());
/// assert_eq!(check("2010-03-08")[0].to_string(), "birthday: under_age");
/// ```
pub fn check_field(field: Field, value: &Json<'_>, context: &CheckContext<'_>) -> Vec<FieldError> {
    parse::single_field(field, value, context)
}
