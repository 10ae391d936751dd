//! Reads random bytes as a start address of the app.
#![no_main]

#[path = "../properties/deep_link.rs"]
mod deep_link;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deep_link::check(bytes));
