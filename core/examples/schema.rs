//! Prints the JSON Schema of the payload.

use std::error::Error;
use std::io::{Write, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    let schema = serde_json::to_string_pretty(&enmusubi_core::profile::json_schema())?;
    Ok(writeln!(stdout(), "{schema}")?)
}
