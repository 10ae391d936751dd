//! The matching of two people seen from JavaScript.
#![expect(
    unreachable_pub,
    reason = "exports are called by JavaScript, and the macro wants them public"
)]

use enmusubi_core::UserProfileCreate;
use enmusubi_core::json::Json;
use enmusubi_core::matching::{self, Person};
use wasm_bindgen::prelude::*;

use crate::convert;

/// The return types of this file's exports.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { ConditionType, UserProfileCreate } from "./types.js";
/** The reason why a person does not meet a wish: the type of a condition, the gender or the distance. */
export type Mismatch = ConditionType | "GENDER" | "DISTANCE";
"#;

#[wasm_bindgen(module = "/src/text.js")]
extern "C" {
    #[wasm_bindgen(js_name = toPlain)]
    fn to_plain(value: &JsValue) -> JsValue;
}

/// Returns every wish of `person` that `other` does not meet. `today` is a date, `YYYY-MM-DD`, which decides the ages.
///
/// A profile is the payload of `parseProfile`. An object that cannot be read as one throws, and so does a date of another form.
#[wasm_bindgen(unchecked_return_type = "Mismatch[]")]
pub fn mismatches(
    #[wasm_bindgen(unchecked_param_type = "UserProfileCreate")] person: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "UserProfileCreate")] other: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] today: &JsValue,
) -> Result<JsValue, JsError> {
    let found = matching::mismatches(&read(person)?, &read(other)?, convert::date(today)?);
    let words = found.iter().map(|mismatch| Json::text(mismatch.as_str()));
    Ok(convert::to_js(&Json::List(words.collect())))
}

/// Returns true if each person meets every wish of the other. The arguments are those of `mismatches`.
#[wasm_bindgen(js_name = mutualMatch)]
pub fn mutual_match(
    #[wasm_bindgen(unchecked_param_type = "UserProfileCreate")] person: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "UserProfileCreate")] other: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] today: &JsValue,
) -> Result<bool, JsError> {
    let (person, other) = (read(person)?, read(other)?);
    Ok(matching::mutual_match(
        &person,
        &other,
        convert::date(today)?,
    ))
}

/// Reads a payload. Any other value is a mistake of the caller.
fn read(profile: &JsValue) -> Result<Person, JsError> {
    // A getter of the caller's object may throw, and a plain copy has none.
    serde_wasm_bindgen::from_value::<UserProfileCreate>(to_plain(profile))
        .map(|profile| Person::from(&profile))
        .map_err(|_| JsError::new("a profile must be the payload of parseProfile"))
}
