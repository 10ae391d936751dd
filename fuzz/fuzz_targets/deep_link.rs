//! Random bytes read as the address the app is opened with.
#![no_main]

#[path = "../properties/deep_link.rs"]
mod deep_link;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deep_link::check(bytes));
