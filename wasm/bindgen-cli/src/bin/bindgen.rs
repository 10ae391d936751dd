//! Makes the JavaScript glue for a compiled WebAssembly file: `bindgen INPUT NAME FOLDER [web]`. Without `web`, a bundler
//! loads the glue, and it has types.
//!
//! `wasm-bindgen` has a command line of its own. Its crate also holds a runner of tests, whose HTTP server
//! and client take longer to build than the glue's maker; `wasm/run-tests.mjs` runs the tests instead.

use std::env::args_os;
use std::fmt::Debug;
use std::io::Write as _;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<_> = args_os().skip(1).collect();
    let (input, name, folder, is_web) = match arguments.as_slice() {
        [input, name, folder] => (input, name, folder, false),
        [input, name, folder, target] if target == "web" => (input, name, folder, true),
        _ => return fail(&"usage: bindgen INPUT NAME FOLDER [web]"),
    };
    let Some(name) = name.to_str() else {
        return fail(&"the name should be text");
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(name).typescript(!is_web);
    let chosen = if is_web {
        bindgen.web(true)
    } else {
        bindgen.bundler(true)
    };
    match chosen.and_then(|it| it.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// Writes the error with its causes to standard error and returns the exit code of a failure.
fn fail(error: &dyn Debug) -> ExitCode {
    // If standard error is closed, the exit code still reports the failure.
    let _ = writeln!(std::io::stderr(), "error: {error:?}");
    ExitCode::FAILURE
}
