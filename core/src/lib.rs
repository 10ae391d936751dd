//! What is true of a profile on any machine.
//!
//! - [`JsonDocument`]: JSON text, read leniently, once.
//! - [`JsonDocument::parse_profile`]: from there to a strict [`UserProfileCreate`], or to a
//!   [`Rejection`] with every broken rule at once.
//! - [`JsonDocument::parse_resubmission`]: the same for the fields a reviewer asked for
//!   ([`asked_fields`]), with the stored ones around them.
//! - [`Field`]: the rule of every field, in the order of the form; [`profile::limits`]: the numbers.
//! - [`matching::mutual_match`]: who fits whom.
//! - [`profile::json_schema`]: the payload for those who are not in Rust.
//! - [`work_email`]: which mailboxes prove where somebody works.
//! - [`mod@line`]: what LINE asks of those who call it.
//!
#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![warn(clippy::disallowed_methods)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

#[macro_use]
mod words;

pub mod catalogue;
pub mod condition;
pub mod error;
pub mod field;
pub mod json;
pub mod line;
pub mod matching;
pub mod place;
pub mod profile;
pub mod review;
mod text;
#[cfg(feature = "ts")]
pub mod typescript;
pub mod vocabulary;
pub mod work_email;

mod document;

pub use catalogue::{catalogue, employers};
pub use condition::{Condition, ConditionType};
pub use document::{JsonDocument, MAX_DOCUMENT_BYTES};
pub use error::{ErrorCode, FieldError, FieldErrorCode, FieldPath, Params, Rejection};
pub use field::Field;
pub use place::{Cell, cell_of, coordinates_of};
pub use profile::{
    CheckContext, Mailboxes, ParsedProfile, Uploads, UserProfileCreate, check_field,
};
pub use review::{ForbiddenTransition, ReviewAction, ReviewState, ReviewStatus, asked_fields};
pub use vocabulary::{
    Education, Gender, IncomeRange, MatchGender, OccupationType, VerifyMethod, vocabulary,
};
