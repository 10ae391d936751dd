//! Answers documents of profiles, a line of JSON for each, so that `tests/vectors/run.py` can compare core with the vectors.
//! `tests/vectors/README.md` describes both kinds of lines.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};

use chrono::NaiveDate;
use enmusubi_core::{CheckContext, FileUse, Mailboxes, Uploads, parse_profile};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Question {
    document: String,
    today: NaiveDate,
    /// `"pending"`, `"named"`, or `{"held": [NAME, …]}`.
    uploads: Value,
    mailboxes: Option<BTreeSet<String>>,
}

fn main() -> Result<(), Box<dyn Error>> {
    for line in stdin().lock().lines() {
        writeln!(stdout(), "{}", answer(&serde_json::from_str(&line?)?))?;
    }
    Ok(())
}

fn answer(question: &Question) -> Value {
    let names: BTreeSet<String> =
        serde_json::from_value(question.uploads["held"].clone()).unwrap_or_default();
    let uses = [FileUse::Photo, FileUse::Employment, FileUse::Age];
    let held = uses.map(|file_use| (file_use, names.clone())).into();
    let uploads = match question.uploads.as_str() {
        Some("pending") => Uploads::Pending,
        Some("named") => Uploads::Named,
        _ => Uploads::Owned(&held),
    };
    let mailboxes = question.mailboxes.as_ref();
    let context = CheckContext::for_form(question.today)
        .with_uploads(uploads)
        .with_mailboxes(mailboxes.map_or(Mailboxes::Unchecked, Mailboxes::Confirmed));
    parse_profile(question.document.as_bytes(), &context).map_or_else(
        |rejection| json!(rejection),
        |payload| json!({ "payload": payload }),
    )
}
