//! The rules of a profile, written a second time, naively and without the core. Tests compare the
//! core with them on generated documents.
//!
//! This code was written from the description of the rules, and has its own copy of the fixed
//! lists. It is slow, repeats itself, and must never call the core.

mod answer;
mod conditions;
mod count;
mod date;
mod link;
mod lists;
mod oracle;
mod payload;
mod table;
mod value;
mod vectors;

pub(crate) use count::naive_count;
pub(crate) use date::Day;
pub(crate) use oracle::expected_answer;
pub(crate) use payload::broken_rules;
pub(crate) use table::WORDS;
