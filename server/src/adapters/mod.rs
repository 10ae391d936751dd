//! The services outside this process that the server talks to.

pub mod line;
pub(crate) mod mail;
pub mod storage;
