//! Enmusubi's core seen from JavaScript.
//!
//! Each export is a few lines: convert, call `enmusubi-core`, convert back. No rule lives here, and
//! nothing throws because of what a user typed. The types are `types.d.ts`, made from the Rust
//! definitions.
#![warn(missing_docs, clippy::disallowed_methods)]

mod convert;

use enmusubi_core::error::Refusal;
use enmusubi_core::profile::{OpenedDraft, field_rule, open_draft};
use enmusubi_core::{Cell, CheckContext, Document, Field, Mailboxes, Uploads, UserProfileCreate};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../types.d.ts");

/// What `parseProfile` gives.
#[wasm_bindgen(typescript_custom_section)]
const OUTCOMES: &str = r#"
export type ParsedProfile =
  | { payload: UserProfileCreate; refusal?: undefined }
  | { payload?: undefined; refusal: Refusal };
export type OpenedDraft =
  | { kind: "loaded"; draft: ProfileDraft }
  | { kind: "newer" | "unreadable"; draft?: undefined };
export type Coordinates = { latitude: number; longitude: number };
"#;

/// Checks a draft while it is being filled: picked files count as present. `today` is the device's
/// date, `YYYY-MM-DD`.
#[wasm_bindgen(js_name = checkProfile, unchecked_return_type = "Refusal | null")]
pub fn check_profile(
    #[wasm_bindgen(unchecked_param_type = "ProfileDraft | string")] input: JsValue,
    today: &str,
) -> Result<JsValue, JsError> {
    let refusal = parse(input, today, Uploads::Pending)?.err();
    convert::to_js(&refusal)
}

/// Turns a draft whose files are uploaded into the payload to send.
#[wasm_bindgen(js_name = parseProfile, unchecked_return_type = "ParsedProfile")]
pub fn parse_profile(
    #[wasm_bindgen(unchecked_param_type = "ProfileDraft | string")] input: JsValue,
    today: &str,
) -> Result<JsValue, JsError> {
    match parse(input, today, Uploads::Named)? {
        Ok(payload) => convert::to_js(&convert::Outcome::Payload(payload)),
        Err(refusal) => convert::to_js(&convert::Outcome::Refusal(refusal)),
    }
}

/// Opens a draft that was kept on the device.
#[wasm_bindgen(js_name = openDraft, unchecked_return_type = "OpenedDraft")]
pub fn opened_draft(stored: &str) -> Result<JsValue, JsError> {
    let opened = match open_draft(stored) {
        OpenedDraft::Loaded(draft) => convert::Opened::Loaded { draft },
        OpenedDraft::Newer => convert::Opened::Newer,
        OpenedDraft::Unreadable => convert::Opened::Unreadable,
    };
    convert::to_js(&opened)
}

/// Tags and cities.
#[wasm_bindgen(unchecked_return_type = "Catalogue")]
pub fn catalogue() -> Result<JsValue, JsError> {
    convert::to_js(enmusubi_core::catalogue())
}

/// The employers, in the order they are shown.
#[wasm_bindgen(unchecked_return_type = "Employer[]")]
pub fn employers() -> Result<JsValue, JsError> {
    convert::to_js(enmusubi_core::employers())
}

/// Every list of words the form offers.
#[wasm_bindgen(unchecked_return_type = "Vocabulary")]
pub fn vocabulary() -> Result<JsValue, JsError> {
    convert::to_js(&enmusubi_core::vocabulary())
}

/// The limits of every field, for counters and input attributes.
#[wasm_bindgen(js_name = fieldRules, unchecked_return_type = "FieldRule[]")]
pub fn field_rules() -> Result<JsValue, JsError> {
    let rules: Vec<_> = Field::ALL.iter().map(|field| field_rule(*field)).collect();
    convert::to_js(&rules)
}

/// The version to write into a draft's `schemaVersion`.
#[wasm_bindgen(js_name = draftSchemaVersion)]
pub fn draft_schema_version() -> u32 {
    enmusubi_core::profile::DRAFT_SCHEMA_VERSION
}

/// The middle of the cell a point lies in: all that may leave the device of where someone is.
#[wasm_bindgen(js_name = snapToCell, unchecked_return_type = "Coordinates")]
pub fn snap_to_cell(latitude: f64, longitude: f64) -> Result<JsValue, JsError> {
    let (latitude, longitude) = Cell::from_coordinates(latitude, longitude).centre();
    convert::to_js(&convert::Coordinates {
        latitude,
        longitude,
    })
}

fn parse(
    input: JsValue,
    today: &str,
    uploads: Uploads<'_>,
) -> Result<Result<UserProfileCreate, Refusal>, JsError> {
    let context = CheckContext {
        today: convert::date(today)?,
        uploads,
        mailboxes: Mailboxes::Unchecked,
    };
    Ok(convert::document(input).and_then(|document: Document| document.parse_profile(&context)))
}
