//! The one place where JavaScript values become Rust values and back.

use chrono::NaiveDate;
use enmusubi_core::error::{ErrorCode, Refusal};
use enmusubi_core::json::Json;
use enmusubi_core::profile::parse_date;
use enmusubi_core::{Document, UserProfileCreate};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::{JsError, JsValue};

/// What `parseProfile` gives.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::large_enum_variant, reason = "lives for one call")]
pub(crate) enum Outcome {
    Payload(UserProfileCreate),
    Refusal(Refusal),
}

/// What `openDraft` gives.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum Opened {
    Loaded { draft: Json },
    Newer,
    Unreadable,
}

/// Degrees north and east.
#[derive(Serialize)]
pub(crate) struct Coordinates {
    pub(crate) latitude: f64,
    pub(crate) longitude: f64,
}

/// JSON-compatible values: `null` rather than `undefined`, objects rather than maps.
pub(crate) fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsError> {
    value
        .serialize(&Serializer::json_compatible())
        .map_err(JsError::from)
}

/// JSON text, or the form's own object.
pub(crate) fn document(input: JsValue) -> Result<Document, Refusal> {
    match input.as_string() {
        Some(text) => Document::parse(text.as_bytes()),
        None => serde_wasm_bindgen::from_value::<Json>(input)
            .map_err(|_| Refusal::whole(ErrorCode::E009))
            .and_then(Document::from_json),
    }
}

/// A date the page made; anything else is a mistake of the page, not of its user.
pub(crate) fn date(today: &str) -> Result<NaiveDate, JsError> {
    parse_date(today).ok_or_else(|| JsError::new("today must be a date written YYYY-MM-DD"))
}
