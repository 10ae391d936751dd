//! The operator's wing: settings, backups, background jobs, metrics, the log, and what a developer
//! sees at the start.

pub mod backup;
pub mod banner;
pub mod config;
pub(crate) mod disk;
pub(crate) mod jobs;
pub mod log;
pub(crate) mod metrics;
pub(crate) mod open_database;
pub mod stop_signals;
