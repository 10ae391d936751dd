//! The profile: from the draft in a form to the strict payload.
//!
//! One parser (`parse`) walks the fields in the order of the payload ([`crate::Field`]). The table in
//! `field_spec.rs` says how a field is read and what limits it keeps; the functions of
//! `parse/bounds.rs`, `rules.rs` and `url.rs` check the values. The parsed
//! answers borrow from the document ([`ParsedProfile`]) until the caller wants an owned struct
//! ([`Checked`] of [`UserProfileCreate`]).

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
/// is in two fields, and each way to prove the employment needs a field of its own.
pub fn check_field(field: Field, value: &Json<'_>, context: &CheckContext<'_>) -> Vec<FieldError> {
    parse::single_field(field, value, context)
}
