//! `UserProfileCreate::validate` held against the vectors: it rejects the same fields for the same
//! reasons as `parse_profile`, for every document that the struct can represent.

use enmusubi_conformance::{UploadsGiven, cases, document_text, topics};
use enmusubi_core::{FieldError, UserProfileCreate, parse_profile};
use serde_json::{Map, Value, json};
use validator::{Validate, ValidateArgs, ValidationErrors, ValidationErrorsKind};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::context::World;

/// Path, code and parameters of an error.
type Told = (String, String, Value);

/// Reads a document into the struct, if the struct can hold exactly its values.
fn representable(text: &str) -> Option<UserProfileCreate> {
    let Value::Object(mut members) = serde_json::from_str(text).ok()? else {
        return None;
    };
    for (name, default) in defaults() {
        members.entry(name).or_insert(default);
    }
    let profile: UserProfileCreate = serde_json::from_value(Value::Object(members.clone())).ok()?;
    let Value::Object(encoded) = serde_json::to_value(&profile).ok()? else {
        return None;
    };
    members.retain(|name, _| encoded.contains_key(name));
    (encoded == members).then_some(profile)
}

/// The values of the fields that a document may leave out.
fn defaults() -> Map<String, Value> {
    let defaults = json!({
        "achievement": "", "school": "", "datingQuestion": "", "dailyLife": "", "surprisePoint": "",
        "address": "", "feedback": "", "mbti": "", "employerId": "", "reviewLink": "",
        "verifyTempFileName": "", "verifyDescription": "", "latitude": null, "longitude": null,
        "recommendDistanceKm": 0, "personalityTagIds": [], "exerciseTagIds": [], "hobbyTagIds": [],
        "marriageTypeTagIds": [], "petTagIds": [], "valueItem": [],
    });
    match defaults {
        Value::Object(members) => members,
        other => panic!("{other} is no object"),
    }
}

fn of_core(errors: &[FieldError]) -> Vec<Told> {
    let told = errors.iter().map(|error| {
        let (path, code) = (error.path.to_string(), error.code.to_string());
        (path, code, json!(error.params))
    });
    let mut told: Vec<Told> = told.collect();
    told.sort_by(|a, b| a.0.cmp(&b.0));
    told
}

fn of_validator(errors: &ValidationErrors) -> Vec<Told> {
    let mut told = Vec::new();
    flatten("", errors, &mut told);
    told.sort_by(|a, b| a.0.cmp(&b.0));
    told
}

/// Writes the paths as `validator` itself displays them, except that an item as a whole has no key.
fn flatten(above: &str, errors: &ValidationErrors, told: &mut Vec<Told>) {
    for (name, kind) in errors.errors() {
        let path = match (above, name.as_ref()) {
            ("", name) => name.to_owned(),
            (above, "__all__") => above.to_owned(),
            (above, name) => format!("{above}.{name}"),
        };
        match kind {
            ValidationErrorsKind::Struct(within) => flatten(&path, within, told),
            ValidationErrorsKind::List(items) => {
                for (index, within) in items {
                    flatten(&format!("{path}[{index}]"), within, told);
                }
            }
            ValidationErrorsKind::Field(errors) => told.extend(
                errors
                    .iter()
                    .map(|error| (path.clone(), error.code.to_string(), json!(error.params))),
            ),
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn a_struct_is_rejected_for_what_its_document_is_rejected_for() {
    let (mut n_accepted, mut n_rejected, mut n_codes) = (0, 0, std::collections::BTreeSet::new());
    for case in topics().iter().flat_map(|topic| cases(topic.name)) {
        // A picked file has no name, and the struct has no place for one.
        if case.uploads == UploadsGiven::Pending {
            continue;
        }
        let text = document_text(&case);
        let Some(profile) = representable(&text) else {
            continue;
        };
        let world = World::of(&case);
        let validated = profile.validate_with_args(&world.context());
        match parse_profile(text.as_bytes(), &world.context()) {
            Ok(_) => {
                assert_eq!(validated, Ok(()), "{}", case.name);
                assert_eq!(profile.validate(), Ok(()), "{}", case.name);
                n_accepted += 1;
            }
            Err(rejection) if rejection.fields.is_empty() => {}
            Err(rejection) => {
                let told = of_validator(&validated.unwrap_err());
                assert_eq!(told, of_core(&rejection.fields), "{}", case.name);
                n_codes.extend(told.into_iter().map(|(_, code, _)| code));
                n_rejected += 1;
            }
        }
    }
    assert!(n_accepted > 100, "{n_accepted}");
    assert!(n_rejected > 100, "{n_rejected}");
    assert!(n_codes.len() > 12, "{n_codes:?}");
}
