//! Generated payloads near the border between accepted and refused, and the core's answers to them.
//!
//! The program `enmusubi-differential` compares native core and WebAssembly on them, and the conformance tests
//! compare the core with naive rules.

pub mod answers;
mod choice;
mod conditions;
pub mod document;
mod field;
mod hostile;
mod lists;
mod numbers;
#[cfg(test)]
mod tests;
mod texts;
mod words;
