//! The vectors of `tests/vectors` for all implementations that are checked against them, and helpers for
//! the suites of several crates: documents, parts of pictures, and a PostgreSQL cluster.

pub mod age_proof;
pub mod answer;
mod case;
pub mod changes;
pub mod conversation;
mod database_kind;
mod document;
pub mod line;
pub mod matching;
pub mod messages;
pub mod png;
#[cfg(unix)]
pub mod postgres;
pub mod privacy;
pub mod safety;
mod topics;
pub mod work_email;
pub mod worst;

pub use case::{Case, Expectation, UploadsGiven};
pub use database_kind::DatabaseKind;
pub use document::{base, document_text};
pub use topics::{Topic, cases, topics};
