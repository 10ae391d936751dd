//! The operator's wing: settings, backups, metrics, the log, and what a developer
//! sees at the start.

pub mod backup;
pub mod banner;
pub mod config;
pub mod log;
pub(crate) mod metrics;
pub(crate) mod open_database;
pub mod stop_signals;
