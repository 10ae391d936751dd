//! Makes the JavaScript glue and its types for a compiled WebAssembly file: `bindgen INPUT NAME FOLDER`
//! writes `NAME_bg.wasm`, `NAME.js` and `NAME.d.ts` for a bundler.
//!
//! `wasm-bindgen` has a command line of its own, but the crate of it also holds the test runner with an
//! HTTP server and an HTTP client, which take longer to build than everything else of `./just run`'s tools.

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
