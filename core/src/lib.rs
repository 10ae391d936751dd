//! The rules of a profile, the same on any machine.
//!
//! - [`parse_profile`]: from JSON text to a strict [`UserProfileCreate`], or to a [`Rejection`] with every
//!   broken rule at once.
//! - [`JsonDocument`]: the same in two steps, for drafts and resubmissions. [`review::asked_fields`] lists the fields
//!   that a reviewer asked for, and [`JsonDocument::parse_resubmission`] checks them.
//! - [`Field`]: the names of the fields, in the order of the payload; [`profile::field_rule`]: the
//!   limits of one field; [`limits`]: all the numbers.
//! - [`matching::mutual_match`]: decides whether two people fit.
//! - [`JsonDocument::parse_preferences`], [`JsonDocument::parse_texts`] and [`JsonDocument::parse_place`]: the fields
//!   that a member can change at any time.
//!   [`JsonDocument::parse_changes`]: the fields whose change a reviewer checks.
//! - [`matching::shown_count`]: the counts of people that a member sees.
//! - [`profile::json_schema`]: the payload for clients that are not in Rust.
//! - [`work_email`]: the mailboxes that prove an employment.
//! - `FieldError::sentence` (feature `messages`): the sentence about a broken rule, in each [`Language`](language::Language).
//! - [`mod@line`]: LINE's rules for its callers, and deep links.
//!
#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(missing_docs)]
#![warn(clippy::disallowed_methods)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

#[macro_use]
mod words;

pub mod catalogue;
pub mod condition;
pub mod error;
pub mod field;
pub mod language;
pub mod limits;
pub mod line;
pub mod matching;
#[cfg(feature = "messages")]
mod messages;
pub mod place;
pub mod profile;
pub mod review;
pub mod service;
pub mod text;
#[cfg(feature = "ts")]
pub mod typescript;
pub mod vocabulary;
pub mod work_email;

mod document;

pub use lenient_json as json;

pub use condition::{Condition, ConditionType};
pub use document::{JsonDocument, parse_profile};
pub use error::{FieldError, FieldErrorCode, FieldPath, Params, Rejection, RejectionCode};
pub use field::Field;
pub use limits::MAX_DOCUMENT_BYTES;
pub use profile::{
    AgeProof, CheckContext, Checked, FileUse, Mailboxes, ParsedProfile, Uploads, UserProfileCreate,
    check_field,
};
pub use vocabulary::{Education, Gender, IncomeRange, MatchGender, OccupationType, VerifyMethod};
