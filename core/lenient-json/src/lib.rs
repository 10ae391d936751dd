//! Reads JSON that people and forms wrote.
//!
//! A form holds `"170"` where the rules want 170, `" true "` where they want a boolean, and blank
//! text where nothing was entered. This crate reads such documents in two steps:
//!
//! 1. [`parse`] and [`ParseOptions::parse`] read one JSON text into a [`Json`] value, within bounds
//!    on its length and depth.
//! 2. [`text`], [`number`], [`integer`] and [`flag`] read one value as the type that a rule wants.
//!    `Ok(None)` means that the form holds nothing there.
//!
//! ```
//! use lenient_json::{Lines, ParseError, ParseOptions, ValueError};
//!
//! let options = ParseOptions {
//!     max_bytes: 1024,
//!     ..ParseOptions::EVERYTHING
//! };
//! let body = r#"{ "name": " Mei\r\nLin ", "height": "１７０", "smokes": "false", "city": " " }"#;
//! let form = options.parse(body.as_bytes()).unwrap();
//! let value = |name| form.get(name).unwrap_or(&lenient_json::Json::Null);
//!
//! assert_eq!(lenient_json::text(value("name"), Lines::Many), Ok(Some("Mei\nLin".into())));
//! assert_eq!(lenient_json::integer(value("height")), Ok(Some(170)));
//! assert_eq!(lenient_json::flag(value("smokes")), Ok(Some(false)));
//! assert_eq!(lenient_json::text(value("city"), Lines::One), Ok(None));
//! assert_eq!(lenient_json::number(value("absent")), Ok(None));
//! assert_eq!(lenient_json::flag(value("height")), Err(ValueError::WrongType));
//!
//! assert_eq!(options.parse(b"{} trailing"), Err(ParseError::Syntax { at: 3 }));
//! let longer = [b' '; 1025];
//! assert_eq!(options.parse(&longer), Err(ParseError::TooLong));
//! ```
//!
//! # Compared with `serde_json`
//!
//! The grammar is that of RFC 8259, as in `serde_json`, with three differences:
//!
//! - An unpaired surrogate (`"\ud83d"`) becomes U+FFFD instead of an error.
//! - A number beyond `f64` (`1e999`) becomes infinite instead of an error, so that the caller can
//!   report it for its field and not for the whole document.
//! - The number is the nearest `f64`. `serde_json` may be wrong in the last bits by default.
//!
//! Text without escapes and number literals are borrowed from the input, and a number is converted
//! only when the caller reads it. Nesting ends at [`MAX_DEPTH`] levels, so hostile input cannot
//! overflow the stack.
//!
//! The crate has no I/O, no clock and no `unsafe` code, and is small enough for a web page: the
//! conversion of decimals takes a few hundred bytes of WebAssembly where the standard library's
//! tables take 14 kB gzipped.
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
