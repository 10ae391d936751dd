//! The command line: serve, and what an operator or reviewer does beside it.

use std::error::Error as _;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::config::{ConfigError, Settings};
use crate::review::ReviewCommand;

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
        Self::try_parse().map_err(|error| match sentence_of(&error) {
            Some(sentence) => sentence,
            None => error.exit(),
        })
    }
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
