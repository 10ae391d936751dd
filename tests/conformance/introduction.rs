//! Answers to introductions, checked against the vectors.

use enmusubi_core::{IntroductionAnswer, JsonDocument};
use enmusubi_tests::answer::{AnswerCase, answer_cases};
use serde_json::Value;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::check::check_all;

#[wasm_bindgen_test(unsupported = test)]
fn answers_match_the_vectors() {
    check_all(&answer_cases(), 18, |case: &AnswerCase| {
        let text = Value::Object(case.document()).to_string();
        let document = JsonDocument::parse(text.as_bytes()).unwrap();
        let same = match IntroductionAnswer::parse(document) {
            Ok(IntroductionAnswer { answer, note }) => {
                case.errors.is_empty() && case.read() == Some([answer.to_string(), note])
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
