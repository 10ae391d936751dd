//! Converts JavaScript values to Rust values and back. Only errors take another way, in
//! `errors.rs`.

use enmusubi_core::json::Json;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

#[cfg(any(feature = "profile", feature = "line"))]
#[wasm_bindgen(module = "/src/text.js")]
extern "C" {
    /// Returns `None` for a value that JSON cannot hold, such as an object within itself.
    #[wasm_bindgen(js_name = toText)]
    pub(crate) fn to_text(value: &JsValue) -> Option<String>;
}

/// Makes JSON-compatible values: `null` rather than `undefined`, objects rather than maps.
pub(crate) fn to_js(value: &Json<'_>) -> JsValue {
    // JavaScript can hold any JSON value, so this cannot fail.
    value
        .serialize(&Serializer::json_compatible())
        .unwrap_or(JsValue::NULL)
}

/// Reads the value of one field and passes it to `ask`. A value that JSON cannot hold becomes an empty
/// object.
#[cfg(any(feature = "profile", feature = "line"))]
pub(crate) fn with_value<T>(input: &JsValue, ask: impl FnOnce(&Json<'_>) -> T) -> T {
    use enmusubi_core::json::{Object, parse};

    if let Some(text) = input.as_string() {
        return ask(&Json::text(text));
    }
    if input.is_undefined() {
        return ask(&Json::Null);
    }
    let text = to_text(input).unwrap_or_default();
    ask(&parse(&text).unwrap_or(Json::Object(Object::default())))
}

/// Reads a date that the page made. Any other value is a mistake of the page, not of its user.
#[cfg(any(feature = "profile", feature = "matching"))]
pub(crate) fn date(value: &JsValue) -> Result<chrono::NaiveDate, JsError> {
    let date = value.as_string();
    date.and_then(|text| enmusubi_core::profile::parse_date(&text))
        .ok_or_else(|| JsError::new("a date must be written YYYY-MM-DD"))
}
