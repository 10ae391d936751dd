//! A member's choice of messages in LINE, checked against the vectors.

use enmusubi_core::{JsonDocument, MessageChoices, MessageTopic};
use enmusubi_tests::messages::{MessageCase, message_cases};
use serde_json::Value;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::check::check_all;

#[wasm_bindgen_test(unsupported = test)]
fn choices_match_the_vectors() {
    check_all(&message_cases(), 9, |case: &MessageCase| {
        let sent = case.document();
        let text = Value::Object(sent.clone()).to_string();
        let document = JsonDocument::parse(text.as_bytes()).unwrap();
        let same = match MessageChoices::parse(document) {
            Ok(choices) => {
                let wanted = [
                    ("reviews", MessageTopic::Review),
                    ("matches", MessageTopic::Match),
                    ("notes", MessageTopic::Note),
                    ("introductions", MessageTopic::Introductions),
                ];
                case.errors.is_empty()
                    && wanted
                        .iter()
                        .all(|(name, topic)| sent[*name] == choices.want(*topic))
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
