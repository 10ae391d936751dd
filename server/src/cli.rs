//! The command line: serve, and what an operator or reviewer does beside it.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::config::Settings;
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
