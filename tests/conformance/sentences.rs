//! The sentences about broken rules, checked against the vectors.

use enmusubi_conformance::sentences::{SentenceCase, sentence_cases};
use enmusubi_core::{Field, FieldError, Params};
use serde_json::{from_value, json};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::check::check_all;

fn sentence_of(case: &SentenceCase) -> String {
    let params: Option<Params> = from_value(case.params.clone()).unwrap();
    let error = FieldError::new(
        Field::Nickname,
        case.code.parse().unwrap(),
        params.unwrap_or_default(),
    );
    error.sentence(from_value(json!(case.language)).unwrap(), &case.label)
}

#[wasm_bindgen_test(unsupported = test)]
fn a_broken_rule_has_a_sentence_in_each_language() {
    check_all(&sentence_cases(), 20, |case| {
        let sentence = sentence_of(case);
        let fault = || format!("- {}: {:?}, not {sentence:?}", case.name, case.sentence);
        (sentence != case.sentence).then(fault)
    });
}
