//! Files: uploads, the photos and documents that profiles have, and the list of all files for a backup.

pub(crate) mod document;
pub mod photo;
pub(crate) mod snapshot;
pub(in crate::store) mod tables;
pub mod upload;
