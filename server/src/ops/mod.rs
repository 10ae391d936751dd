//! The operator's wing: settings, backups, metrics, the log, the stop signals, and the banner for
//! developers.

pub mod backup;
pub mod banner;
pub mod config;
pub mod log;
pub(crate) mod metrics;
pub(crate) mod open_database;
pub mod stop_signals;
