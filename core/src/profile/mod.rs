//! The profile: from what a form holds to the payload everything else may rely on.
//!
//! Reading goes in three steps, each adding to one list of errors:
//! 1. `read`: the lenient reader turns raw values into typed ones and reports what cannot be read;
//! 2. [`ProfileDraft`]'s declared limits, checked by `validator`;
//! 3. `assemble`: what is still missing is `required`, and the rest becomes [`UserProfileCreate`].

mod assemble;
mod create;
mod draft;
pub mod limits;
mod open;
mod read;
mod rules;
mod url;
mod verdicts;

use std::collections::BTreeSet;

use chrono::NaiveDate;

pub use create::UserProfileCreate;
pub use draft::{DRAFT_SCHEMA_VERSION, ProfileDraft};
pub use limits::{FieldRule, Measure, field_rule};
pub use open::{OpenedDraft, open_draft};
pub use read::parse_date;

pub(crate) use read::{Reading, Value, flag, integer, word};
pub(crate) use rules::out_of_range;

use crate::error::{FieldError, FieldErrorCode};
use crate::json::Object;

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
pub(crate) fn parse(
    members: &Object,
    context: &CheckContext<'_>,
) -> Result<UserProfileCreate, Vec<FieldError>> {
    let (draft, mut errors) = read::profile(members, context);
    verdicts::collect(&draft, context, &mut errors);
    let payload = assemble::payload(draft, &mut errors);
    match payload {
        Some(payload) if errors.is_empty() => Ok(payload),
        _ => Err(in_order(errors)),
    }
}

/// Sorts by path; of several errors of one path the one found first stays, which is the one of the
/// earliest step.
fn in_order(mut errors: Vec<FieldError>) -> Vec<FieldError> {
    // Stable, so that steps keep their order within a path.
    errors.sort_by_key(|error| error.path);
    errors.dedup_by_key(|error| error.path);
    errors
}

/// The error for a value that is not there.
pub(crate) fn required(path: impl Into<crate::error::FieldPath>) -> FieldError {
    FieldError::new(path, FieldErrorCode::Required)
}
