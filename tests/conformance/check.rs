//! The check of a list of cases, which reports all differences in one message.

use enmusubi_conformance::{Case, Expectation, cases, document_text};
use enmusubi_core::{Rejection, RejectionCode, parse_profile};
use serde_json::{Map, Value, json};

use crate::context::World;

/// Checks every case of the topic.
pub(crate) fn check_topic(topic: &str) {
    check_all(&cases(topic), 1, fault_of);
}

/// Fails with all cases that differ, in one message.
pub(crate) fn check_all<Case>(
    cases: &[Case],
    at_least: usize,
    fault_of: impl Fn(&Case) -> Option<String>,
) {
    assert!(cases.len() >= at_least, "only {} cases", cases.len());
    let faults: Vec<String> = cases.iter().filter_map(fault_of).collect();
    assert!(
        faults.is_empty(),
        "{} of {} cases differ:\n{}",
        faults.len(),
        cases.len(),
        faults.join("\n")
    );
}

fn fault_of(case: &Case) -> Option<String> {
    let actual = outcome(case);
    let same = match (&case.expect, &actual) {
        (Expectation::Payload(expected), Expectation::Payload(actual)) => expected
            .iter()
            .all(|(name, value)| actual.get(name) == Some(value)),
        (expected, actual) => expected == actual,
    };
    (!same).then(|| {
        format!(
            "- {}\n  expected {}\n  but got  {}",
            case.name,
            formatted(&case.expect),
            formatted(&actual)
        )
    })
}

fn outcome(case: &Case) -> Expectation {
    let world = World::of(case);
    let parsed = parse_profile(document_text(case).as_bytes(), &world.context());
    match parsed {
        Ok(payload) => Expectation::Payload(members(&payload)),
        Err(refusal) if refusal.code == RejectionCode::InvalidFields => Expectation::Errors(
            refusal
                .fields
                .iter()
                .map(|error| json!({ "path": error.path, "code": error.code, "params": error.params }))
                .collect(),
        ),
        Err(refusal) => Expectation::Refused(refusal.code.as_str().to_owned()),
    }
}

fn members(payload: &enmusubi_core::UserProfileCreate) -> Map<String, Value> {
    match serde_json::to_value(payload).unwrap() {
        Value::Object(members) => members,
        other => panic!("a payload is an object, not {other}"),
    }
}

fn formatted(expectation: &Expectation) -> String {
    match expectation {
        Expectation::Payload(members) => format!("payload {}", Value::from(members.clone())),
        Expectation::Errors(errors) => format!("errors {}", Value::from(errors.clone())),
        Expectation::Refused(code) => format!("refused {code}"),
    }
}

/// Returns true if a document is refused as its case expects: as a whole with E008, or with these fields and codes.
pub(crate) fn is_refused_as(
    rejection: &Rejection,
    is_forbidden: bool,
    errors: &[[String; 2]],
) -> bool {
    if rejection.code == RejectionCode::Forbidden {
        return is_forbidden;
    }
    let found = rejection.fields.iter();
    let found = found.map(|error| [error.path.to_string(), error.code.as_str().to_owned()]);
    !is_forbidden && found.eq(errors.iter().cloned())
}
