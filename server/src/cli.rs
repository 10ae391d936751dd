//! The command line: serve, and what an operator or reviewer does beside it.

use std::error::Error as _;
use std::path::PathBuf;

use clap::builder::Resettable;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{
    Arg, ArgMatches, Args as _, CommandFactory as _, FromArgMatches as _, Parser, Subcommand,
};

use crate::features::review::ReviewCommand;
use crate::ops::config::{ConfigError, Settings, read_text};

/// Enmusubi's server.
#[derive(Debug, Parser)]
#[command(name = "enmusubi-server", version, about)]
pub struct Cli {
    /// Values that win over the environment and `enmusubi.toml`.
    #[command(flatten)]
    pub settings: Settings,
    /// What to do; without it, serve.
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Cli {
    /// Reads the command line and the environment. Returns an error text if the value of a setting
    /// is wrong. Ends the process if the caller asks for help or the arguments are no command.
    pub fn read() -> Result<Self, String> {
        Self::try_read().map_err(|error| {
            if error.kind() == ErrorKind::DisplayHelp {
                // `try_read` leaves the variables out, and the help shows them.
                Self::command().get_matches();
            }
            sentence_of(&error).unwrap_or_else(|| error.exit())
        })
    }

    fn try_read() -> Result<Self, clap::Error> {
        let command = Self::command().mut_args(read_text).mut_args(leave_out);
        let command = command.mut_subcommand("review", |review| {
            review.mut_subcommands(|decision| decision.mut_args(leave_out_unreadable))
        });
        let matches = command.try_get_matches()?;
        let mut cli = Self::from_arg_matches(&matches)?;
        cli.settings = cli.settings.or(environment_beside(&matches)?);
        Ok(cli)
    }
}

/// Reads from the environment the settings that have no flag or an empty one. A parser that reads flags
/// and environment together would take an empty flag for a value.
fn environment_beside(flags: &ArgMatches) -> Result<Settings, clap::Error> {
    let has_flag = |id: &str| {
        let is_flag = flags.value_source(id) == Some(ValueSource::CommandLine);
        let mut values = flags.get_raw(id).into_iter().flatten();
        is_flag && values.any(|value| !value.is_empty())
    };
    let command = Settings::augment_args(clap::Command::new("environment"));
    let command = command.mut_args(read_text);
    let command = command.mut_args(|arg| {
        if has_flag(arg.get_id().as_str()) {
            leave_out(arg)
        } else {
            arg
        }
    });
    Settings::from_arg_matches(&command.try_get_matches_from([""])?)
}

/// Leaves out a variable that is no text. The name of the user who runs a command is no setting that
/// they could correct, and the default of the argument stands in for it.
fn leave_out_unreadable(arg: Arg) -> Arg {
    let value = arg.get_env().and_then(std::env::var_os);
    if value.is_some_and(|value| value.to_str().is_none()) {
        leave_out(arg)
    } else {
        arg
    }
}

/// Leaves the environment out.
fn leave_out(arg: Arg) -> Arg {
    arg.env(Resettable::Reset)
}

/// Our own sentence, where the parser of a setting found the error.
pub(crate) fn sentence_of(error: &clap::Error) -> Option<String> {
    let error = error.source()?.downcast_ref::<ConfigError>();
    error.map(ToString::to_string)
}

/// What can be done.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Answer requests (the default)
    Serve,
    /// Bring the tables up to date and stop
    Migrate,
    /// Look at the configuration
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Print the OpenAPI document
    Openapi,
    /// Copy the SQLite database and the files to a new folder, also while the server runs
    Backup {
        /// Must not be there yet
        folder: PathBuf,
    },
    /// Put a backup where `DATABASE_URL` and `STORAGE_URL` lead, which must be empty
    Restore {
        /// What `backup` has written
        folder: PathBuf,
    },
    /// Decide about profiles
    #[command(subcommand)]
    Review(ReviewCommand),
}

/// What can be done about the configuration.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Check it and print the effective values, without secrets
    Check,
}
