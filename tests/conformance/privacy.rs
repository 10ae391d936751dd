//! A member's choices, checked against the vectors.

use chrono::NaiveDate;
use enmusubi_core::{JsonDocument, Pause, PrivacySettings};
use enmusubi_tests::privacy::{PrivacyCase, privacy_cases};
use serde_json::{Map, Value};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::check::check_all;

/// Returns the choices as the wire has them.
fn written(settings: PrivacySettings) -> Map<String, Value> {
    let paused_until = match settings.pause {
        Pause::None => Value::Null,
        Pause::Until(day) => day.to_string().into(),
        Pause::Forever => "FOREVER".into(),
    };
    let members = [
        ("pausedUntil", paused_until),
        ("hideFromColleagues", settings.hide_from_colleagues.into()),
        ("showEmployer", settings.show_employer.into()),
        ("readReceipts", settings.read_receipts.into()),
    ];
    let members = members.map(|(name, value)| (name.to_owned(), value));
    members.into_iter().collect()
}

#[wasm_bindgen_test(unsupported = test)]
fn choices_match_the_vectors() {
    let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    check_all(&privacy_cases(), 17, |case: &PrivacyCase| {
        let sent = case.document();
        let text = Value::Object(sent.clone()).to_string();
        let document = JsonDocument::parse(text.as_bytes()).unwrap();
        let same = match PrivacySettings::parse(document, today) {
            Ok(settings) => {
                case.errors.is_empty()
                    && written(settings)
                        .iter()
                        .all(|(name, value)| sent[name] == *value)
            }
            Err(errors) => {
                let errors = errors
                    .iter()
                    .map(|error| [error.field.as_str(), error.code.as_str()].map(str::to_owned));
                errors.eq(case.errors.iter().cloned())
            }
        };
        (!same).then(|| format!("- {}", case.name))
    });
}
