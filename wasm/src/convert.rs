//! The one place where JavaScript values become Rust values and back.

use chrono::NaiveDate;
use enmusubi_core::Document;
use enmusubi_core::error::{ErrorCode, Refusal};
use enmusubi_core::json::Json;
use enmusubi_core::profile::parse_date;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::{JsError, JsValue};

/// JSON-compatible values: `null` rather than `undefined`, objects rather than maps.
pub(crate) fn to_js(value: &Json<'_>) -> JsValue {
    // What JSON can hold, JavaScript can: there is no error to tell.
    value
        .serialize(&Serializer::json_compatible())
        .unwrap_or(JsValue::NULL)
}


pub(crate) fn with_document<T>(
    input: JsValue,
    ask: impl FnOnce(&Document<'_>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let text = input.as_string().or_else(||js_sys::JSON::stringify(&input).ok().map(String::from)).unwrap_or_default();
    ask(&Document::parse(text.as_bytes())?)
}
pub(crate) fn json(value: JsValue) -> Option<Json<'static>> {
    value.as_string().map(|t| Json::Text(t.into()))
}
/// A date the page made; anything else is a mistake of the page, not of its user.
pub(crate) fn date(today: &str) -> Result<NaiveDate, JsError> {
    parse_date(today).ok_or_else(|| JsError::new("today must be a date written YYYY-MM-DD"))
}
