//! A payload that is valid until a test changes it.

use enmusubi_conformance::base;
use serde_json::Map;

use crate::suite::prelude::*;

/// Builds the body of `POST /user-profile`.
#[derive(Clone)]
pub(crate) struct ProfileBuilder(Map<String, Value>);

impl ProfileBuilder {
    /// Starts with a body that is valid for this account, if the account owns the photo.
    pub(crate) fn new(line_user_id: &str, photo: &str) -> Self {
        Self(base())
            .with("account", line_user_id)
            .with("password", line_user_id)
            .with("photoNameList", vec![photo])
    }

    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// Proves the employer by a file and not by a link.
    pub(crate) fn with_document(self, name: &str) -> Self {
        self.with("verifyMethod", "DOCUMENT")
            .with("verifyTempFileName", name)
            .without("reviewLink")
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.0.remove(name);
        self
    }

    pub(crate) fn build(self) -> Value {
        Value::Object(self.0)
    }
}
