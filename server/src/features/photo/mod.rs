//! Files of users: uploads, the pictures that viewers fetch, and the cleanup of unused files.

mod cache;
mod cleanup;
mod decoders;
mod evidence_key;
mod pictures;
mod uploads;

pub(crate) use cache::PictureCache;
pub use cleanup::FileCleanup;
pub(crate) use cleanup::UNATTACHED_LIFETIME_MS;
pub(crate) use decoders::{Client, Decoders};
pub(crate) use evidence_key::EvidenceKey;
pub use pictures::Pictures;
pub(crate) use pictures::no_such_file;
pub(crate) use uploads::{MAX_UPLOAD_BYTES, Uploads};

pub(crate) use crate::store::file::upload::Purpose;
