//! Runs the command of the command line.

use std::env;
use std::error::Error;
use std::io::{self, ErrorKind, Write as _, stderr, stdout};
use std::process::{self, ExitCode};

use enmusubi_server::adapters::line::{self, Finding};
use enmusubi_server::adapters::storage::{self, CheckError};
use enmusubi_server::cli::{Cli, Command, ConfigCommand, LineCommand};
use enmusubi_server::features::audit::{AuditCommand, AuditError};
use enmusubi_server::ops::banner::banner;
use enmusubi_server::ops::config::{ConfigError, Given, Loaded, LogFormat, write_docs};
use enmusubi_server::ops::log::LogGuard;
use enmusubi_server::ops::stop_signals::StopSignals;
use enmusubi_server::ops::{backup, log};
use enmusubi_server::{App, Clock, Config, Error as CallError, http, serve};

type Outcome = Result<(), Box<dyn Error>>;

#[tokio::main]
async fn main() -> ExitCode {
    let (cli, given) = Cli::read();
    match Box::pin(run(cli.command, &given)).await {
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

async fn run(command: Option<Command>, given: &Given) -> Outcome {
    // Everything that the server writes is personal: files are 0600 and folders 0700, also those that
    // a library makes.
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    // Two providers are linked in; without a choice rustls would panic at the first connection.
    // An error means that one was already chosen.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    // These two commands need no settings.
    match command {
        Some(Command::Openapi) => return Ok(say(http::openapi_json().trim_end())?),
        Some(Command::Config(ConfigCommand::Docs)) => return Ok(say(write_docs()?.trim_end())?),
        _ => {}
    }
    let loaded = Loaded::load(given)?;
    let log = log::start(loaded.config.log_format == LogFormat::Json)?;
    match command {
        None | Some(Command::Serve) => answer_requests(loaded.config, log).await,
        Some(Command::Migrate) => {
            App::open(loaded.config, Clock::system()).await?;
            Ok(())
        }
        Some(Command::Config(ConfigCommand::Check)) => check(&loaded).await,
        Some(Command::Line(LineCommand::Check)) => check_line(&loaded.config).await,
        Some(Command::Openapi | Command::Config(ConfigCommand::Docs)) => Ok(()),
        Some(Command::Backup { folder }) => {
            let clock = Clock::system();
            let report =
                unless_stopped(Box::pin(backup::make(&loaded.config, &clock, &folder))).await?;
            report.require_all_files(&folder)?;
            Ok(say_report("The backup holds", &report)?)
        }
        Some(Command::Restore { folder }) => {
            let report = unless_stopped(Box::pin(backup::restore(&loaded.config, &folder))).await?;
            Ok(say_report("Restored:", &report)?)
        }
        Some(Command::Introduce { day }) => {
            let app = App::open_existing(loaded.config, Clock::system()).await?;
            let report = unless_stopped(Box::pin(app.daily_sets.introduce(day))).await?;
            Ok(say(&report.to_string())?)
        }
        Some(Command::Stats(command)) => {
            let app = App::open_existing(loaded.config, Clock::system()).await?;
            Ok(say(&unless_stopped(app.stats.run(&command)).await?)?)
        }
        Some(Command::Review(command)) => {
            let app = App::open_existing(loaded.config, Clock::system()).await?;
            Ok(say(&app.reviews.run(command).await?)?)
        }
        Some(Command::Reviewer(command)) => {
            let app = App::open_existing(loaded.config, Clock::system()).await?;
            Ok(say(&app.reviewers.run(command).await?)?)
        }
        Some(Command::Audit(command)) => Box::pin(audit(loaded.config, command)).await,
    }
}

/// Prints the audit log, or checks it. A reader who has seen enough closes the pipe, which is no failure.
async fn audit(config: Config, command: AuditCommand) -> Outcome {
    let app = App::open_existing(config, Clock::system()).await?;
    match app.audits.run(command, &mut stdout()).await {
        Err(AuditError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => Ok(done?),
    }
}

/// Prints the values and the warnings, and then every problem of the folders and of the bucket.
async fn check(loaded: &Loaded) -> Outcome {
    say(&loaded.to_string())?;
    let config = &loaded.config;
    for warning in config.warnings() {
        say(&format!("# Warning: {warning}"))?;
    }
    match (config.check_places(), storage::check(&config.storage).await) {
        (Err(places), Err(storage)) => Err(format!("{places}\n{storage}").into()),
        (places, storage) => {
            places?;
            Ok(storage?)
        }
    }
}

/// Prints what LINE says about each setting. Fails if one of them does not work.
async fn check_line(config: &Config) -> Outcome {
    let findings = line::check(config).await?;
    for finding in &findings {
        say(&finding.to_string())?;
    }
    let n_wrong = findings
        .iter()
        .filter(|it| matches!(it, Finding::Wrong(_)))
        .count();
    if n_wrong == 0 {
        return Ok(());
    }
    Err(format!("{n_wrong} of {} checks failed.", findings.len()).into())
}

async fn answer_requests(config: Config, log: LogGuard) -> Outcome {
    config.check_places()?;
    for warning in config.warnings() {
        tracing::warn!("{warning}");
    }
    match storage::check(&config.storage).await {
        // The calls that need no files work all the same, and the store may come back.
        Err(error @ CheckError::OutOfReach(_)) => tracing::error!("{error}"),
        checked => checked?,
    }
    let running = serve(config, Clock::system()).await?;
    // During the start, a signal ends the program at once.
    let mut signals = StopSignals::listen()?;
    let (address, config) = (running.address, &running.app.config);
    let program = env::args_os().next().unwrap_or_default();
    if let Some(banner) = banner(config, address, &program.to_string_lossy()) {
        // The server works without a terminal, too.
        let _ = say(&banner);
    }
    tracing::info!(%address, url = %config.public_base_url, "Enmusubi is up");
    let signal = signals.next().await;
    tracing::info!(
        signal,
        "Enmusubi is stopping. A second signal ends it at once"
    );
    let requests = running.requests.clone();
    tokio::select! {
        stopped = running.stop() => {
            stopped?;
            tracing::info!("Enmusubi has stopped");
            drop(log);
            // Returning would wait for threads that still decode the pictures of requests that were cut
            // off, and no signal would end that.
            process::exit(0);
        }
        signal = signals.next() => {
            let n_requests = requests.count();
            tracing::warn!(signal, n_requests, "Enmusubi ends at once and cuts off its requests");
            drop(log);
            process::exit(1);
        }
    }
}

/// Runs work until it is done or a signal stops it. The work removes its files when it is dropped. Its
/// threads may need another moment for that, and the runtime waits for them before the program ends.
async fn unless_stopped<T, E>(work: impl Future<Output = Result<T, E>>) -> Result<T, Box<dyn Error>>
where
    E: Error + 'static,
{
    // Listen before the work begins: otherwise a signal would end the program and leave the files.
    let mut signals = StopSignals::listen()?;
    tokio::select! {
        _ = signals.next() => Err("stopped".into()),
        done = work => Ok(done?),
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

/// Prints the result of a command. A reader such as `head` may have closed the pipe, which is no failure
/// of the command.
fn say(text: &str) -> io::Result<()> {
    match writeln!(stdout(), "{text}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Prints an error to the standard error, because the log is not open yet when a setting is wrong.
fn say_error(text: &str) {
    // If the standard error is closed, only the exit code is left, and a panic would change it.
    let _ = writeln!(stderr(), "{text}");
}
