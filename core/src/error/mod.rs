//! Errors as data: a code and parameters. The caller who shows an error writes the prose, or takes it from the feature
//! `messages`.

mod code;
mod field;
mod violation;

pub use code::RejectionCode;
pub use field::{ConditionPart, FieldError, FieldErrorCode, FieldPath, Params, UnknownPath};
pub use violation::Violation;

use core::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The reason why a document was not accepted: one code and, if that is `E002`, every broken rule.
///
/// Serde writes it as the body of an answer and reads it back; [`RejectionCode::http_status`] is the status of the answer.
/// The order of the payload, in which the errors come, is that of [`Field::ALL`](crate::Field::ALL).
///
/// ```
/// use chrono::NaiveDate;
/// use enmusubi_core::{CheckContext, parse_profile};
///
/// let context = CheckContext::for_form(NaiveDate::from_ymd_opt(2026, 11, 21).unwrap());
/// let rejection = parse_profile(br#"{"nickname": "Mei", "height": 300}"#, &context).unwrap_err();
/// assert_eq!(
///     rejection.to_string(),
///     "E002: account: required, password: required, name: required, and 18 more",
/// );
///
/// // The wire has it as JSON, with a path, a code and the limits of each rule.
/// let height = rejection.fields.iter().find(|it| it.path.to_string() == "height").unwrap();
/// assert_eq!(
///     serde_json::to_string(height).unwrap(),
///     r#"{"path":"height","code":"range","params":{"min":120,"max":230}}"#,
/// );
///
/// let malformed = parse_profile(br#"{"nickname": Mei}"#, &context).unwrap_err();
/// assert_eq!(malformed.to_string(), "E009: unreadable at byte 13");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Rejection {
    /// The kind of rejection.
    pub code: RejectionCode,
    /// The broken rules, in the order of the payload and at most one for each path; empty unless the code is `E002`.
    #[serde(default)]
    pub fields: Vec<FieldError>,
    /// The byte, counted from 0, at which a text stops being JSON, or at which JSON is nested too deep. Absent for a text
    /// that is too long or is not UTF-8, for JSON that is no object, for an object of JavaScript, and with any code but
    /// `E009`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<u32>,
}

/// The number of broken rules that the text of a rejection names. A log line has no room for all of them.
const NAMED_RULES: usize = 3;

impl fmt::Display for Rejection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.code)?;
        if let Some(position) = self.position {
            write!(formatter, ": unreadable at byte {position}")?;
        }
        for (index, error) in self.fields.iter().take(NAMED_RULES).enumerate() {
            let before = if index == 0 { ": " } else { ", " };
            write!(formatter, "{before}{error}")?;
        }
        match self.fields.len().saturating_sub(NAMED_RULES) {
            0 => Ok(()),
            n_more => write!(formatter, ", and {n_more} more"),
        }
    }
}

impl Rejection {
    /// Rejects the whole document, without field errors.
    pub const fn whole(code: RejectionCode) -> Self {
        Self {
            code,
            fields: Vec::new(),
            position: None,
        }
    }

    /// Rejects a document for the broken rules of its fields.
    pub(crate) const fn invalid(fields: Vec<FieldError>) -> Self {
        Self {
            code: RejectionCode::InvalidFields,
            fields,
            position: None,
        }
    }
}
