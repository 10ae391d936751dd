//! Makes the JavaScript glue and its types for a compiled WebAssembly file, as a bundler takes them:
//! `bindgen INPUT NAME FOLDER`.
//!
//! `wasm-bindgen` has a command line of its own. Its crate also holds the test runner, whose HTTP server
//! and client take longer to build than the glue's maker.

use std::env::args_os;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<_> = args_os().skip(1).collect();
    let [input, name, folder] = arguments.as_slice() else {
        return enmusubi_bindgen_cli::fail(&"usage: bindgen INPUT NAME FOLDER");
    };
    let Some(name) = name.to_str() else {
        return enmusubi_bindgen_cli::fail(&"the name should be text");
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(name).typescript(true);
    match bindgen.bundler(true).and_then(|it| it.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => enmusubi_bindgen_cli::fail(&error),
    }
}
