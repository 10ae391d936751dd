//! The vectors of `tests/vectors` that core answers, for all implementations that are compared with them, and the documents
//! that take a reader longest.

pub mod age_proof;
mod case;
pub mod changes;
mod document;
pub mod line;
pub mod matching;
pub mod sentences;
mod topics;
pub mod work_email;
pub mod worst;

pub use case::{Case, Expectation, UploadsGiven};
pub use document::{base, document_text};
pub use topics::{Topic, cases, topics};
