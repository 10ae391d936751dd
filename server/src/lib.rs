//! The thin HTTP API of Enmusubi.
//!
//! `api` speaks HTTP and calls the use cases (`registration`, `resubmission`, `session`, `member`,
//! `photo`, `review`, `work_email`, `export`, `deletion`, `client_log`), which know nothing of HTTP. What two of them share
//! is in `submission` and `replay`. They read and write tables through `store`, the only room that
//! names entities, ask LINE through `line`, send mail through `mail`, and keep files through
//! `storage`. `backup` keeps the embedded default's tables and files, and puts them back.
//! What is true of a profile is not decided here but in `enmusubi-core`.

pub mod api;
pub mod backup;
pub mod cli;
pub mod config;
pub mod registration;
pub mod session;
pub mod submission;

mod client_log;
mod deletion;
mod export;
mod member;
mod replay;
mod resubmission;

pub mod photo;
pub mod review;
mod work_email;

pub mod store;

pub mod image;
pub mod line;
pub mod log;
mod mail;
mod metrics;
pub mod pdf;
pub mod storage;

mod app;
mod batcher;
mod clock;
mod concurrency_limit;
mod disk;
mod entity;
mod error;
mod ip_prefix;
mod serve;
mod signature;
#[cfg(test)]
mod testing;

pub use app::App;
pub use clock::Clock;
pub use config::Config;
pub use error::{BrokenRule, Error, Result};
pub use serve::{Running, serve};
