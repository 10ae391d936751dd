//! The one place where JavaScript values become Rust values and back.

use enmusubi_core::json::{self, Json, Object};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/text.js")]
extern "C" {
    /// None for what JSON cannot hold, such as an object within itself.
    #[wasm_bindgen(js_name = toText)]
    pub(crate) fn to_text(value: &JsValue) -> Option<String>;
}

/// JSON-compatible values: `null` rather than `undefined`, objects rather than maps.
pub(crate) fn to_js(value: &Json<'_>) -> JsValue {
    // What JSON can hold, JavaScript can: there is no error to tell.
    value
        .serialize(&Serializer::json_compatible())
        .unwrap_or(JsValue::NULL)
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
