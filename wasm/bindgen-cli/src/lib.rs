//! The failure report that the two wasm-bindgen tools share.

use std::fmt::Debug;
use std::io::Write;
use std::process::ExitCode;

/// Writes the error with its causes to standard error and returns the exit code of a failure.
pub fn fail(error: &dyn Debug) -> ExitCode {
    // If standard error is closed, the exit code still reports the failure.
    let _ = writeln!(std::io::stderr(), "error: {error:?}");
    ExitCode::FAILURE
}
