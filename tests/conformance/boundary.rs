//! The functions of the core that the form calls must agree with the vectors: reading an object
//! instead of a text, passing answers on without a check, and checking a single field.

use enmusubi_conformance::{Case, cases, document_text, topics};
use enmusubi_core::json::{self, Json};
use enmusubi_core::{
    Checked, Field, FieldError, FieldErrorCode, JsonDocument, MAX_DOCUMENT_BYTES, Rejection,
    UserProfileCreate, check_field, parse_profile,
};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::context::World;

fn all_cases() -> impl Iterator<Item = Case> {
    topics().iter().flat_map(|topic| cases(topic.name))
}

fn read(text: &str, world: &World) -> Result<UserProfileCreate, Rejection> {
    parse_profile(text.as_bytes(), &world.context()).map(Checked::into_inner)
}

#[wasm_bindgen_test(unsupported = test)]
fn a_document_read_by_serde_gets_the_same_answer() {
    let mut n_read = 0;
    for case in all_cases() {
        let text = document_text(&case);
        // serde refuses lone surrogates and numbers beyond f64, and the size is the caller's
        // responsibility.
        let Ok(value) = serde_json::from_str::<Json>(&text) else {
            continue;
        };
        if text.len() > MAX_DOCUMENT_BYTES {
            continue;
        }
        let world = World::of(&case);
        let by_serde = JsonDocument::from_json(value)
            .and_then(|document| document.parse_profile(&world.context()))
            .map(Checked::into_inner);
        assert_eq!(by_serde, read(&text, &world), "{}", case.name);
        n_read += 1;
    }
    assert!(n_read > 500, "{n_read}");
}

#[wasm_bindgen_test(unsupported = test)]
fn serde_accepts_the_same_depth_as_the_reader() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        for (depth, is_read) in [
            (1, true),
            (json::MAX_DEPTH, true),
            (json::MAX_DEPTH + 1, false),
        ] {
            let text = open.repeat(depth) + "null" + &close.repeat(depth);
            let by_serde = serde_json::from_str::<Json>(&text).ok();
            assert_eq!(by_serde.is_some(), is_read, "{text}");
            assert_eq!(by_serde, json::parse(&text).ok(), "{text}");
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn answers_are_written_like_the_payload() {
    let mut n_accepted = 0;
    for case in all_cases() {
        let world = World::of(&case);
        let text = document_text(&case);
        let Ok(payload) = read(&text, &world) else {
            continue;
        };
        let document = JsonDocument::parse(text.as_bytes()).unwrap();
        let answers = document.check_profile(&world.context()).unwrap();
        // Compare the parsed texts, because 25 and 25.0 are the same number.
        let expected = serde_json::to_string(&payload).unwrap();
        let written = serde_json::to_string(&answers).unwrap();
        let expected = json::parse(&expected).unwrap();
        assert_eq!(answers.to_json(), expected, "{}", case.name);
        assert_eq!(json::parse(&written), Ok(expected), "{}", case.name);
        n_accepted += 1;
    }
    assert!(n_accepted > 200, "{n_accepted}");
}

/// Returns whether this field belongs to a way of proving the employment that the document does not choose. The parser
/// of a whole document ignores such a field.
fn belongs_to_another_method(document: &Json<'_>, field: Field) -> bool {
    let own = match field {
        Field::ReviewLink => "LINK",
        Field::VerifyTempFileName => "DOCUMENT",
        // The deployment of the vectors asks for no proof of age.
        Field::AgeProofFileName => return true,
        _ => return false,
    };
    let method = document.get("verifyMethod").and_then(Json::as_text);
    let method = method.unwrap_or_default().trim();
    ["WORK_EMAIL", "DOCUMENT", "LINK"].contains(&method) && method != own
}

/// Returns whether the rule of this error depends on another field than the one with this value.
fn depends_on_another_field(error: &FieldError, raw: &Json<'_>) -> bool {
    match error.code {
        FieldErrorCode::Duplicate => match error.path.field {
            Field::VerifyTempFileName | Field::AgeProofFileName => true,
            Field::PhotoNameList => !equals_an_earlier_item(error, raw),
            _ => false,
        },
        FieldErrorCode::Mismatch
        | FieldErrorCode::IncompletePair
        | FieldErrorCode::EmailUnconfirmed => true,
        FieldErrorCode::Required => matches!(
            error.path.field,
            Field::EmployerId
                | Field::ReviewLink
                | Field::VerifyTempFileName
                | Field::AgeProofFileName
        ),
        _ => false,
    }
}

fn equals_an_earlier_item(error: &FieldError, raw: &Json<'_>) -> bool {
    let (Some(items), Some(index)) = (raw.as_list(), error.path.index) else {
        return false;
    };
    let name_of = |item: &Json<'_>| item.as_text().map(|name| name.trim().to_owned());
    let name = name_of(&items[index]);
    items[..index].iter().any(|item| name_of(item) == name)
}

#[wasm_bindgen_test(unsupported = test)]
fn a_single_field_gets_the_errors_of_rules_that_need_no_other_field() {
    let mut n_errors = 0;
    for case in all_cases() {
        let world = World::of(&case);
        let text = document_text(&case);
        let fields = match read(&text, &world) {
            Ok(_) => Vec::new(),
            Err(refusal) if refusal.fields.is_empty() => continue,
            Err(refusal) => refusal.fields,
        };
        let document = json::parse(&text).unwrap();
        for field in Field::ALL {
            if belongs_to_another_method(&document, *field) {
                continue;
            }
            let raw = document.get(field.as_str()).unwrap_or(&Json::Null);
            let mut alone = check_field(*field, raw, &world.context());
            // Only the server knows mailboxes, and it never checks a single field.
            alone.retain(|error| error.code != FieldErrorCode::EmailUnconfirmed);
            let among: Vec<FieldError> = fields
                .iter()
                .filter(|error| error.path.field == *field && !depends_on_another_field(error, raw))
                .copied()
                .collect();
            assert_eq!(alone, among, "{}: {}", case.name, field.as_str());
            n_errors += among.len();
        }
    }
    assert!(n_errors > 300, "{n_errors}");
}
