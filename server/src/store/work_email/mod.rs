//! The tables of confirmed mailboxes, of codes on their way, and of how often codes were sent and tried.

pub(crate) mod code;
pub(crate) mod limit;
pub(crate) mod mailbox;
