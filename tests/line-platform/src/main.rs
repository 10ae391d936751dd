//! The stand-in for LINE as a program: prints its address, and runs until it is stopped.

use std::io::Write as _;
use std::process::ExitCode;

use enmusubi_line_platform::LinePlatform;

const USAGE: &str = "usage: enmusubi-line-platform [--listen 127.0.0.1:0]";

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // If even this write fails, the exit code alone must do.
            let _ = writeln!(std::io::stderr(), "{message}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let listen = match (words.next().as_deref(), words.next(), words.next()) {
        (None, None, None) => "127.0.0.1:0".to_owned(),
        (Some("--listen"), Some(address), None) => address,
        _ => return Err(USAGE.to_owned()),
    };
    let line = LinePlatform::start_at(&listen)
        .await
        .map_err(|error| format!("cannot listen on {listen}: {error}"))?;
    writeln!(std::io::stdout(), "{}", line.base).map_err(|error| error.to_string())?;
    tokio::signal::ctrl_c()
        .await
        .map_err(|error| error.to_string())
}
