//! Reads random bytes as JSON.
#![no_main]

#[path = "../properties/json.rs"]
mod json;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| json::check(bytes));
