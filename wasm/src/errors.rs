//! Passes errors to JavaScript as numbers, which `errors.js` turns into objects.

use enmusubi_core::error::{ConditionPart, FieldError, FieldErrorCode, Rejection};
use enmusubi_core::{Field, FieldPath, Params};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/errors.js")]
extern "C" {
    #[wasm_bindgen(js_name = knowsWords)]
    fn knows_words() -> bool;
    #[wasm_bindgen(js_name = learnWords)]
    fn learn_words(fields: &str, parts: &str, codes: &str);
    /// Returns the same as `field_errors` of none, without reading the wasm's memory.
    #[wasm_bindgen(js_name = noErrors)]
    fn no_errors() -> JsValue;
    #[wasm_bindgen(js_name = fieldErrors)]
    fn field_errors(numbers: &[i32]) -> JsValue;
    #[wasm_bindgen(js_name = refusal)]
    fn rejection_of(code: &str, numbers: &[i32], position: Option<u32>) -> JsValue;
    #[wasm_bindgen(js_name = refused)]
    fn parsed_of(code: &str, numbers: &[i32], position: Option<u32>) -> JsValue;
}

/// The number that stands for an absent number.
const ABSENT: i32 = i32::MIN;

/// Makes a `Rejection`.
pub(crate) fn rejection(rejection: &Rejection) -> JsValue {
    rejection_of(
        rejection.code.as_str(),
        &numbers_of(&rejection.fields),
        rejection.position,
    )
}

/// Makes the `ParsedProfile` of a rejected document.
pub(crate) fn parsed(rejection: &Rejection) -> JsValue {
    parsed_of(
        rejection.code.as_str(),
        &numbers_of(&rejection.fields),
        rejection.position,
    )
}

/// Makes a list of `FieldError`s.
pub(crate) fn list(errors: &[FieldError]) -> JsValue {
    if errors.is_empty() {
        return no_errors();
    }
    field_errors(&numbers_of(errors))
}

fn numbers_of(errors: &[FieldError]) -> Vec<i32> {
    if !errors.is_empty() && !knows_words() {
        learn_words(
            &joined(Field::WORDS),
            &joined(ConditionPart::WORDS),
            &joined(FieldErrorCode::WORDS),
        );
    }
    let mut numbers = Vec::with_capacity(errors.len() * 6);
    for error in errors {
        let FieldPath { field, index, part } = error.path;
        let Params { min, max } = error.params;
        numbers.extend([
            field as i32,
            index
                .and_then(|index| i32::try_from(index).ok())
                .unwrap_or(ABSENT),
            part.map_or(ABSENT, |part| part as i32),
            error.code as i32,
            min.unwrap_or(ABSENT),
            max.unwrap_or(ABSENT),
        ]);
    }
    numbers
}

#[inline(never)]
fn joined(words: &[&str]) -> String {
    let mut text = String::new();
    for word in words {
        text.push_str(word);
        text.push(' ');
    }
    text
}
