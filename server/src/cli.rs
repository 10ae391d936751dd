//! The command line: the server, and the commands of operators and reviewers.

use std::path::PathBuf;

use chrono::NaiveDate;
use clap::builder::Resettable;
use clap::{Arg, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::features::audit::AuditCommand;
use crate::features::review::ReviewCommand;
use crate::features::reviewer::ReviewerCommand;
use crate::features::stats::StatsCommand;
use crate::ops::config::{Given, Settings};

const EXIT_CODES: &str = "Exit codes:
  0  the command did its work
  1  it failed, and the standard error says why
  2  the command line is wrong";

const EXIT_CODES_OF_BACKUP: &str = "Exit codes:
  0  the backup is complete
  1  there is no backup, or it lacks files that profiles show; the standard error says which of both
  2  the command line is wrong";

const WHERE_SETTINGS_ARE: &str = "Settings such as DATABASE_URL, STORAGE_URL and LOG_FORMAT come from the \
    environment and from enmusubi.toml. `enmusubi-server --help` lists them.\n\n";

/// Enmusubi's server.
#[derive(Debug, Parser)]
#[command(name = "enmusubi-server", version, about)]
pub struct Cli {
    /// The command. Without it, the server answers requests.
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Cli {
    /// Reads the command line, and the settings from flags and variables. Ends the process if the caller
    /// asks for help or if the command line is wrong.
    pub fn read() -> (Self, Given) {
        let matches = full_command().get_matches();
        let cli = Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        (cli, Given::new(&matches, |name| std::env::var_os(name)))
    }
}

/// Returns the command with the flags of the settings, which every command below it accepts too.
fn full_command() -> clap::Command {
    Cli::command()
        .mut_subcommands(|command| match command.get_name() {
            "serve" | "config" => with_exit_codes(command, ""),
            "openapi" => with_exit_codes(hide_settings(command), ""),
            _ => with_exit_codes(hide_settings(command), WHERE_SETTINGS_ARE),
        })
        .mut_subcommand("review", leave_out_unreadable_variables)
        .args(Settings::flags())
        .after_help(EXIT_CODES)
}

/// Leaves the settings out of the help of a command and of the commands below it.
fn hide_settings(command: clap::Command) -> clap::Command {
    command.args(Settings::flags().map(|flag| flag.hide(true)))
}

/// Adds a note and the exit codes to the help of a command and of the commands below it.
fn with_exit_codes(command: clap::Command, note: &'static str) -> clap::Command {
    let codes = match command.get_name() {
        "backup" => EXIT_CODES_OF_BACKUP,
        _ => EXIT_CODES,
    };
    command
        .after_help(format!("{note}{codes}"))
        .mut_subcommands(|below| with_exit_codes(below, note))
}

/// Applies [`leave_out_unreadable`] to a command and to the commands below it.
fn leave_out_unreadable_variables(command: clap::Command) -> clap::Command {
    command
        .mut_args(leave_out_unreadable)
        .mut_subcommands(leave_out_unreadable_variables)
}

/// Ignores a variable that is not text, so that the argument has its default. The variable is
/// `USER`, which a reviewer cannot correct as they could correct a setting.
fn leave_out_unreadable(arg: Arg) -> Arg {
    let value = arg.get_env().and_then(std::env::var_os);
    if value.is_some_and(|value| value.to_str().is_none()) {
        arg.env(Resettable::Reset)
    } else {
        arg
    }
}

/// A command of the program.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Answer requests (the default)
    Serve,
    /// Bring the tables up to date and stop
    Migrate,
    /// Check or explain the settings
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Check the channels at LINE
    #[command(subcommand)]
    Line(LineCommand),
    /// Print the OpenAPI document
    Openapi,
    /// Copy the SQLite database and the files to a new folder, also while the server runs
    Backup {
        /// The folder of the backup, which must not exist yet
        folder: PathBuf,
    },
    /// Put a backup where `DATABASE_URL` and `STORAGE_URL` lead, which must be empty
    Restore {
        /// A folder that `backup` made
        folder: PathBuf,
    },
    /// Make a day's introductions now, as the server does at `INTRODUCTION_TIME`
    Introduce {
        /// The day of the set, as YYYY-MM-DD: the latest day whose time has come (the default), or today
        #[arg(long)]
        day: Option<NaiveDate>,
    },
    /// Print how many members, cases, introductions, answers, matches, notes, messages and files there are
    Stats(StatsCommand),
    /// Decide about profiles
    #[command(subcommand)]
    Review(ReviewCommand),
    /// Add, list and remove the reviewers who work in the console
    #[command(subcommand)]
    Reviewer(ReviewerCommand),
    /// Check or print the log of the reviewers' acts
    #[command(subcommand)]
    Audit(AuditCommand),
}

/// A command about the settings.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Check the settings, and print their values and origins without secrets
    Check,
    /// Print the document about every setting
    Docs,
}

/// A command about the channels at LINE.
#[derive(Debug, Subcommand)]
pub enum LineCommand {
    /// Ask LINE whether each setting of LINE works, and say what is wrong
    Check,
}
