//! Reads random bytes as a draft.
#![no_main]

#[path = "../properties/draft.rs"]
mod draft;
#[path = "../properties/world.rs"]
mod world;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| draft::check(bytes));
