//! Errors as data: a code and parameters. Prose is made by whoever shows them.

mod code;
mod field;

pub use code::ErrorCode;
pub use field::{ConditionPart, FieldError, FieldErrorCode, FieldPath, Params};

use serde::Serialize;
use thiserror::Error;

/// Why a document was not accepted: one code, and with [`ErrorCode::InvalidFields`] every broken rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Error)]
#[error("{code}: {} field errors", fields.len())]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Rejection {
    /// What kind of refusal this is.
    pub code: ErrorCode,
    /// The broken rules, in the order of the form; empty unless the code is `E002`.
    pub fields: Vec<FieldError>,
}

impl Rejection {
    /// A refusal of the whole document, without field errors.
    pub const fn whole(code: ErrorCode) -> Self {
        Self {
            code,
            fields: Vec::new(),
        }
    }
}
