//! The committed OpenAPI document is the one that the code generates, and its schema of a form refuses
//! what core refuses.

use enmusubi_conformance::{Expectation, cases, document_text, topics};

use crate::suite::prelude::*;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/openapi.json");

/// The errors of rules that the schema lacks: the six that no schema can express, and three for
/// which core's own schema has patterns that some languages cannot read.
const NOT_IN_THE_SCHEMA: [&str; 9] = [
    "mismatch",
    "under_age",
    "over_age",
    "upload_missing",
    "range_reversed",
    "email_unconfirmed",
    "control_character",
    "invisible",
    "url",
];

#[test]
fn the_committed_openapi_document_is_up_to_date() {
    let committed = std::fs::read_to_string(PATH).unwrap();
    assert!(
        committed == enmusubi_server::http::openapi_json(),
        "run `./just types`"
    );
}

#[test]
fn the_schema_of_a_registration_refuses_a_form_that_core_refuses() {
    let document: Value = serde_json::from_str(enmusubi_server::http::openapi_json()).unwrap();
    let schema = json!({
        "$ref": "#/components/schemas/UserProfileCreate",
        "components": document["components"],
    });
    let schema = jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .unwrap();
    let (mut n_accepted, mut n_refused, mut n_words) = (0, 0, 0);
    for case in topics().iter().flat_map(|topic| cases(topic.name)) {
        let Ok(form) = serde_json::from_str::<Value>(&document_text(&case)) else {
            continue;
        };
        match &case.expect {
            // A payload that core has made is strict. A form may hold numbers as text.
            Expectation::Payload(_) => n_accepted += usize::from(schema.is_valid(&form)),
            Expectation::Errors(errors) => {
                if errors.iter().all(|error| !is_in_the_schema(error, &form)) {
                    continue;
                }
                assert!(!schema.is_valid(&form), "{}: {errors:?}", case.name);
                n_refused += 1;
                n_words += usize::from(errors.iter().any(is_about_a_word));
            }
            Expectation::Refused(_) => {}
        }
    }
    assert!(n_accepted > 100, "{n_accepted}");
    assert!(n_refused > 250, "{n_refused}");
    assert!(n_words > 30, "{n_words}");
}

/// Returns true for a broken rule that the schema states. The schema accepts white space as a given text.
fn is_in_the_schema(error: &Value, form: &Value) -> bool {
    let code = error["code"].as_str().unwrap();
    let given = &form[error["path"].as_str().unwrap()];
    let is_blank = |text: &str| !text.is_empty() && text.trim().is_empty();
    let is_blank = given.as_str().is_some_and(is_blank);
    // A schema cannot compare the files of two fields.
    let is_file_twice = code == "duplicate" && form["verifyMethod"] == "DOCUMENT";
    let is_left_out = NOT_IN_THE_SCHEMA.contains(&code) || is_file_twice;
    !is_left_out && (code != "required" || !is_blank)
}

/// Returns true for a word or an id that no list has.
fn is_about_a_word(error: &Value) -> bool {
    let code = error["code"].as_str().unwrap();
    code.starts_with("unknown_")
}
