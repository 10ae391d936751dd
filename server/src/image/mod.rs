//! Pictures as bytes: what they are, and how they are made small and anonymous. No I/O.

mod clean;
mod jpeg;
mod kind;

pub(crate) use clean::{Clean, Rejected, clean};
pub(crate) use kind::Kind;

#[cfg(test)]
mod tests;
