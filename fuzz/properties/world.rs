//! The context in which the documents are checked: one day, as in the vectors.

use chrono::NaiveDate;
use enmusubi_core::{AgeProof, CheckContext, Mailboxes, Uploads};

pub(crate) fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 21).unwrap()
}

pub(crate) fn context<'a>(uploads: Uploads<'a>, mailboxes: Mailboxes<'a>) -> CheckContext<'a> {
    CheckContext {
        today: today(),
        uploads,
        mailboxes,
        age_proof: AgeProof::Off,
    }
}
