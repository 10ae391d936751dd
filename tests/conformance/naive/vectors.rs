//! The naive rules checked against the vectors, so that the reference is tested too.

use enmusubi_conformance::{Case, Expectation, UploadsGiven, cases, document_text, topics};
use enmusubi_core::Field;
use serde_json::{Map, Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

use super::{Day, broken_rules, expected_answer};

/// Returns the documents that `serde_json` reads as the rules do, in a context that the naive rules
/// know.
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
fn the_naive_answer_matches_the_vectors() {
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

/// Checks that a change of any member of an accepted payload counts as a violation.
#[wasm_bindgen_test(unsupported = test)]
fn a_changed_payload_has_a_violation() {
    let documents = documents();
    let (case, document) = documents
        .iter()
        .find(|(case, _)| matches!(case.expect, Expectation::Payload(_)))
        .unwrap();
    let payload = Value::from(expected_answer(document, today(case)).payload);
    assert_eq!(broken_rules(&payload, today(case)), Vec::<String>::new());
    let fields: Vec<String> = payload.as_object().unwrap().keys().cloned().collect();
    // A payload without a proof of age leaves its field out.
    assert_eq!(
        fields.len(),
        Field::COUNT - 1,
        "the payload has every other field"
    );
    for field in fields {
        let mut without = payload.clone();
        without.as_object_mut().unwrap().remove(&field);
        for changed in [
            without,
            with(&payload, &field, json!({})),
            with(&payload, &field, json!(-7)),
        ] {
            assert!(
                !broken_rules(&changed, today(case)).is_empty(),
                "{field}: {changed}"
            );
        }
    }
    for (field, value) in broken_values() {
        let changed = with(&payload, field, value);
        let broken = broken_rules(&changed, today(case));
        assert!(!broken.is_empty(), "{field}: {}", changed[field]);
    }
}

fn with(payload: &Value, field: &str, value: Value) -> Value {
    let mut payload = payload.clone();
    payload[field] = value;
    payload
}

fn broken_values() -> Vec<(&'static str, Value)> {
    let photo = |letter: &str| format!("{}.jpg", letter.repeat(32));
    let photos: Vec<String> = ["0", "1", "2", "3", "4", "5", "6"].map(photo).to_vec();
    let height = json!({"type": "HEIGHT", "from": 160, "to": 0});
    vec![
        ("nobodyKnowsThis", json!(1)),
        ("account", json!("Uffffffffffffffffffffffffffffffff")),
        ("nickname", json!(" a")),
        ("nickname", json!("a\nb")),
        ("nickname", json!("a\u{202e}b")),
        ("nickname", json!("")),
        ("nickname", json!("a".repeat(21))),
        ("aboutMe", json!("a\r\nbcdefghijk")),
        ("aboutMe", json!("a".repeat(9))),
        ("gender", json!("ANY")),
        ("city", json!("")),
        ("mbti", json!("XXXX")),
        ("height", json!(231)),
        ("height", json!(170.5)),
        ("birthday", json!("2008-11-22")),
        ("birthday", json!("1926-11-21")),
        ("birthday", json!("1990-02-29")),
        ("smoke", json!("true")),
        ("hobbyTagIds", json!([301, 301])),
        ("hobbyTagIds", json!([101])),
        ("hobbyTagIds", json!((301..312).collect::<Vec<i32>>())),
        ("fertilityPlanTagIds", json!([])),
        ("fertilityPlanTagIds", json!([501, 502])),
        ("latitude", json!(1)),
        ("recommendDistanceKm", json!(9)),
        ("recommendDistanceKm", json!(501)),
        ("verifyMethod", json!("WORK_EMAIL")),
        ("verifyMethod", json!("DOCUMENT")),
        ("employerId", json!("initech")),
        ("reviewLink", json!("")),
        ("reviewLink", json!("http://example.com/")),
        (
            "reviewLink",
            json!(format!("https://example.com/{}", "a".repeat(481))),
        ),
        ("verifyTempFileName", json!(photo("d"))),
        ("photoNameList", json!([])),
        ("photoNameList", json!([""])),
        ("photoNameList", json!([photo("1"), photo("1")])),
        ("photoNameList", json!(photos)),
        ("valueItem", json!([height, height])),
        ("valueItem", json!([{"type": "HEIGHT", "from": 160}])),
        ("valueItem", json!([{"type": "HEIGHT", "from": 0, "to": 0}])),
        (
            "valueItem",
            json!([{"type": "HEIGHT", "from": 180, "to": 160}]),
        ),
        (
            "valueItem",
            json!([{"type": "HEIGHT", "from": 119, "to": 0}]),
        ),
        (
            "valueItem",
            json!([{"type": "HEIGHT", "from": 160, "to": 0, "selected": true}]),
        ),
        ("valueItem", json!([{"type": "SMOKE", "value": "MASTER"}])),
        ("valueItem", json!([{"type": "EDUCATION", "value": true}])),
        ("valueItem", json!([{"type": "WEIGHT", "value": true}])),
    ]
}
