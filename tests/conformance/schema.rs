//! The JSON Schema held against the core: for all a schema can say, both give the same verdict.

use enmusubi_core::json::Json;
use enmusubi_core::profile::{check_field, json_schema};
use enmusubi_core::{
    CheckContext, ErrorCode, Field, FieldErrorCode, JsonDocument, Mailboxes, Uploads,
};
use enmusubi_tests::{UploadsGiven, cases, document_text, topics};
use jsonschema::Validator;
use serde_json::Value;

use crate::context::World;

/// What a schema has no words for.
const UNSAYABLE: [FieldErrorCode; 6] = [
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
fn what_the_schema_accepts_breaks_no_rule_it_can_say() {
    let schema = schema();
    let (mut n_refused, mut n_left_to_the_core) = (0, 0);
    for case in topics().iter().flat_map(|topic| cases(topic.name)) {
        let world = World::of(&case);
        let text = document_text(&case);
        let parsed = JsonDocument::parse(text.as_bytes())
            .and_then(|document| document.parse_profile(&world.context()));
        let Err(refusal) = parsed else { continue };
        // What is no JSON to begin with, or too much of it, is not the schema's to judge.
        let Ok(value) = serde_json::from_str::<Value>(&text) else {
            continue;
        };
        if refusal.code == ErrorCode::TooLarge || is_deep(&value, 1) {
            continue;
        }
        let is_sayable = refusal
            .fields
            .iter()
            .any(|error| !UNSAYABLE.contains(&error.code));
        if is_sayable || refusal.code != ErrorCode::InvalidFields {
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
fn the_schema_and_the_core_see_the_same_characters() {
    let schema = json_schema();
    let nickname = jsonschema::options()
        .build(&schema["properties"]["nickname"])
        .unwrap();
    let context = CheckContext {
        today: chrono::NaiveDate::from_ymd_opt(2026, 11, 21).unwrap(),
        uploads: Uploads::Named,
        mailboxes: Mailboxes::Unchecked,
    };
    // The planes in between have no character that is ignored, and none that is unlike its neighbours.
    let characters = ('\0'..='\u{1FFFF}').chain('\u{DFF00}'..='\u{E1100}');
    for character in characters {
        let value = Value::from(character.to_string());
        let text = Json::text(character.to_string());
        let is_refused = !check_field(Field::Nickname, &text, &context).is_empty();
        assert_eq!(nickname.is_valid(&value), !is_refused, "{character:?}");
    }
}
