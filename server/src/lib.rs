//! The server of Enmusubi, in five wings: thin handlers over use cases, which alone know the tables and the adapters.
//!
//! - `http` speaks HTTP: the calls by journey, the handlers, the checks before them, and the sockets.
//! - `features` holds the use cases, each a step that a user would name. They know nothing of HTTP.
//! - `store` is the only wing with SQL.
//! - `adapters` talks to LINE, to the mail server and to the file store.
//! - `ops` is the operator's wing: settings, backups, metrics and the log.
//!
//! `app` builds the parts of one instance from these wings, `serve` starts and stops them, and `jobs`
//! drives the background jobs.
//!
//! The rules of a profile live in `enmusubi-core`, and the decoding of untrusted pictures in `enmusubi-image`.

pub mod adapters;
pub mod cli;
pub mod features;
pub mod http;
pub mod ops;
pub mod store;

mod app;
mod clock;
mod disk;
mod error;
mod jobs;
mod serve;
mod terminal;
#[cfg(test)]
mod testing;

pub use app::App;
pub use clock::{Clock, Millis};
pub use error::{BrokenRule, Error, ErrorCode, Result};
pub use ops::config::Config;
pub use serve::{Running, serve};
