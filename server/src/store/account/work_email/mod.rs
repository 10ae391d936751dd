//! The tables of confirmed mailboxes, of mailed codes, and of the counts of sent and tried codes.

pub(crate) mod code;
pub(crate) mod limit;
pub(crate) mod mailbox;
