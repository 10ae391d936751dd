//! What the core, run natively, says of a document; written as the npm package gives it.

use chrono::NaiveDate;
use enmusubi_core::{CheckContext, JsonDocument, Mailboxes, Rejection, Uploads, UserProfileCreate};
use serde::Serialize;

/// What `parseProfile` gives: the payload as the server keeps it, or why there is none.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Parsed {
    Payload(Box<UserProfileCreate>),
    /// The wasm names it like the page does.
    #[serde(rename = "refusal")]
    Rejection(Rejection),
}

/// The form when it submits.
pub(crate) fn parsed(text: &str, today: NaiveDate) -> Parsed {
    let context = context(today, Uploads::Named);
    match JsonDocument::parse(text.as_bytes()).and_then(|draft| draft.parse_profile(&context)) {
        Ok(payload) => Parsed::Payload(Box::new(payload)),
        Err(refusal) => Parsed::Rejection(refusal),
    }
}

/// The form while it is filled in.
pub(crate) fn checked(text: &str, today: NaiveDate) -> Option<Rejection> {
    let context = context(today, Uploads::Pending);
    let checked = JsonDocument::parse(text.as_bytes())
        .and_then(|draft| draft.check_profile(&context).map(drop));
    checked.err()
}

const fn context(today: NaiveDate, uploads: Uploads<'_>) -> CheckContext<'_> {
    CheckContext {
        today,
        uploads,
        mailboxes: Mailboxes::Unchecked,
    }
}
