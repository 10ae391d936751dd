//! Enmusubi's core seen from JavaScript.
//!
//! Each export is a few lines: convert, call `enmusubi-core`, convert back. No rule lives here, and
//! nothing throws because of what a user typed. The types are `types.d.ts`, made from the Rust
//! definitions.
//!
//! Two modules are built of it, one for each feature: the form loads `profile`, and whoever follows a
//! link or calls LINE loads `line`. Neither pays for the other.
#![warn(missing_docs, clippy::disallowed_methods)]

mod convert;
#[cfg(feature = "profile")]
mod errors;
#[cfg(feature = "line")]
mod line;
#[cfg(feature = "profile")]
mod profile;

use wasm_bindgen::prelude::*;

/// Half the bytes of the standard library's allocator, and quicker.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../types.d.ts");
