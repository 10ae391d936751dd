//! The fields of a resubmission, checked against the vectors of whole profiles: if a reviewer
//! requests every field, sending them gives the same result as sending a whole profile.

use std::fmt::Write as _;

use enmusubi_conformance::{Case, base, cases, document_text, topics};
use enmusubi_core::review::asked_fields;
use enmusubi_core::{Checked, Field, JsonDocument, UserProfileCreate};
use serde_json::Value;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::check::check_all;
use crate::context::World;

/// Groups of fields that are requested together. Any other field is requested alone.
const TOGETHER: [&[&str]; 2] = [
    &["latitude", "longitude"],
    &[
        "verifyMethod",
        "employerId",
        "reviewLink",
        "verifyTempFileName",
        "verifyDescription",
    ],
];

#[wasm_bindgen_test(unsupported = test)]
fn a_field_is_requested_with_its_group_and_the_identity_is_never_requested() {
    for name in Field::WORDS {
        let asked: Vec<&str> = asked_fields([*name])
            .into_iter()
            .map(Field::as_str)
            .collect();
        let together = TOGETHER.iter().find(|names| names.contains(name));
        let expected = match *name {
            "account" | "password" => Vec::new(),
            name => together.map_or(vec![name], |names| names.to_vec()),
        };
        assert_eq!(asked, expected, "{name}");
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn resubmitted_fields_have_the_rules_of_a_whole_profile() {
    let all: Vec<Case> = topics()
        .iter()
        .flat_map(|topic| cases(topic.name))
        .filter(is_about_fields_that_can_be_sent_again)
        .collect();
    check_all(&all, 700, fault_of);
}

/// Returns whether a case is about fields that can be sent again, and not about the document's
/// shape or size, its account, or unknown members.
fn is_about_fields_that_can_be_sent_again(case: &Case) -> bool {
    let patched = case.patch.keys().chain(case.raw_patch.keys());
    let mut names = patched.chain(&case.remove).map(String::as_str);
    let has_shape = case.text.is_some() || case.append.is_some() || case.fill.to_bytes > 0;
    !has_shape && names.all(|name| !asked_fields([name]).is_empty())
}

fn fault_of(case: &Case) -> Option<String> {
    let world = World::of(case);
    let whole = document_text(case);
    let whole = JsonDocument::parse(whole.as_bytes())
        .and_then(|document| document.parse_profile(&world.context()))
        .map(Checked::into_inner);
    let sent = sent_text(case);
    let again = JsonDocument::parse(sent.as_bytes())
        .and_then(|document| document.parse_resubmission(&stored(), &asked(), &world.context()));
    (whole != again).then(|| format!("- {}\n  {whole:?}\n  {again:?}", case.name))
}

/// Returns the members that the case changes in the base.
fn sent_text(case: &Case) -> String {
    let mut text = String::from("{");
    for (name, value) in &case.patch {
        let _ = write!(text, "{}:{value},", Value::from(name.as_str()));
    }
    for name in &case.remove {
        let _ = write!(text, "{}:null,", Value::from(name.as_str()));
    }
    for (name, raw) in &case.raw_patch {
        let raw = raw.as_str().unwrap_or_default();
        let _ = write!(text, "{}:{raw},", Value::from(name.as_str()));
    }
    if text.len() == 1 {
        let _ = write!(text, "\"height\":{},", base()["height"]);
    }
    text.pop();
    text + "}"
}

fn asked() -> Vec<Field> {
    asked_fields(Field::WORDS.iter().copied())
}

/// Returns the base, read on the usual day.
fn stored() -> UserProfileCreate {
    let case = r#"{ "name": "the base", "expect": { "payload": {} } }"#;
    let case: Case = serde_json::from_str(case).unwrap();
    let text = document_text(&case);
    let document = JsonDocument::parse(text.as_bytes()).unwrap();
    let profile = document.parse_profile(&World::of(&case).context());
    profile.unwrap().into_inner()
}
