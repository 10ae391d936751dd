//! Everything the tables hold of one person: gathered for them, or deleted.

mod delete;
mod gather;

pub(crate) use delete::{delete, delete_orphaned_sessions, purge_deleted};
pub(crate) use gather::{CountedAt, PersonalData, StoredFile, gather};
