//! The profile: from what a form holds to the payload everything else may rely on.
//!
//! One reader walks the fields in the order of the form ([`crate::Field`]). How a field is read and
//! what limits it keeps stands in one table, `table.rs`; lengths and ranges are checked by
//! `validator`'s traits, everything else by the functions of `rules.rs` and `url.rs`. What was read
//! is borrowed from the document ([`ParsedProfile`]) until somebody wants a struct of its own
//! ([`UserProfileCreate`]).

mod answers;
mod assemble;
mod create;
pub mod limits;
mod open;
mod read;
mod resubmit;
mod rules;
mod schema;
mod table;
mod url;
mod validate;

use std::collections::BTreeSet;

use chrono::NaiveDate;

pub use answers::ParsedProfile;
pub use create::UserProfileCreate;
pub use limits::{FieldRule, Measure, field_rule};
pub use open::{DRAFT_SCHEMA_VERSION, OpenedDraft, open_draft};
pub use read::parse_date;
pub use schema::json_schema;
#[cfg(feature = "ts")]
pub(crate) use table::typescript_draft_type;

pub(crate) use resubmit::resubmit;

pub(crate) use read::{Fault, Read, Reader, flag, integer, not_too_many, within, word};

use crate::error::FieldError;
use crate::field::Field;
use crate::json::{Json, Object};

/// What the rules must know of the world.
#[derive(Debug, Clone, Copy)]
pub struct CheckContext<'a> {
    /// The calendar date ages are counted on: the device's for the form, the deployment's for the
    /// server, which has the last word.
    pub today: NaiveDate,
    /// Which uploads can be counted on.
    pub uploads: Uploads<'a>,
    /// Which work mailboxes are confirmed.
    pub mailboxes: Mailboxes<'a>,
}

/// Which uploads can be counted on.
#[derive(Debug, Clone, Copy)]
pub enum Uploads<'a> {
    /// The form while it is being filled: a file that was picked (`{"picked":true}`) counts as
    /// present, a name is taken at its word.
    Pending,
    /// The form when it submits: every file must have a name, which is taken at its word.
    Named,
    /// The server: the names this account holds. Any other is `upload_missing`.
    Held(&'a BTreeSet<String>),
}

/// Which work mailboxes are confirmed.
#[derive(Debug, Clone, Copy)]
pub enum Mailboxes<'a> {
    /// The form does not know: left to the server.
    Unchecked,
    /// The ids of the employers of which this account has confirmed a mailbox.
    Confirmed(&'a BTreeSet<String>),
}

/// Reads a draft or payload. The errors come in the order of the form, at most one per path.
pub(crate) fn check<'d>(
    members: &'d Object<'_>,
    context: &CheckContext<'_>,
) -> Result<ParsedProfile<'d>, Vec<FieldError>> {
    read::profile(members, context)
}

/// Checks the value of one field while it is being filled: the rules that ask other fields too
/// (that the password is the account, that coordinates come in pairs, what a way to prove the
/// employment needs) are left out. Empty where nothing is wrong.
pub fn check_field(field: Field, value: &Json<'_>, context: &CheckContext<'_>) -> Vec<FieldError> {
    read::single_field(field, value, context)
}
