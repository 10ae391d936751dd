//! A profile's rules seen from JavaScript.
//!
//! Mistakes that only the page can make (the name of a field, the form of a date) are errors, which throw.
#![expect(
    unreachable_pub,
    reason = "exports are called by JavaScript, and the macro wants them public"
)]

use enmusubi_core::error::Rejection;
use enmusubi_core::json::Json;
use enmusubi_core::place::Cell;
use enmusubi_core::profile::{OpenedDraft, open_draft};
use enmusubi_core::{AgeProof, CheckContext, Field, JsonDocument, Uploads};
use wasm_bindgen::prelude::*;

use crate::{convert, errors};

/// The return types of this file's exports.
#[wasm_bindgen(typescript_custom_section)]
const OUTCOMES: &str = r#"
import type { Field, FieldError, ProfileDraft, Rejection, UserProfileCreate } from "./types.js";
/** The payload to send, or the broken rules. */
export type ParsedProfile =
  | { payload: UserProfileCreate; refusal?: undefined }
  | { payload?: undefined; refusal: Rejection };
/** A stored draft. A newer build wrote a draft that is newer; text that is no JSON object is unreadable. */
export type OpenedDraft =
  | { kind: "loaded"; draft: ProfileDraft }
  | { kind: "newer" | "unreadable"; draft?: undefined };
/** Degrees north and east. */
export type Coordinates = { latitude: number; longitude: number };
"#;

/// Checks a draft while the person fills the form: picked files count as present. `today` is the device's
/// date, `YYYY-MM-DD`. `ageProof` is absent where the service asks for no proof of age; otherwise it is the birthday
/// that a reviewer has checked, or empty.
///
/// A draft is the form's object or its JSON. A date of another form throws.
#[wasm_bindgen(js_name = checkProfile, unchecked_return_type = "Rejection | null")]
pub fn check_profile(
    #[wasm_bindgen(unchecked_param_type = "ProfileDraft | string")] input: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] today: &JsValue,
    #[wasm_bindgen(js_name = ageProof, unchecked_optional_param_type = "string | null")]
    age_proof: &JsValue,
) -> Result<JsValue, JsError> {
    let context = context(today, Uploads::Pending, age_proof)?;
    let checked = with_document(input, |draft| draft.check_profile(&context).map(drop));
    Ok(match checked {
        Ok(()) => JsValue::NULL,
        Err(rejection) => errors::rejection(&rejection),
    })
}

/// Checks one field by its own rules while the person types, without the other fields and without a proof of age. The name
/// of no field throws.
#[wasm_bindgen(js_name = checkField, unchecked_return_type = "FieldError[]")]
pub fn check_field(
    #[wasm_bindgen(unchecked_param_type = "Field")] field: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "unknown")] value: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] today: &JsValue,
) -> Result<JsValue, JsError> {
    let context = context(today, Uploads::Pending, &JsValue::UNDEFINED)?;
    let field = field.as_string().and_then(|name| Field::find(&name));
    let field = field.ok_or_else(|| JsError::new("no such field"))?;
    let check = |value: &Json<'_>| enmusubi_core::check_field(field, value, &context);
    Ok(errors::list(&convert::with_value(value, check)))
}

/// Turns a draft whose files are uploaded into the payload to send. The arguments are those of `checkProfile`.
#[wasm_bindgen(js_name = parseProfile, unchecked_return_type = "ParsedProfile")]
pub fn parse_profile(
    #[wasm_bindgen(unchecked_param_type = "ProfileDraft | string")] input: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] today: &JsValue,
    #[wasm_bindgen(js_name = ageProof, unchecked_optional_param_type = "string | null")]
    age_proof: &JsValue,
) -> Result<JsValue, JsError> {
    let context = context(today, Uploads::Named, age_proof)?;
    let parsed = with_document(input, |draft| {
        let answers = draft.check_profile(&context)?;
        Ok(convert::to_js(&Json::object([(
            "payload",
            answers.to_json(),
        )])))
    });
    Ok(parsed.unwrap_or_else(|rejection| errors::parsed(&rejection)))
}

/// Opens a draft that the device stored.
#[wasm_bindgen(js_name = openDraft, unchecked_return_type = "OpenedDraft")]
pub fn opened_draft(#[wasm_bindgen(unchecked_param_type = "string")] stored: &JsValue) -> JsValue {
    let kind = |kind| ("kind", Json::text(kind));
    let stored = stored.as_string().unwrap_or_default();
    convert::to_js(&match open_draft(&stored) {
        OpenedDraft::Loaded(draft) => Json::object([kind("loaded"), ("draft", draft)]),
        OpenedDraft::Newer => Json::object([kind("newer")]),
        OpenedDraft::Unreadable => Json::object([kind("unreadable")]),
    })
}

/// Returns the middle of the cell of a point, which is at most 4 km away. The device never sends a more exact place. Anything
/// but two finite numbers throws.
#[wasm_bindgen(js_name = snapToCell, unchecked_return_type = "Coordinates")]
pub fn snap_to_cell(
    #[wasm_bindgen(unchecked_param_type = "number")] latitude: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] longitude: &JsValue,
) -> Result<JsValue, JsError> {
    // A parameter of the type `f64` would read `null` as 0, which is a place in the sea.
    let degrees = |value: &JsValue| value.as_f64().filter(|number| number.is_finite());
    let (Some(latitude), Some(longitude)) = (degrees(latitude), degrees(longitude)) else {
        return Err(JsError::new("latitude and longitude must be numbers"));
    };
    let (latitude, longitude) = Cell::from_coordinates(latitude, longitude).centre();
    Ok(convert::to_js(&Json::object([
        ("latitude", Json::number(latitude)),
        ("longitude", Json::number(longitude)),
    ])))
}

fn context<'a>(
    today: &JsValue,
    uploads: Uploads<'a>,
    age_proof: &JsValue,
) -> Result<CheckContext<'a>, JsError> {
    let age_proof = if age_proof.is_null_or_undefined() {
        AgeProof::Off
    } else if age_proof.as_string().is_some_and(|text| text.is_empty()) {
        AgeProof::Required { checked: None }
    } else {
        let checked = Some(convert::date(age_proof)?);
        AgeProof::Required { checked }
    };
    Ok(CheckContext::for_form(convert::date(today)?)
        .with_uploads(uploads)
        .with_age_proof(age_proof))
}

/// Reads JSON text, or the form's own object, and passes the document to `ask`.
///
/// An object is converted to JSON first, so that the result is the same as on the server that receives
/// it. (A deserializer that walks JavaScript objects takes twice as long and adds 6.6 kB gzipped.)
fn with_document<T>(
    input: &JsValue,
    ask: impl FnOnce(&JsonDocument<'_>) -> Result<T, Rejection>,
) -> Result<T, Rejection> {
    if let Some(text) = input.as_string() {
        return ask(&JsonDocument::parse(text.as_bytes())?);
    }
    let text = convert::to_text(input).unwrap_or_default();
    let document = JsonDocument::parse(text.as_bytes()).map_err(|rejection| {
        // The caller has never seen this text, so a place in it says nothing.
        Rejection::whole(rejection.code)
    })?;
    ask(&document)
}
