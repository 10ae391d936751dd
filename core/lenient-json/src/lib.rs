//! Reads JSON that people and forms wrote.
//!
#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![warn(clippy::disallowed_methods)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod decimal;
mod from_serde;
mod number;
mod parser;
mod scalar;
mod scan;
mod text;
mod value;

pub use number::Number;
pub use parser::{MAX_DEPTH, ParseError, ParseOptions, parse};
pub use scalar::{ValueError, flag, integer, is_blank, number, text};
pub use text::{Lines, has_hidden_control, normalise, parse_number};
pub use value::{Json, Object};
