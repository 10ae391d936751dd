//! The rules of a profile, the same on any machine.
//!
#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! | for | see |
//! |---|---|
//! | a whole payload, from JSON text to a struct | [`parse_profile`], [`UserProfileCreate`], [`Checked`] |
//! | the broken rules | [`Rejection`], [`FieldError`], [`FieldErrorCode`]; the sentences: [`Language`](language::Language) and the feature `messages` |
//! | drafts, resubmissions and changes | [`JsonDocument`], [`profile::open_draft`], [`review::asked_fields`] |
//! | one field while a person types | [`check_field`], [`profile::field_rule`] |
//! | names, words and numbers | [`Field`], [`vocabulary`], [`catalogue`], [`limits`] |
//! | who fits whom | [`matching::mutual_match`], [`matching::index::Index`], [`condition`] |
//! | distances and rounded places | [`place`] |
//! | clients that are not in Rust | [`profile::json_schema`] |
//! | mailboxes that prove an employment | [`work_email`] |
//! | LINE: app ids, links, messages | [`mod@line`] |
//! | Enmusubi's own review and service | [`review`], [`service`] |
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

/// The JSON values and their reader, which [`JsonDocument`] and [`check_field`] take: the crate `lenient-json`, under a name
/// that needs no dependency of its own.
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
