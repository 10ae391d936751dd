//! Reads random bytes as a payload.
#![no_main]

#[path = "../properties/payload.rs"]
mod payload;
#[path = "../properties/world.rs"]
mod world;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    payload::check(bytes);
});
