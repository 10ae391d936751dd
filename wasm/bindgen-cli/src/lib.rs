//! What the two wasm-bindgen tools share: how they report that they failed.

use std::fmt::Debug;
use std::io::Write;
use std::process::ExitCode;

/// Writes the error with its causes to standard error and gives the exit code of a failure.
pub fn complain(error: &dyn Debug) -> ExitCode {
    // Without a standard error there is nobody left to tell: the exit code still says it.
    let _ = writeln!(std::io::stderr(), "error: {error:?}");
    ExitCode::FAILURE
}
