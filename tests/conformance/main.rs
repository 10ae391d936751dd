//! The core checked against the vectors, natively and in WebAssembly, by the same test bodies.
//!
//! `cargo test -p enmusubi-conformance`, and the same with `--target wasm32-unknown-unknown`.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails, and says where"
)]

mod age_proof;
mod boundary;
mod changes;
mod check;
mod context;
#[cfg(not(target_arch = "wasm32"))]
mod corpus;
mod line;
mod matching;
mod naive;
#[cfg(not(target_arch = "wasm32"))]
mod properties;
mod resubmission;
mod review;
#[cfg(not(target_arch = "wasm32"))]
mod schema;
mod sentences;
mod validate;
#[cfg(not(target_arch = "wasm32"))]
mod vector_files;
mod vectors;
mod work_email;
mod worst;
