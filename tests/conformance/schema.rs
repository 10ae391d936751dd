//! The JSON Schema checked against the core: both agree on every rule that a schema can express.

use enmusubi_conformance::{UploadsGiven, cases, document_text, topics};
use enmusubi_core::json::Json;
use enmusubi_core::profile::{check_field, json_schema};
use enmusubi_core::{
    CheckContext, Field, FieldError, FieldErrorCode, JsonDocument, RejectionCode, Uploads,
};
use jsonschema::Validator;
use serde_json::Value;

use crate::context::World;

/// The errors of rules that a schema cannot express.
const INEXPRESSIBLE: [FieldErrorCode; 6] = [
    FieldErrorCode::Mismatch,
    FieldErrorCode::UnderAge,
    FieldErrorCode::OverAge,
    FieldErrorCode::UploadMissing,
    FieldErrorCode::RangeReversed,
    FieldErrorCode::EmailUnconfirmed,
];

fn schema() -> Validator {
    jsonschema::options()
        .should_validate_formats(true)
        .build(&json_schema())
        .unwrap()
}

#[test]
fn the_schema_accepts_what_the_core_accepts() {
    let schema = schema();
    let mut n_accepted = 0;
    for case in topics().iter().flat_map(|topic| cases(topic.name)) {
        // While the form is filled in, its files have no names yet.
        if case.uploads == UploadsGiven::Pending {
            continue;
        }
        let world = World::of(&case);
        let text = document_text(&case);
        let Ok(document) = JsonDocument::parse(text.as_bytes()) else {
            continue;
        };
        let Ok(payload) = document.parse_profile(&world.context()) else {
            continue;
        };
        let encoded = serde_json::to_value(&payload).unwrap();
        let faults: Vec<_> = schema
            .iter_errors(&encoded)
            .map(|error| error.to_string())
            .collect();
        assert!(faults.is_empty(), "{}: {faults:?}", case.name);
        n_accepted += 1;
    }
    assert!(n_accepted > 250, "{n_accepted}");
}

#[test]
fn a_document_that_the_schema_accepts_breaks_no_expressible_rule() {
    let schema = schema();
    let (mut n_refused, mut n_left_to_the_core) = (0, 0);
    for case in topics().iter().flat_map(|topic| cases(topic.name)) {
        let world = World::of(&case);
        let text = document_text(&case);
        let parsed = JsonDocument::parse(text.as_bytes())
            .and_then(|document| document.parse_profile(&world.context()));
        let Err(refusal) = parsed else { continue };
        // The schema does not see a text that is no JSON or is too large.
        let Ok(value) = serde_json::from_str::<Value>(&text) else {
            continue;
        };
        if refusal.code == RejectionCode::TooLarge || is_deep(&value, 1) {
            continue;
        }
        let is_duplicate = |error: &FieldError| error.code == FieldErrorCode::Duplicate;
        // A schema finds a file twice in one list, but not a file in two fields. Only that error has no index in its
        // path.
        let has_file_twice = refusal
            .fields
            .iter()
            .any(|error| is_duplicate(error) && error.path.index.is_none());
        let is_sayable = refusal.fields.iter().any(|error| {
            let is_of_two_fields = has_file_twice && is_duplicate(error);
            !is_of_two_fields && !INEXPRESSIBLE.contains(&error.code)
        });
        if is_sayable || refusal.code != RejectionCode::InvalidFields {
            assert!(!schema.is_valid(&value), "{}: {refusal:?}", case.name);
            n_refused += 1;
        } else {
            n_left_to_the_core += 1;
        }
    }
    assert!(n_refused > 300, "{n_refused}");
    assert!(n_left_to_the_core > 10, "{n_left_to_the_core}");
}

fn is_deep(value: &Value, depth: usize) -> bool {
    let is_too_deep = |inner: &Value| is_deep(inner, depth + 1);
    match value {
        Value::Array(items) => depth > 32 || items.iter().any(is_too_deep),
        Value::Object(members) => depth > 32 || members.values().any(is_too_deep),
        _ => false,
    }
}

#[test]
fn the_schema_and_the_core_treat_characters_alike() {
    let schema = json_schema();
    let nickname = jsonschema::options()
        .build(&schema["properties"]["nickname"])
        .unwrap();
    let context = CheckContext::for_form(chrono::NaiveDate::from_ymd_opt(2026, 11, 21).unwrap())
        .with_uploads(Uploads::Named);
    // The planes in between have no ignored character, and none that differs from its neighbours.
    let characters = ('\0'..='\u{1FFFF}').chain('\u{DFF00}'..='\u{E1100}');
    for character in characters {
        let value = Value::from(character.to_string());
        let text = Json::text(character.to_string());
        let is_refused = !check_field(Field::Nickname, &text, &context).is_empty();
        assert_eq!(nickname.is_valid(&value), !is_refused, "{character:?}");
    }
}
