//! Errors as data: a code and parameters. The caller who shows an error writes the prose.

mod code;
mod field;
mod violation;

pub use code::ErrorCode;
pub use field::{ConditionPart, FieldError, FieldErrorCode, FieldPath, Params};
pub use violation::Violation;

use serde::Serialize;
use thiserror::Error;

/// The reason why a document was not accepted: one code and, with [`ErrorCode::InvalidFields`], every
/// broken rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Error)]
#[error("{code}: {} field errors", fields.len())]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Rejection {
    /// The kind of rejection.
    pub code: ErrorCode,
    /// The broken rules, in the order of the payload; empty unless the code is `E002`.
    pub fields: Vec<FieldError>,
}

impl Rejection {
    /// Rejects the whole document, without field errors.
    pub const fn whole(code: ErrorCode) -> Self {
        Self {
            code,
            fields: Vec::new(),
        }
    }

    /// Rejects a document for the broken rules of its fields.
    pub(crate) const fn invalid(fields: Vec<FieldError>) -> Self {
        Self {
            code: ErrorCode::InvalidFields,
            fields,
        }
    }
}
