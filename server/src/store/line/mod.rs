//! The tables of messages in LINE.

pub(crate) mod contact;
pub(crate) mod event;
pub(crate) mod message;
pub(crate) mod month;
pub(in crate::store) mod tables;
