//! The native core's answers to a document, in the format of the npm package.

use chrono::NaiveDate;
use enmusubi_core::{CheckContext, JsonDocument, Rejection, Uploads, UserProfileCreate};
use serde::Serialize;

/// The answer of `parseProfile`: the payload that the server stores, or the refusal.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Parsed {
    Payload(Box<UserProfileCreate>),
    /// The npm package calls this member `refusal`.
    #[serde(rename = "refusal")]
    Rejection(Rejection),
}

/// Reads a document like the form when it submits.
pub fn parsed(text: &str, today: NaiveDate) -> Parsed {
    let context = context(today, Uploads::Named);
    match JsonDocument::parse(text.as_bytes()).and_then(|draft| draft.parse_profile(&context)) {
        Ok(payload) => Parsed::Payload(Box::new(payload.into_inner())),
        Err(refusal) => Parsed::Rejection(refusal),
    }
}

/// Checks a document like the form while it is filled in.
pub fn checked(text: &str, today: NaiveDate) -> Option<Rejection> {
    let context = context(today, Uploads::Pending);
    let checked = JsonDocument::parse(text.as_bytes())
        .and_then(|draft| draft.check_profile(&context).map(drop));
    checked.err()
}

const fn context(today: NaiveDate, uploads: Uploads<'_>) -> CheckContext<'_> {
    CheckContext::for_form(today).with_uploads(uploads)
}
