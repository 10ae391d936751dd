//! The core compared with the naive rules, on generated documents.

use std::cell::Cell;

use enmusubi_conformance::base;
use enmusubi_core::{JsonDocument, RejectionCode};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{document, parse, runner};
use crate::naive::{Day, WORDS, broken_rules, expected_answer};

const TODAY: Day = (2026, 11, 21);

/// Checks that the core gives the naive answer, and returns whether the document was accepted.
pub(super) fn check_answer(members: Map<String, Value>) -> Result<bool, TestCaseError> {
    let expected = expected_answer(&members, TODAY);
    match parse(&Value::Object(members).to_string()) {
        Ok(payload) => {
            prop_assert_eq!(&expected.errors, &Vec::<Value>::new());
            let encoded = serde_json::to_value(&payload).unwrap();
            prop_assert_eq!(&encoded, &Value::Object(expected.payload));
            prop_assert_eq!(broken_rules(&encoded, TODAY), Vec::<String>::new());
            prop_assert_eq!(parse(&encoded.to_string()), Ok(payload));
            Ok(true)
        }
        Err(refusal) => {
            prop_assert_eq!(refusal.code, RejectionCode::InvalidFields);
            let errors: Vec<Value> = refusal
                .fields
                .iter()
                .map(|error| json!({ "path": error.path, "code": error.code, "params": error.params }))
                .collect();
            prop_assert_eq!(errors, expected.errors);
            Ok(false)
        }
    }
}

#[test]
fn the_core_and_the_naive_rules_give_the_same_answer() {
    let (n_accepted, n_refused) = (Cell::new(0), Cell::new(0));
    // The naive rules are about the fields. `the_json_reader_agrees_with_serde_json` is about texts that one of both
    // readers refuses, such as a list in a list of a hundred more.
    let documents = document().prop_filter_map("a reader refuses the text", |text| {
        JsonDocument::parse(text.as_bytes()).ok()?;
        serde_json::from_str(&text).ok()
    });
    let check = |members| {
        let counter = if check_answer(members)? {
            &n_accepted
        } else {
            &n_refused
        };
        counter.set(counter.get() + 1);
        Ok(())
    };
    let n_cases = 4096;
    runner(n_cases).run(&documents, check).unwrap();
    let (n_accepted, n_refused) = (n_accepted.get(), n_refused.get());
    assert!(
        n_accepted > n_cases / 5 && n_refused > n_cases / 5,
        "{n_accepted} accepted, {n_refused} refused"
    );
}

/// The generator takes its words from the core, so it would never write one that the core has lost.
#[test]
fn the_core_and_the_naive_rules_give_the_same_answer_to_every_word() {
    for (field, words, _) in WORDS.iter() {
        for word in words {
            let mut members = base();
            members.insert((*field).to_owned(), json!(word));
            check_answer(members).unwrap_or_else(|error| panic!("{field} {word}: {error}"));
        }
    }
}
