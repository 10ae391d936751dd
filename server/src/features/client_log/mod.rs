//! Writes messages from the web app to the server's log, without personal data.

mod redact;

use std::str::FromStr;

/// The level of a message, as the page gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

/// The error for a word that is not a level of the page's logger.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct UnknownLevel;

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(word: &str) -> Result<Self, UnknownLevel> {
        match word {
            "fatal" | "error" => Ok(Self::Error),
            "warn" => Ok(Self::Warn),
            "log" | "info" | "success" => Ok(Self::Info),
            "debug" => Ok(Self::Debug),
            "trace" | "verbose" => Ok(Self::Trace),
            _ => Err(UnknownLevel),
        }
    }
}

/// Writes one line. Every client can send a message, so neither the text nor the level is reliable.
pub(crate) fn write(level: Level, message: &str) {
    let line = redact::line_of(message);
    match level {
        Level::Error => tracing::error!(target: "client", "{line}"),
        Level::Warn => tracing::warn!(target: "client", "{line}"),
        Level::Info => tracing::info!(target: "client", "{line}"),
        Level::Debug => tracing::debug!(target: "client", "{line}"),
        Level::Trace => tracing::trace!(target: "client", "{line}"),
    }
}

#[cfg(test)]
mod tests;
