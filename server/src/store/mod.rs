//! The tables: the only room that speaks SQL and names entities.

pub(crate) mod account;
pub(crate) mod batcher;
mod connection;
pub(crate) mod document;
mod entity;
mod failure;
pub(crate) mod holdings;
pub(crate) mod idempotency;
mod lookups;
pub(crate) mod member;
mod migrations;
pub(crate) mod person;
pub mod photo;
mod pool;
pub(crate) mod profile;
pub mod review;
pub(crate) mod secret;
pub(crate) mod session;
pub(crate) mod session_token;
pub(crate) mod snapshot;
mod start;
pub mod upload;
pub(crate) mod work_email;

pub use connection::Database;
pub(crate) use connection::{ForeignDatabase, begin, file_of, journals_of, url_of};
pub(crate) use lookups::Lookups;
use lookups::padded;
pub(crate) use start::{is_database_url, open_up_to_date, require_existing};
