//! The program without a process: the caller passes its clock and its streams.

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use chrono::NaiveDate;
use enmusubi_core::profile::parse_date;
use enmusubi_core::{
    CheckContext, FieldError, MAX_DOCUMENT_BYTES, Rejection, RejectionCode, Uploads, parse_profile,
};
use serde_json::json;

use super::lines::{Line, Lines};

const USAGE: &str = "usage: check_lines [--json] [YYYY-MM-DD] <payloads.jsonl";

/// Checks every record of the input. Counts ages on the date in the arguments, or else on `clock`'s.
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
    let n_rejected = check(today, as_json, input, &mut output)?;
    Ok(ExitCode::from(u8::from(n_rejected > 0)))
}

fn check(
    today: NaiveDate,
    as_json: bool,
    input: impl BufRead,
    output: &mut impl Write,
) -> io::Result<usize> {
    let mut lines = Lines::new(input, MAX_DOCUMENT_BYTES);
    let (mut number, mut n_records, mut n_rejected) = (0_usize, 0_usize, 0_usize);
    while let Some(line) = lines.next_line()? {
        number += 1;
        let rejection = match line {
            Line::Whole(bytes) if bytes.trim_ascii().is_empty() => continue,
            Line::Whole(bytes) => rejection_of(bytes, today),
            Line::TooLong => Some(Rejection::whole(RejectionCode::TooLarge)),
        };
        n_records += 1;
        if let Some(rejection) = rejection {
            n_rejected += 1;
            let report = if as_json {
                json!({ "line": number, "code": rejection.code, "fields": rejection.fields })
                    .to_string()
            } else {
                format!("line {number}: {}", sentence(&rejection))
            };
            writeln!(output, "{report}")?;
        }
    }
    if as_json {
        let summary = json!({ "records": n_records, "refused": n_rejected });
        writeln!(output, "{summary}")?;
    } else {
        writeln!(output, "{n_records} records, {n_rejected} refused")?;
    }
    Ok(n_rejected)
}

fn rejection_of(bytes: &[u8], today: NaiveDate) -> Option<Rejection> {
    let context = CheckContext::for_form(today).with_uploads(Uploads::Named);
    parse_profile(bytes, &context).err()
}

fn sentence(rejection: &Rejection) -> String {
    if rejection.fields.is_empty() {
        return rejection.code.to_string();
    }
    let errors: Vec<String> = rejection.fields.iter().map(broken_rule).collect();
    errors.join(", ")
}

fn broken_rule(error: &FieldError) -> String {
    let rule = format!("{} {}", error.path, error.code);
    let min = error.params.min.map(|min| format!("min={min}"));
    let max = error.params.max.map(|max| format!("max={max}"));
    let words: Vec<String> = [Some(rule), min, max].into_iter().flatten().collect();
    words.join(" ")
}
