//! The tables. Only this wing speaks SQL, imports SeaORM and names entities.

pub(crate) mod account;
pub(crate) mod batches;
pub(crate) mod block;
pub(crate) mod conversation;
mod database;
mod database_error;
pub(crate) mod document;
mod entity;
pub(crate) mod idempotency;
pub(crate) mod introduction;
pub(crate) mod lease;
pub(crate) mod member;
pub(crate) mod member_setting;
mod migrations;
pub(crate) mod mock_clock;
pub(crate) mod news;
mod open;
pub(crate) mod person;
pub mod photo;
mod pool;
pub(crate) mod preference;
pub(crate) mod profile;
pub(crate) mod profile_change;
pub(crate) mod report;
pub mod review;
pub(crate) mod secret;
pub(crate) mod session;
pub(crate) mod snapshot;
mod sqlite_file;
pub mod upload;
pub(crate) mod work_email;

pub(crate) use batches::BatchedReads;
pub(crate) use database::{CanRead, ForeignDatabase, begin};
pub use database::{Database, ReadPool, Transaction, WritePool};
pub(crate) use open::{OpenError, is_database_url, open_up_to_date, require_existing};
pub(crate) use sqlite_file::{file_of, journals_of, url_of};
