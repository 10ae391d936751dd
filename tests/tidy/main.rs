//! The rules of this repository, as tests: who may know whom, and what a file may look like.
#![cfg_attr(
    not(target_arch = "wasm32"),
    expect(
        clippy::unwrap_used,
        reason = "a test that cannot go on fails, and says where"
    )
)]
#![cfg(not(target_arch = "wasm32"))]

mod comments;
mod dependencies;
mod directions;
mod files;
mod generated;
mod language;
mod shape;
mod vectors;
