//! The naive rules held against the vectors: who judges the core is judged as well.

use enmusubi_tests::{Case, Expectation, UploadsGiven, cases, document_text, topics};
use serde_json::{Map, Value};
use wasm_bindgen_test::wasm_bindgen_test;

use super::{Day, broken_rules, expected_answer};

/// Documents that `serde_json` reads as the rules do, in the world the naive rules know.
fn documents() -> Vec<(Case, Map<String, Value>)> {
    let mut documents = Vec::new();
    for case in topics().iter().flat_map(|topic| cases(topic.name)) {
        let is_known_world = case.uploads == UploadsGiven::Named && case.mailboxes.is_none();
        if let Ok(Value::Object(members)) = serde_json::from_str(&document_text(&case))
            && is_known_world
            && !matches!(case.expect, Expectation::Refused(_))
        {
            documents.push((case, members));
        }
    }
    documents
}

fn today(case: &Case) -> Day {
    super::date::day(&case.today).unwrap()
}

#[wasm_bindgen_test(unsupported = test)]
fn the_naive_answer_is_that_of_the_vectors() {
    let documents = documents();
    assert!(documents.len() > 500, "{}", documents.len());
    for (case, document) in documents {
        let answer = expected_answer(&document, today(&case));
        match &case.expect {
            Expectation::Payload(expected) => {
                assert_eq!(answer.errors, Vec::<Value>::new(), "{}", case.name);
                assert_eq!(
                    broken_rules(&Value::from(answer.payload.clone()), today(&case)),
                    Vec::<String>::new(),
                    "{}",
                    case.name
                );
                for (name, value) in expected {
                    assert_eq!(answer.payload.get(name), Some(value), "{}", case.name);
                }
            }
            Expectation::Errors(expected) => assert_eq!(&answer.errors, expected, "{}", case.name),
            Expectation::Refused(_) => {}
        }
    }
}
