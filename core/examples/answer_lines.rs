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
    uploads: GivenUploads,
    mailboxes: Option<BTreeSet<String>>,
}

/// `"pending"`, `"named"`, or `{"held": [NAME, …]}`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum GivenUploads {
    Pending,
    Named,
    Held(BTreeSet<String>),
}

fn main() -> Result<(), Box<dyn Error>> {
    for line in stdin().lock().lines() {
        writeln!(stdout(), "{}", answer(&serde_json::from_str(&line?)?))?;
    }
    Ok(())
}

fn answer(question: &Question) -> Value {
    let names = match &question.uploads {
        GivenUploads::Held(names) => names.clone(),
        GivenUploads::Pending | GivenUploads::Named => BTreeSet::new(),
    };
    let uses = [FileUse::Photo, FileUse::Employment, FileUse::Age];
    let held = uses.map(|file_use| (file_use, names.clone())).into();
    let uploads = match question.uploads {
        GivenUploads::Pending => Uploads::Pending,
        GivenUploads::Named => Uploads::Named,
        GivenUploads::Held(_) => Uploads::Owned(&held),
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
