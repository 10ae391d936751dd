//! The context in which the documents are checked: one day, as in the vectors.

use chrono::NaiveDate;
use enmusubi_core::{CheckContext, Mailboxes, Uploads};

pub(crate) fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 21).unwrap()
}

pub(crate) fn context<'a>(uploads: Uploads<'a>, mailboxes: Mailboxes<'a>) -> CheckContext<'a> {
    CheckContext::for_form(today())
        .with_uploads(uploads)
        .with_mailboxes(mailboxes)
}
