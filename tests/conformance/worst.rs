//! The slowest documents get the right answer.
//!
//! The test measures no time: with a reader that is not linear, it would not end. The benchmark times the same
//! documents per byte.

use enmusubi_conformance::base;
use enmusubi_conformance::worst::worst_documents;
use enmusubi_core::{CheckContext, Uploads, parse_profile};
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::naive::expected_answer;

/// Returns the answer to a document in short: the code of a refusal, the errors, or the member that was
/// made large.
fn answer(text: &str) -> Value {
    let context = CheckContext::for_form(chrono::NaiveDate::from_ymd_opt(2026, 11, 21).unwrap())
        .with_uploads(Uploads::Named);
    let parsed = parse_profile(text.as_bytes(), &context);
    match parsed {
        Ok(payload) => serde_json::to_value(payload).unwrap(),
        Err(refusal) if refusal.fields.is_empty() => json!(refusal.code),
        Err(refusal) => refusal
            .fields
            .iter()
            .map(|error| json!({ "path": error.path, "code": error.code, "params": error.params }))
            .collect(),
    }
}

fn error(path: &str, code: &str) -> Value {
    json!([{ "path": path, "code": code, "params": {} }])
}

fn error_with(path: &str, code: &str, params: &Value) -> Value {
    json!([{ "path": path, "code": code, "params": params }])
}

fn too_many(path: &str, max: i32) -> Value {
    error_with(path, "too_many", &json!({ "max": max }))
}

fn length(path: &str, min: i32, max: i32) -> Value {
    error_with(path, "length", &json!({ "min": min, "max": max }))
}

/// Returns the payload of the base, with this member.
fn accepted(field: &str, value: &Value) -> Value {
    let mut members = base();
    members.insert(field.to_owned(), value.clone());
    Value::Object(members)
}

fn expected(name: &str, text: &str) -> Value {
    let height_range = json!({ "min": 120, "max": 230 });
    let base = || accepted("height", &json!(170));
    match name {
        "lists that are never closed"
        | "objects that are never closed"
        | "lists in a member that are never closed"
        | "lists that are closed and never opened"
        | "nesting of thirty-three levels"
        | "a number of minus signs"
        | "a text that is never closed" => json!("E009"),
        "nesting of thirty-two levels"
        | "empty objects"
        | "unknown members"
        | "one unknown member, repeated"
        | "one known member, repeated"
        | "one long key"
        | "one long key of escapes"
        | "keys similar to fields"
        | "a number with zeros behind the point"
        | "a number with a tiny fraction"
        | "a number as text, of full-width zeros"
        | "a number as text, of ideographic spaces"
        | "a text in an unknown member"
        | "white space"
        | "empty photo slots before a photo" => base(),
        "a known member repeated after many others" => json!([
            { "path": "smoke", "code": "wrong_type", "params": {} },
            { "path": "drink", "code": "wrong_type", "params": {} },
        ]),
        "known members written with escapes" => accepted("height", &json!(171)),
        "a number of ones" | "a number with a large exponent" | "a number as text, of ones" => {
            error("height", "wrong_type")
        }
        "a number with a very negative exponent" => error_with("height", "range", &height_range),
        "a text of letters"
        | "a text of escaped letters"
        | "a text of backslashes"
        | "a text of lone surrogates"
        | "a text of surrogate pairs" => length("nickname", 1, 20),
        "a text of escaped spaces" => error("nickname", "required"),
        "a text of spaces round a letter" => accepted("nickname", &json!("a")),
        "a text of null characters" => error("nickname", "control_character"),
        "a text of line breaks" | "a text of four-byte letters" => length("aboutMe", 10, 1000),
        "a text of carriage returns" => error("aboutMe", "control_character"),
        "a link of labels" => length("reviewLink", 0, 500),
        "a date of digits" => error("birthday", "date"),
        "a word of letters" => error("gender", "unknown_value"),
        "a boolean of letters" => error("smoke", "wrong_type"),
        "empty photo slots" => error("photoNameList", "required"),
        "photos" | "photos that are numbers" | "photos that are lists of lists" => {
            too_many("photoNameList", 6)
        }
        "tags" | "one tag, repeated" => too_many("hobbyTagIds", 10),
        "plans" => too_many("fertilityPlanTagIds", 1),
        "tags that are objects" => too_many("petTagIds", 10),
        "conditions without a type"
        | "conditions that are numbers"
        | "conditions switched on and off" => too_many("valueItem", 9),
        "conditions switched off" | "one condition switched off with many members" => {
            accepted("valueItem", &json!([]))
        }
        "conditions switched off before a valid one" => {
            accepted("valueItem", &json!([{ "type": "SMOKE", "value": false }]))
        }
        "one condition with many members" | "one condition with its type repeated" => {
            accepted("valueItem", &json!([{ "type": "SMOKE", "value": true }]))
        }
        "empty photo slots before an invalid photo" => {
            error(&last("photoNameList", "\"\",", text), "upload_name")
        }
        "conditions switched off before an invalid one" => {
            let path = last("valueItem", "{\"selected\":false},", text) + ".type";
            error(&path, "required")
        }
        "conditions switched off by text" => error(
            &last("valueItem", "{\"selected\":\"false\"},", text),
            "wrong_type",
        ),
        "conditions switched off with many members" => error(
            &last("valueItem", "\"selected\":false},", text),
            "wrong_type",
        ),
        _ => panic!("the answer to {name} is missing here"),
    }
}

/// Returns the path of the last item, which comes after all occurrences of `piece`.
fn last(field: &str, piece: &str, text: &str) -> String {
    format!("{field}[{}]", text.matches(piece).count())
}

#[wasm_bindgen_test(unsupported = test)]
fn the_slowest_documents_get_the_right_answer() {
    for (name, text) in worst_documents() {
        assert!(text.len() <= 256 * 1024, "{name}: {}", text.len());
        assert!(text.len() > 255 * 1024, "{name}: {}", text.len());
        let (answer, expected) = (answer(&text), expected(name, &text));
        match (&answer, &expected) {
            (Value::Object(payload), Value::Object(members)) => {
                for (field, value) in members {
                    assert_eq!(payload.get(field), Some(value), "{name}: {field}");
                }
            }
            _ => assert_eq!(answer, expected, "{name}"),
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn the_naive_rules_agree_on_the_slowest_documents() {
    let mut n_compared = 0;
    for (name, text) in worst_documents() {
        let answer = answer(&text);
        if let Ok(Value::Object(members)) = serde_json::from_str(&text)
            && !answer.is_string()
        {
            let expected = expected_answer(&members, (2026, 11, 21));
            let expected = match expected.errors.as_slice() {
                [] => Value::Object(expected.payload),
                errors => Value::from(errors),
            };
            assert_eq!(answer, expected, "{name}");
            n_compared += 1;
        }
    }
    assert!(n_compared > 40, "{n_compared}");
}
