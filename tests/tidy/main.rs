//! The rules of this repository as tests: imports, the shape of files, and the language of comments.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails, and says where"
)]

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
