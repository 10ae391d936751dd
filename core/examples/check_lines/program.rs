//! What the program does, its clock and its streams given from outside.

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use chrono::NaiveDate;
use enmusubi_core::profile::parse_date;
use enmusubi_core::{
    CheckContext, ErrorCode, FieldError, JsonDocument, MAX_DOCUMENT_BYTES, Mailboxes, Rejection,
    Uploads,
};
use serde_json::json;

use super::lines::{Line, Lines};

const USAGE: &str = "usage: check_lines [--json] [YYYY-MM-DD] <payloads.jsonl";

/// Checks every record of the input. Ages are counted on the date that is given, else on `clock`'s.
pub(crate) fn run(
    arguments: &[String],
    clock: impl FnOnce() -> Option<NaiveDate>,
    input: impl BufRead,
    mut output: impl Write,
) -> Result<ExitCode, Box<dyn Error>> {
    let (flags, dates): (Vec<&String>, Vec<&String>) = arguments
        .iter()
        .partition(|argument| argument.starts_with('-'));
    let as_json = match flags.as_slice() {
        [] => false,
        [flag] if *flag == "--json" => true,
        _ => return Err(USAGE.into()),
    };
    let today = match dates.as_slice() {
        [] => clock().ok_or("the system's clock makes no sense: give a date")?,
        [date] => parse_date(date).ok_or(USAGE)?,
        _ => return Err(USAGE.into()),
    };
    let n_refused = check(today, as_json, input, &mut output)?;
    Ok(ExitCode::from(u8::from(n_refused > 0)))
}

fn check(
    today: NaiveDate,
    as_json: bool,
    input: impl BufRead,
    output: &mut impl Write,
) -> io::Result<usize> {
    let mut lines = Lines::new(input, MAX_DOCUMENT_BYTES);
    let (mut number, mut n_records, mut n_refused) = (0_usize, 0_usize, 0_usize);
    while let Some(line) = lines.next_line()? {
        number += 1;
        let refusal = match line {
            Line::Whole(bytes) if bytes.trim_ascii().is_empty() => continue,
            Line::Whole(bytes) => refusal_of(bytes, today),
            Line::TooLong => Some(Rejection::whole(ErrorCode::TooLarge)),
        };
        n_records += 1;
        if let Some(refusal) = refusal {
            n_refused += 1;
            let told = if as_json {
                json!({ "line": number, "code": refusal.code, "fields": refusal.fields })
                    .to_string()
            } else {
                format!("line {number}: {}", sentence(&refusal))
            };
            writeln!(output, "{told}")?;
        }
    }
    if as_json {
        let summary = json!({ "records": n_records, "refused": n_refused });
        writeln!(output, "{summary}")?;
    } else {
        writeln!(output, "{n_records} records, {n_refused} refused")?;
    }
    Ok(n_refused)
}

fn refusal_of(bytes: &[u8], today: NaiveDate) -> Option<Rejection> {
    let context = CheckContext {
        today,
        uploads: Uploads::Named,
        mailboxes: Mailboxes::Unchecked,
    };
    JsonDocument::parse(bytes)
        .and_then(|document| document.parse_profile(&context))
        .err()
}

fn sentence(refusal: &Rejection) -> String {
    if refusal.fields.is_empty() {
        return refusal.code.to_string();
    }
    let faults: Vec<String> = refusal.fields.iter().map(fault).collect();
    faults.join(", ")
}

fn fault(error: &FieldError) -> String {
    let rule = format!("{} {}", error.path, error.code);
    let min = error.params.min.map(|min| format!("min={min}"));
    let max = error.params.max.map(|max| format!("max={max}"));
    let words: Vec<String> = [Some(rule), min, max].into_iter().flatten().collect();
    words.join(" ")
}
