//! Enmusubi's core seen from JavaScript.
//!
//! Each export is a few lines: convert, call `enmusubi-core`, convert back. This crate has no rule of its
//! own, and no text that a user types makes it throw. Its types are in `types.d.ts`, which is made from
//! the Rust definitions.
//!
//! Each parameter of an export is a `&JsValue` or a number, and each failure is an `Err`. A `&str` would read memory at random
//! if JavaScript passed another type, and a function that throws without returning leaves its stack behind: after a thousand
//! of them, no call works.
//!
//! The build makes a module for each feature: the form loads `profile`, and the code that follows links or calls LINE
//! loads `line`. The app does not load `matching`. No page downloads a module that it does not use.
#![warn(missing_docs, clippy::disallowed_methods)]

mod convert;
#[cfg(feature = "profile")]
mod errors;
#[cfg(feature = "line")]
mod line;
#[cfg(feature = "matching")]
mod matching;
#[cfg(feature = "profile")]
mod profile;

use wasm_bindgen::prelude::*;

/// An allocator with half the bytes of the standard library's, and faster.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// The types that every module uses. `types.d.ts` is in the package once, beside the modules.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"export * from "./types.js";"#;
