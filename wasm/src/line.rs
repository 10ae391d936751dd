//! LINE's rules seen from JavaScript: messages, windows and deep links.
#![expect(
    unreachable_pub,
    reason = "exports are called by JavaScript, and the macro wants them public"
)]

use enmusubi_core::json::Json;
use enmusubi_core::line::{self, MessageError};
use wasm_bindgen::prelude::*;

use crate::convert;

/// The return types of this file's exports.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { DeepLinkError, MessageErrorCode, OpenWindowError } from "./types.js";
/** The place to which a start address leads: it begins with one slash and is below the base. */
export type DeepLink =
  | { kind: "nothing" }
  | { kind: "place"; place: string }
  | { kind: "refused"; code: DeepLinkError };
/** A broken rule of messages. Without an index it is about all of them. */
export type MessageError = { index: number | null; code: MessageErrorCode };
"#;

/// Reads `liff.state`, or without it `redirect`, from the query of a start address; `base` is the path
/// under which the app is served.
#[wasm_bindgen(js_name = parseDeepLink, unchecked_return_type = "DeepLink")]
pub fn parse_deep_link(
    #[wasm_bindgen(unchecked_param_type = "string")] search: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] base: &JsValue,
) -> JsValue {
    let kind = |kind| ("kind", Json::text(kind));
    let (search, base) = (text_of(search), text_of(base));
    let read = line::parse_deep_link(&search, &base);
    convert::to_js(&match &read {
        Ok(None) => Json::object([kind("nothing")]),
        Ok(Some(link)) => Json::object([kind("place"), ("place", Json::text(link.as_str()))]),
        Err(error) => Json::object([kind("refused"), ("code", Json::text(error.as_str()))]),
    })
}

/// Returns the broken rules of messages for `liff.sendMessages`.
#[wasm_bindgen(js_name = checkSentMessages, unchecked_return_type = "MessageError[]")]
pub fn check_sent_messages(
    #[wasm_bindgen(unchecked_param_type = "unknown")] messages: &JsValue,
) -> JsValue {
    errors_of(&convert::with_value(messages, line::check_sent_messages))
}

/// Returns the broken rules of messages for `liff.shareTargetPicker`.
#[wasm_bindgen(js_name = checkPickerMessages, unchecked_return_type = "MessageError[]")]
pub fn check_picker_messages(
    #[wasm_bindgen(unchecked_param_type = "unknown")] messages: &JsValue,
) -> JsValue {
    errors_of(&convert::with_value(messages, line::check_picker_messages))
}

/// Returns the reason why `liff.openWindow` would refuse its argument, or null.
#[wasm_bindgen(js_name = checkOpenWindow, unchecked_return_type = "OpenWindowError | null")]
pub fn check_open_window(
    #[wasm_bindgen(unchecked_param_type = "unknown")] params: &JsValue,
) -> JsValue {
    match convert::with_value(params, line::check_open_window) {
        Ok(()) => JsValue::NULL,
        Err(error) => JsValue::from_str(error.as_str()),
    }
}

/// Returns true for the address of a LIFF app or a mini-app, which a sub-window needs.
#[wasm_bindgen(js_name = isLiffUrl)]
pub fn is_liff_url(#[wasm_bindgen(unchecked_param_type = "string")] url: &JsValue) -> bool {
    line::is_liff_url(&text_of(url))
}

/// Returns true for an address under the endpoint, which a permanent link needs.
#[wasm_bindgen(js_name = isBelowEndpoint)]
pub fn is_below_endpoint(
    #[wasm_bindgen(unchecked_param_type = "string")] endpoint: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] url: &JsValue,
) -> bool {
    line::is_below_endpoint(&text_of(endpoint), &text_of(url))
}

/// Returns a text, or an empty one for a value of another type, which is no address.
fn text_of(value: &JsValue) -> String {
    value.as_string().unwrap_or_default()
}

fn errors_of(errors: &[MessageError]) -> JsValue {
    let errors = errors.iter().map(|error| {
        let index = error.index.and_then(|index| u32::try_from(index).ok());
        Json::object([
            ("index", index.map_or(Json::Null, Json::number)),
            ("code", Json::text(error.code.as_str())),
        ])
    });
    convert::to_js(&Json::List(errors.collect()))
}
