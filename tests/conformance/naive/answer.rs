//! The answer to a document, collected field by field.

use serde_json::{Map, Value, json};

/// The errors in the order in which they were found, and the payload as far as it could be read.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    /// Objects with `path`, `code` and `params`.
    pub(crate) errors: Vec<Value>,
    /// The payload, which is complete only if there are no errors.
    pub(crate) payload: Map<String, Value>,
}

impl Answer {
    pub(super) fn error(&mut self, path: &str, code: &str) {
        self.error_with(path, code, &json!({}));
    }

    pub(super) fn error_with(&mut self, path: &str, code: &str, params: &Value) {
        self.errors
            .push(json!({ "path": path, "code": code, "params": params }));
    }

    pub(super) fn range(&mut self, path: &str, min: i64, max: i64) {
        self.error_with(path, "range", &json!({ "min": min, "max": max }));
    }

    pub(super) fn keep(&mut self, field: &str, value: impl Into<Value>) {
        self.payload.insert(field.to_owned(), value.into());
    }
}
