//! The text of a case's document.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::case::Case;

/// Returns a payload with all required members and no others.
///
/// # Panics
/// Panics if the base is not an object.
pub fn base() -> Map<String, Value> {
    serde_json::from_str(include_str!("../../vectors/base.json"))
        .unwrap_or_else(|error| panic!("base.json: {error}"))
}

/// Returns the text of a case's document.
///
/// # Panics
/// Panics if the case or the base is invalid.
pub fn document_text(case: &Case) -> String {
    let document = case.text.clone().unwrap_or_else(|| patched_base(case));
    let fill = &case.fill;
    let text = format!("{}{document}{}", fill.before, fill.after);
    let n_missing = fill.to_bytes.saturating_sub(text.len());
    text + &" ".repeat(n_missing)
}

fn patched_base(case: &Case) -> String {
    let mut members = base();
    members.extend(case.patch.clone());
    for name in case.remove.iter().chain(case.raw_patch.keys()) {
        members.remove(name);
    }
    let mut text = String::from("{");
    for (name, value) in &members {
        let _ = write!(text, "{}:{value},", Value::from(name.as_str()));
    }
    for (name, raw) in &case.raw_patch {
        let raw = raw
            .as_str()
            .unwrap_or_else(|| panic!("{}: rawPatch holds text", case.name));
        let _ = write!(text, "{}:{raw},", Value::from(name.as_str()));
    }
    match &case.append {
        Some(raw) => text.push_str(raw),
        None => text.truncate(text.len() - 1),
    }
    text + "}"
}
