//! Runs a test binary compiled to WebAssembly in Node. `.cargo/config.toml` names this program as the
//! runner of the wasm32 target.

use std::process::ExitCode;

fn main() -> ExitCode {
    match wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => enmusubi_bindgen_cli::fail(&error),
    }
}
