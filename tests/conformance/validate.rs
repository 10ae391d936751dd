//! The struct that serde read, checked on its own and through `validator`: it gets the same answer as `parse_profile`
//! does, for every document that the struct can hold.

use enmusubi_conformance::{UploadsGiven, cases, document_text, topics};
use enmusubi_core::{FieldError, UserProfileCreate, parse_profile};
use serde_json::{Value, json};
use validator::{ValidateArgs, ValidationErrors, ValidationErrorsKind};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::context::World;

/// Path, code and parameters of an error.
type Told = (String, String, Value);

/// Reads a document with serde, as a server's extractor does.
fn by_serde(text: &str) -> Option<UserProfileCreate> {
    serde_json::from_str(text).ok()
}

/// Returns true if the lists of the profile have as many items as those of the document. Empty slots and rows that are
/// switched off are dropped, and the errors of a struct have the indexes of the struct.
fn keeps_indexes(text: &str, profile: &UserProfileCreate) -> bool {
    let document: Value = serde_json::from_str(text).unwrap();
    let n_items = |name| document.get(name).and_then(Value::as_array).map(Vec::len);
    let is_kept = |name, n_kept| n_items(name).is_none_or(|n_items| n_items == n_kept);
    is_kept("photoNameList", profile.photo_name_list.len())
        && is_kept("valueItem", profile.value_item.len())
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
fn serde_and_a_check_answer_as_the_parser_does() {
    let (mut n_accepted, mut n_rejected, mut n_codes) = (0, 0, std::collections::BTreeSet::new());
    for case in topics().iter().flat_map(|topic| cases(topic.name)) {
        let text = document_text(&case);
        let world = World::of(&case);
        let parsed = parse_profile(text.as_bytes(), &world.context());
        let Some(profile) = by_serde(&text) else {
            // A picked file has no name, and the struct has no place for one. serde_json refuses some JSON that the parser
            // reads, such as a lone surrogate.
            let is_json = serde_json::from_str::<Value>(&text).is_ok();
            let is_struct = is_json && case.uploads != UploadsGiven::Pending;
            assert!(parsed.is_err() || !is_struct, "{}", case.name);
            continue;
        };
        let checked = profile.check(&world.context());
        let validated = profile.validate_with_args(&world.context());
        match parsed {
            Ok(payload) => {
                // The struct is the payload, except for a proof of age, which only a context can ask for.
                let age_proof_file_name = payload.age_proof_file_name.clone();
                let has_more = profile.age_proof_file_name != age_proof_file_name;
                assert_eq!(validated.is_err(), has_more, "{}", case.name);
                let clean = UserProfileCreate {
                    age_proof_file_name,
                    ..profile
                };
                assert_eq!(clean, *payload, "{}", case.name);
                assert_eq!(checked, Ok(payload), "{}", case.name);
                n_accepted += 1;
            }
            // The caller bounds the size of what serde reads.
            Err(rejection) if rejection.fields.is_empty() => {}
            Err(rejection) if keeps_indexes(&text, &profile) => {
                let told = of_validator(&validated.unwrap_err());
                assert_eq!(told, of_core(&rejection.fields), "{}", case.name);
                assert_eq!(checked, Err(rejection), "{}", case.name);
                n_codes.extend(told.into_iter().map(|(_, code, _)| code));
                n_rejected += 1;
            }
            Err(_) => assert!(checked.is_err(), "{}", case.name),
        }
    }
    assert!(n_accepted > 200, "{n_accepted}");
    assert!(n_rejected > 200, "{n_rejected}");
    assert!(n_codes.len() > 15, "{n_codes:?}");
}
