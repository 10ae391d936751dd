//! Everything the tables hold of one person: gathered for them, or deleted.

mod delete;
mod gather;

pub(crate) use delete::{delete, delete_stray_sessions, forget_deleted};
pub(crate) use gather::{CountedAt, PersonalData, StoredFile, gather};
