//! All rows of one person: gathers them for the person's export, or deletes them.

mod delete;
mod gather;

pub(crate) use delete::{delete, delete_orphaned_sessions, purge_deleted};
pub(crate) use gather::{CountedActions, PersonalData, gather};

pub(crate) use crate::store::file::tables::upload::Model as StoredFile;
