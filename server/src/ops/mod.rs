//! The operator's wing: settings, backups, background jobs, metrics and the log.

pub mod backup;
pub mod config;
pub(crate) mod disk;
pub(crate) mod jobs;
pub mod log;
pub(crate) mod metrics;
pub(crate) mod open_database;
