//! The rules of this repository, as tests: who may know whom, and what a file may look like.
#![cfg(not(target_arch = "wasm32"))]

mod dependencies;
mod directions;
mod files;
mod generated;
mod shape;
mod vectors;
