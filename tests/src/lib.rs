//! The vectors of `tests/vectors/server`, which only the server answers, and helpers for the suites of several crates:
//! parts of pictures, and a PostgreSQL cluster. The crate `enmusubi-conformance` has the other vectors.

pub mod answer;
pub mod conversation;
mod database_kind;
pub mod messages;
pub mod png;
#[cfg(unix)]
pub mod postgres;
pub mod privacy;
pub mod safety;

pub use database_kind::DatabaseKind;
