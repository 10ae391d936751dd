//! The command line: serve, and what an operator or reviewer does beside it.

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
