//! Starts what the command line asks for.

use std::error::Error;
use std::io::{self, ErrorKind, Write as _, stderr, stdout};
use std::process::ExitCode;

use enmusubi_server::adapters::storage::{self, CheckError};
use enmusubi_server::cli::{Cli, Command, ConfigCommand};
use enmusubi_server::http;
use enmusubi_server::ops::backup;
use enmusubi_server::ops::config::ConfigError;
use enmusubi_server::ops::log;
use enmusubi_server::serve;
use enmusubi_server::{App, Clock, Config, Error as CallError};
use tokio::signal;

type Outcome = Result<(), Box<dyn Error>>;

#[tokio::main]
async fn main() -> ExitCode {
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(sentence) => {
            say_error(&sentence);
            return ExitCode::FAILURE;
        }
    };
    match Box::pin(run(cli)).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say_error(&sentence_of(error.as_ref()));
            ExitCode::FAILURE
        }
    }
}

/// Returns the text about the wrong setting if a setting is the cause, because an operator has no
/// use for the error code of a call.
fn sentence_of(error: &(dyn Error + 'static)) -> String {
    let detail = error.downcast_ref().and_then(CallError::detail);
    match detail.and_then(|detail| detail.downcast_ref::<ConfigError>()) {
        Some(sentence) => sentence.to_string(),
        None => error.to_string(),
    }
}

async fn run(cli: Cli) -> Outcome {
    // Everything that the server writes is personal: files are 0600 and folders 0700, also those that
    // a library makes.
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    // Two providers are linked in; without a choice rustls would panic at the first connection.
    // An error means that one was already chosen.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    if matches!(cli.command, Some(Command::Openapi)) {
        return Ok(say(http::openapi_json().trim_end())?);
    }
    let config = Config::load(cli.settings)?;
    let _log = log::start(config.log_json);
    match cli.command {
        None | Some(Command::Serve) => answer_requests(config).await,
        Some(Command::Migrate) => {
            App::open(config, Clock::system()).await?;
            Ok(())
        }
        Some(Command::Config(ConfigCommand::Check)) => {
            say(&config.to_string())?;
            for warning in config.warnings() {
                say(&format!("# Warning: {warning}"))?;
            }
            config.check_places()?;
            Ok(storage::check(&config.storage).await?)
        }
        Some(Command::Openapi) => Ok(()),
        Some(Command::Backup { folder }) => {
            let clock = Clock::system();
            let report = unless_stopped(Box::pin(backup::make(&config, &clock, &folder))).await?;
            report.require_all_files(&folder)?;
            Ok(say_report("The backup holds", &report)?)
        }
        Some(Command::Restore { folder }) => {
            let report = unless_stopped(Box::pin(backup::restore(&config, &folder))).await?;
            Ok(say_report("Restored:", &report)?)
        }
        Some(Command::Review(command)) => {
            let app = App::open_existing(config, Clock::system()).await?;
            Ok(say(&app.reviews.run(command).await?)?)
        }
    }
}

async fn answer_requests(config: Config) -> Outcome {
    config.check_places()?;
    for warning in config.warnings() {
        tracing::warn!("{warning}");
    }
    match storage::check(&config.storage).await {
        // What needs no files goes on, and the store may come back.
        Err(error @ CheckError::OutOfReach(_)) => tracing::error!("{error}"),
        checked => checked?,
    }
    let url = config.public_base_url.clone();
    let running = serve(config, Clock::system()).await?;
    tracing::info!(address = %running.address, %url, "Enmusubi is up");
    stop_signal().await?;
    Ok(running.stop().await?)
}

/// Work that clears up behind itself when it is dropped. Its threads may need another moment for
/// that, and the runtime waits for them before the program ends.
async fn unless_stopped<T, E>(work: impl Future<Output = Result<T, E>>) -> Result<T, Box<dyn Error>>
where
    E: Error + 'static,
{
    tokio::select! {
        // A signal that came before its handler would end the program, and leave what was begun.
        biased;
        stopped = stop_signal() => Err(stopped.map_or_else(Into::into, |()| "stopped".into())),
        done = work => Ok(done?),
    }
}

async fn stop_signal() -> std::io::Result<()> {
    let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())?;
    tokio::select! {
        result = signal::ctrl_c() => result,
        _ = terminate.recv() => Ok(()),
    }
}

fn say_report(begin: &str, report: &backup::Report) -> io::Result<()> {
    let backup::Report {
        n_files,
        size_bytes,
        n_lost,
    } = report;
    say(&format!(
        "{begin} the database and {n_files} files, {size_bytes} bytes."
    ))?;
    if *n_lost > 0 {
        say(&format!(
            "Warning: {n_lost} more files are shown by profiles, and the file store did not have them. \
             The manifest names them as lost."
        ))?;
    }
    Ok(())
}

/// Prints what the command was asked for. A reader that has seen enough, such as `head`, may have closed
/// the pipe; the command's work is done all the same.
fn say(text: &str) -> io::Result<()> {
    match writeln!(stdout(), "{text}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// The log is not open yet when the configuration is wrong.
fn say_error(text: &str) {
    // Without stderr the exit code is all that is left, and a panic would change it.
    let _ = writeln!(stderr(), "{text}");
}
