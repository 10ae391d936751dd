//! Every value of the vectors in every field, in every list and in every part of a condition: a value that is valid for
//! one field is mostly invalid for the other fields.

use enmusubi_conformance::{base, cases, topics};
use serde_json::{Value, json};

use super::oracle::check_answer;

const LISTS: [&str; 8] = [
    "personalityTagIds",
    "exerciseTagIds",
    "hobbyTagIds",
    "marriageTypeTagIds",
    "fertilityPlanTagIds",
    "petTagIds",
    "photoNameList",
    "valueItem",
];

/// Returns the values of the vectors, the items of their lists and the members of their objects.
fn values() -> Vec<Value> {
    let mut values = vec![
        json!("-0"),
        json!("1e-999"),
        json!("－170"),
        json!("170\u{200b}"),
        json!("9007199254740993"),
        json!({"picked": true}),
        json!({"picked": " true "}),
        json!({"picked": false}),
        json!([[]]),
        json!([1e300, -0.0]),
    ];
    let mut waiting: Vec<Value> = topics()
        .iter()
        .flat_map(|topic| cases(topic.name))
        .flat_map(|case| case.patch.into_iter().map(|(_, value)| value))
        .collect();
    while let Some(value) = waiting.pop() {
        match &value {
            Value::Array(items) => waiting.extend(items.iter().cloned()),
            Value::Object(members) => waiting.extend(members.values().cloned()),
            _ => {}
        }
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// Returns nine conditions, each with the value as one of its parts.
fn rows(value: &Value, parts: &[&str]) -> Value {
    let kinds = [
        json!({"type": "AGE", "from": 20}),
        json!({"type": "SMOKE", "value": true}),
        json!({"type": "EDUCATION", "value": "MASTER"}),
    ];
    let mut rows = Vec::new();
    for kind in kinds {
        for part in parts {
            let mut row = kind.clone();
            row[*part] = value.clone();
            rows.push(row);
        }
    }
    Value::from(rows)
}

#[test]
fn the_core_and_the_naive_rules_agree_on_every_value_in_every_field() {
    let base = base();
    let fields = super::parse(&Value::Object(base.clone()).to_string()).unwrap();
    let fields = serde_json::to_value(fields).unwrap();
    let mut n_documents = 0;
    for value in values() {
        let mut all = base.clone();
        for field in fields.as_object().unwrap().keys() {
            all.insert(field.clone(), value.clone());
        }
        let mut documents = vec![all.clone()];
        // Try each method, because it decides which other fields are required.
        for method in ["WORK_EMAIL", "DOCUMENT", "LINK"] {
            all.insert("verifyMethod".into(), json!(method));
            documents.push(all.clone());
        }
        for list in [
            json!([value]),
            json!([value, value]),
            json!([value, null, ""]),
        ] {
            let mut document = base.clone();
            document.extend(LISTS.map(|field| (field.to_owned(), list.clone())));
            documents.push(document);
        }
        let parts: [&[&str]; 3] = [&["type"], &["from", "to"], &["value", "selected"]];
        for parts in parts {
            let mut document = base.clone();
            document.insert("valueItem".into(), rows(&value, parts));
            documents.push(document);
        }
        for document in documents {
            n_documents += 1;
            check_answer(document).unwrap_or_else(|error| panic!("{value}: {error}"));
        }
    }
    assert!(n_documents > 5000, "{n_documents}");
}
