//! The one place where JavaScript values become Rust values and back.

use chrono::NaiveDate;
use enmusubi_core::Document;
use enmusubi_core::error::Refusal;
use enmusubi_core::json::{self, Json, Object};
use enmusubi_core::profile::parse_date;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/text.js")]
extern "C" {
    /// None for what JSON cannot hold, such as an object within itself.
    #[wasm_bindgen(js_name = toText)]
    fn to_text(value: &JsValue) -> Option<String>;
}

/// JSON-compatible values: `null` rather than `undefined`, objects rather than maps.
pub(crate) fn to_js(value: &Json<'_>) -> JsValue {
    // What JSON can hold, JavaScript can: there is no error to tell.
    value
        .serialize(&Serializer::json_compatible())
        .unwrap_or(JsValue::NULL)
}

/// Reads JSON text, or the form's own object, and asks the document something.
///
/// An object is what JSON makes of it, so that it is judged here as by the server it
/// would be sent to. (A deserializer that walks JavaScript objects takes twice as long and adds
/// 6.6 kB gzipped.)
pub(crate) fn with_document<T>(
    input: &JsValue,
    ask: impl FnOnce(&Document<'_>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let text = input.as_string().or_else(|| to_text(input));
    ask(&Document::parse(text.unwrap_or_default().as_bytes())?)
}

/// Reads what one field holds and asks about it; what JSON cannot hold is as little as an empty
/// object.
pub(crate) fn with_value<T>(input: &JsValue, ask: impl FnOnce(&Json<'_>) -> T) -> T {
    if let Some(text) = input.as_string() {
        return ask(&Json::text(text));
    }
    if input.is_undefined() {
        return ask(&Json::Null);
    }
    let text = to_text(input).unwrap_or_default();
    ask(&json::parse(&text).unwrap_or(Json::Object(Object::default())))
}

/// A date the page made; anything else is a mistake of the page, not of its user, and throws.
pub(crate) fn date(today: &str) -> NaiveDate {
    parse_date(today)
        .unwrap_or_else(|| wasm_bindgen::throw_str("today must be a date written YYYY-MM-DD"))
}
