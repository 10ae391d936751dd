//! Introductions, matches with their notes, and blocks.

pub(crate) mod block;
pub(crate) mod conversation;
pub(crate) mod introduction;
pub(in crate::store) mod tables;
