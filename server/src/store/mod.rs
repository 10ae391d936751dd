//! The tables. Only this wing speaks SQL, imports SeaORM and names tables.
//!
//! A room holds the tables of one subject: `tables.rs` lists their columns, and the functions beside it read and write
//! them. `member`, `person` and `counts` have no tables of their own, and read the tables of other rooms. To add a
//! table, write its SQL as a new migration, list its columns in the room's `tables.rs`, and write a function for each
//! way in which a feature uses it. `account/member_setting.rs` is a short example, and `meeting/block.rs` is an example
//! with many rows for each member.

pub(crate) mod account;
pub mod audit;
pub(crate) mod connection;
pub(crate) mod counts;
pub mod file;
pub(crate) mod line;
pub(crate) mod meeting;
pub(crate) mod member;
pub(crate) mod news;
pub(crate) mod person;
pub(crate) mod profile;
pub mod review;
pub(crate) mod reviewer;

pub use connection::ids::{AccountId, CaseId, ChangeId, IntroductionId, MessageId, ReviewerId};
pub use connection::migrations::OtherVersion;
pub(crate) use connection::open::{OpenError, is_database_url, open_up_to_date, require_existing};
pub(crate) use connection::sqlite_file::{file_of, journals_of, url_of};
pub(crate) use connection::statement_times::STATEMENT_DURATION;
pub(crate) use connection::{CanRead, ForeignDatabase, begin};
pub use connection::{Database, ReadPool, Transaction, WritePool};
pub(crate) use member::batches::BatchedReads;
