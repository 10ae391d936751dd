//! The rules of a profile stated a second time, naively and without the core: what the core does is
//! held against this on documents nobody thought of.
//!
//! Everything here was written from the page of rules and reads its own copy of the fixed lists.
//! It is slow, repeats itself, and must never call the core.

mod answer;
mod conditions;
mod date;
mod link;
mod lists;
mod oracle;
mod payload;
mod table;
mod value;
mod vectors;

pub(crate) use date::Day;
pub(crate) use oracle::expected_answer;
pub(crate) use payload::broken_rules;
