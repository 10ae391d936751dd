//! The file `tests/vectors/sentences.json`: the sentences about broken rules.

use serde::Deserialize;
use serde_json::Value;

/// A broken rule, and its sentence.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentenceCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// The code of the rule.
    pub code: String,
    /// The limits of the rule, null for none.
    #[serde(default)]
    pub params: Value,
    /// The name of the field.
    pub label: String,
    /// The language as a BCP 47 tag.
    pub language: String,
    /// The expected sentence.
    pub sentence: String,
}

/// Returns the cases.
///
/// # Panics
/// Panics if the file is invalid.
pub fn sentence_cases() -> Vec<SentenceCase> {
    serde_json::from_str(include_str!("../../vectors/sentences.json"))
        .unwrap_or_else(|error| panic!("sentences.json: {error}"))
}
