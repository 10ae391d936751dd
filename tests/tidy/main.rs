//! The rules of this repository as tests: imports, the shape of files, and the language of comments.
#![cfg_attr(
    not(target_arch = "wasm32"),
    expect(
        clippy::unwrap_used,
        reason = "a test that cannot go on fails, and says where"
    )
)]
#![cfg(not(target_arch = "wasm32"))]

mod circles;
mod comments;
mod dependencies;
mod directions;
mod files;
mod generated;
mod language;
mod shape;
mod shares;
mod vectors;
mod web;
