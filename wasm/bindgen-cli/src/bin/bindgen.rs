//! Makes the JavaScript glue and its types for a compiled WebAssembly file: `wasm-bindgen`'s own
//! command line, built from this workspace's lock file.

use std::process::ExitCode;

fn main() -> ExitCode {
    match wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => enmusubi_bindgen_cli::complain(&error),
    }
}
