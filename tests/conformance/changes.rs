//! Changes of approved profiles, checked against the vectors.

use chrono::NaiveDate;
use enmusubi_conformance::base;
use enmusubi_conformance::changes::{ChangesCase, changes_cases};
use enmusubi_core::profile::changed_fields;
use enmusubi_core::{CheckContext, JsonDocument, Uploads};
use serde_json::Value;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::check::{check_all, is_refused_as};

#[wasm_bindgen_test(unsupported = test)]
fn changes_match_the_vectors() {
    let context = CheckContext::for_form(NaiveDate::from_ymd_opt(2026, 11, 21).unwrap())
        .with_uploads(Uploads::Named);
    let text = Value::Object(base()).to_string();
    let stored = JsonDocument::parse(text.as_bytes()).unwrap();
    let stored = stored.parse_profile(&context).unwrap();
    check_all(&changes_cases(), 35, |case: &ChangesCase| {
        let text = Value::Object(case.sent.clone()).to_string();
        let document = JsonDocument::parse(text.as_bytes()).unwrap();
        let same = match document.parse_changes(&stored, &context) {
            Ok(profile) => {
                let changed = changed_fields(&stored, &profile);
                let changed = changed.iter().map(|field| field.as_str());
                case.errors.is_empty() && !case.is_forbidden && changed.eq(&case.changed)
            }
            Err(rejection) => is_refused_as(&rejection, case.is_forbidden, &case.errors),
        };
        (!same).then(|| format!("- {}", case.name))
    });
}
