//! Starts what the command line asks for.

use std::error::Error;
use std::io::IsTerminal as _;
use std::process::ExitCode;

use clap::Parser as _;
use enmusubi_server::cli::{Cli, Command, ConfigCommand};
use enmusubi_server::storage::{self, StorageTrouble};
use enmusubi_server::{App, Clock, Config, api, backup, review, serve};
use tokio::signal;
use tracing_subscriber::EnvFilter;

type Outcome = Result<(), Box<dyn Error>>;

#[tokio::main]
async fn main() -> ExitCode {
    match Box::pin(run(Cli::parse())).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say_error(&error.to_string());
            ExitCode::FAILURE
        }
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
        say(api::openapi_json().trim_end());
        return Ok(());
    }
    let config = Config::load(cli.settings)?;
    start_log(&config);
    match cli.command {
        None | Some(Command::Serve) => answer_requests(config).await,
        Some(Command::Migrate) => {
            App::open(config, Clock::system()).await?;
            Ok(())
        }
        Some(Command::Config(ConfigCommand::Check)) => {
            say(&config.to_string());
            for warning in config.warnings() {
                say(&format!("# Warning: {warning}"));
            }
            Ok(storage::check(&config.storage).await?)
        }
        Some(Command::Openapi) => Ok(()),
        Some(Command::Backup { folder }) => {
            let clock = Clock::system();
            let report = unless_stopped(Box::pin(backup::make(&config, &clock, &folder))).await?;
            say_report("The backup holds", &report);
            Ok(())
        }
        Some(Command::Restore { folder }) => {
            let report = unless_stopped(Box::pin(backup::restore(&config, &folder))).await?;
            say_report("Restored:", &report);
            Ok(())
        }
        Some(Command::Review(command)) => {
            let app = App::open(config, Clock::system()).await?;
            Ok(review::run(&app, command).await?)
        }
    }
}

async fn answer_requests(config: Config) -> Outcome {
    for warning in config.warnings() {
        tracing::warn!("{warning}");
    }
    match storage::check(&config.storage).await {
        // What needs no files goes on, and the store may come back.
        Err(trouble @ StorageTrouble::OutOfReach(_)) => tracing::error!("{trouble}"),
        checked => checked?,
    }
    let url = config.public_base_url.clone();
    let running = serve(config, Clock::system()).await?;
    tracing::info!(address = %running.address, %url, "Enmusubi is up");
    stop_signal().await?;
    Ok(running.stop().await?)
}

/// Work that clears up behind itself when it breaks off.
async fn unless_stopped<T, E>(work: impl Future<Output = Result<T, E>>) -> Result<T, Box<dyn Error>>
where
    E: Error + 'static,
{
    tokio::select! {
        done = work => Ok(done?),
        stopped = stop_signal() => Err(stopped.map_or_else(Into::into, |()| "stopped".into())),
    }
}

async fn stop_signal() -> std::io::Result<()> {
    let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())?;
    tokio::select! {
        result = signal::ctrl_c() => result,
        _ = terminate.recv() => Ok(()),
    }
}

fn say_report(begin: &str, report: &backup::Report) {
    let backup::Report {
        n_files,
        size_bytes,
        n_lost,
    } = report;
    say(&format!(
        "{begin} the database and {n_files} files, {size_bytes} bytes."
    ));
    if *n_lost > 0 {
        say(&format!(
            "Warning: {n_lost} more files are shown by profiles, and the file store did not have them. \
             The manifest names them as lost."
        ));
    }
}

fn start_log(config: &Config) {
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new("warn,enmusubi_server=info,client=info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    if config.log_json {
        log.json().init();
    } else {
        log.compact().init();
    }
}

#[expect(clippy::print_stdout, reason = "what the command was asked for")]
fn say(text: &str) {
    println!("{text}");
}

#[expect(
    clippy::print_stderr,
    reason = "the log is not open yet when the configuration is wrong"
)]
fn say_error(text: &str) {
    eprintln!("{text}");
}
