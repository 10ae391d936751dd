//! What is true of a profile on any machine.
//!
//! One definition of the register form's rules, the matching conditions and who fits whom. The
//! same code is linked into the server and compiled to WebAssembly for the form, so both give the
//! same answer to the same bytes. Nothing here does I/O, reads a clock or draws a random number:
//! whatever depends on the world (today's date, the uploads an account holds) is a parameter.
//!
//! # Where to start
//!
//! - [`Document`]: JSON text, read leniently, once.
//! - [`Document::parse_profile`]: from there to a strict [`UserProfileCreate`], or to a
//!   [`Refusal`] with every broken rule at once.
//! - [`profile::ProfileDraft`]: the limits, declared field by field.
//! - [`matching::mutual_match`]: who fits whom.
//!
//! ```
//! use chrono::NaiveDate;
//! use enmusubi_core::{CheckContext, Document, ErrorCode, Mailboxes, Uploads};
//!
//! let document = Document::parse(br#"{"nickname": " ", "height": "170.5"}"#)?;
//! let context = CheckContext {
//!     today: NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default(),
//!     uploads: Uploads::Pending,
//!     mailboxes: Mailboxes::Unchecked,
//! };
//! let refusal = document.parse_profile(&context).unwrap_err();
//! assert_eq!(refusal.code, ErrorCode::E002);
//! let height = refusal.fields.iter().find(|error| error.path.to_string() == "height");
//! assert_eq!(height.map(|error| error.code.as_str()), Some("not_an_integer"));
//! # Ok::<(), enmusubi_core::Refusal>(())
//! ```
#![warn(missing_docs, clippy::disallowed_methods)]
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

mod document;

pub use catalogue::{catalogue, employers};
pub use condition::{Condition, ConditionType};
pub use document::{Document, MAX_DOCUMENT_BYTES};
pub use error::{ErrorCode, FieldError, FieldErrorCode, FieldPath, Params, Refusal};
pub use field::Field;
pub use place::{Cell, cell_of};
pub use profile::{Answers, CheckContext, Mailboxes, Uploads, UserProfileCreate, check_field};
pub use review::{ForbiddenTransition, ReviewAction, ReviewState, ReviewStatus};
pub use vocabulary::{
    Education, Gender, IncomeRange, MatchGender, OccupationType, VerifyMethod, vocabulary,
};
