//! The reasons why the server does not start, each in one sentence for the operator.

use std::fmt::{self, Display};

use thiserror::Error;

use crate::error::Error as CallError;

/// The largest part of a value that a sentence repeats, in characters.
const MAX_SHOWN_CHARS: usize = 100;

/// A reason why the server does not start. The text names the setting, says what is wrong with its value
/// and what to do, and repeats no secret.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("enmusubi.toml cannot be used: {0}.")]
    File(String),
    /// The server cannot work with a value.
    #[error("{name} {problem}.")]
    Value {
        /// The setting.
        name: String,
        /// The problem and what to do about it, written to be read after the name.
        problem: String,
    },
    /// Settings are missing that the server needs for LINE.
    #[error("Missing: {0}. Set them, or MOCK_ENABLE=true to try Enmusubi on this machine only.")]
    Missing(String),
    /// The mock of LINE would let anyone on the network sign in.
    #[error(
        "MOCK_ENABLE lets everyone in, so LISTEN must be a loopback address such as 127.0.0.1."
    )]
    MockOnNetwork,
    /// A rule of `ROUTE_RULES` is wrong. For example, a browser could not follow its redirect or
    /// would follow it for ever.
    #[error("ROUTE_RULES: the rule for {path:?} {problem}.")]
    RouteRule {
        /// The pattern as it was written.
        path: String,
        /// The problem, written to be read after the pattern.
        problem: &'static str,
    },
    /// The mock of LINE would let anyone on the web sign in.
    #[error(
        "MOCK_ENABLE lets everyone in, so PUBLIC_BASE_URL must not be an https URL of another \
         host than localhost: set LIFF_ID, LINE_CHANNEL_ID and LINE_BOT_ID instead of MOCK_ENABLE."
    )]
    MockOnTheWeb,
    /// A value is not text.
    #[error("{0} is not text in UTF-8: correct its value, or leave it out.")]
    NotText(String),
    /// The server can listen only once at one address and port.
    #[error("METRICS_LISTEN and LISTEN are the same address: choose another port.")]
    MetricsOnListen,
    /// The server cannot know whether the mock or LINE should sign users in.
    #[error("MOCK_ENABLE and LINE_CHANNEL_ID are both set: choose one.")]
    MockAndLine,
}

impl ConfigError {
    /// The value breaks a rule that `wanted` describes.
    pub(crate) fn must_be(name: &str, value: &str, wanted: &str) -> Self {
        Self::refused(name, value, &format!("but it must be {wanted}"))
    }

    /// [`ConfigError::must_be`] for a value that is secret or may hold a secret.
    pub(crate) fn secret_must_be(name: &str, _: &str, wanted: &str) -> Self {
        Self::of(name, format!("must be {wanted}"))
    }

    /// [`ConfigError::must_be`] for a URL, which may hold credentials in front of its host or in its
    /// query.
    pub(crate) fn url_must_be(name: &str, url: &str, wanted: &str) -> Self {
        if url.contains(['@', '?', '#']) {
            Self::secret_must_be(name, url, wanted)
        } else {
            Self::must_be(name, url, wanted)
        }
    }

    /// The value cannot be used for the reason that `problem` gives.
    pub(crate) fn refused(name: &str, value: impl Display, problem: &str) -> Self {
        Self::of(name, format!("is {}, {problem}", shown(&value.to_string())))
    }

    /// The value cannot be used. `problem` follows the name, which may be a key of the file, and does not
    /// repeat the value.
    pub(crate) fn of(name: &str, problem: impl Into<String>) -> Self {
        Self::Value {
            name: name.to_uppercase(),
            problem: problem.into(),
        }
    }
}

/// Every problem that the server found in its settings, at least one.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Problems(Vec<ConfigError>);

impl Problems {
    /// Runs a check. Returns its value if it noted no problem.
    pub(super) fn collect<T>(check: impl FnOnce(&mut Self) -> Option<T>) -> Result<T, Self> {
        let mut problems = Self::default();
        match check(&mut problems) {
            Some(value) => problems.or(value),
            None => Err(problems),
        }
    }

    /// Notes the problem of a value, or returns the value.
    pub(super) fn note<T>(&mut self, checked: Result<T, ConfigError>) -> Option<T> {
        checked.map_err(|problem| self.0.push(problem)).ok()
    }

    /// Notes a problem.
    pub(super) fn refuse<T>(&mut self, problem: ConfigError) -> Option<T> {
        self.note(Err(problem))
    }

    /// Returns the value if there is no problem.
    pub(super) fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }

    /// Returns the problem that the server found first.
    pub(super) fn into_first(mut self) -> ConfigError {
        self.0.swap_remove(0)
    }
}

impl From<ConfigError> for Problems {
    fn from(problem: ConfigError) -> Self {
        Self(vec![problem])
    }
}

impl std::error::Error for Problems {}

/// A line for each problem.
impl Display for Problems {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        formatter.write_str(&lines.join("\n"))
    }
}

/// A setting that turns out to be wrong while the server opens what it names.
impl From<ConfigError> for CallError {
    fn from(error: ConfigError) -> Self {
        Self::internal(error)
    }
}

/// Returns the value in one line, in quotation marks if its ends would be invisible without them.
fn shown(value: &str) -> String {
    let mut text: String = value.chars().take(MAX_SHOWN_CHARS).collect();
    if text.len() < value.len() {
        text.push('…');
    }
    let is_clear = !text.is_empty() && text.trim() == text && !text.contains(char::is_control);
    if is_clear { text } else { format!("{text:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_repeated_in_one_line_of_bounded_length() {
        for (value, sentence) in [
            ("a", "X is a, no."),
            ("", r#"X is "", no."#),
            (" a", r#"X is " a", no."#),
            ("a\nb", r#"X is "a\nb", no."#),
        ] {
            assert_eq!(ConfigError::refused("X", value, "no").to_string(), sentence);
        }
        let long = ConfigError::refused("X", "縁".repeat(101), "no").to_string();
        assert_eq!(long, format!("X is {}…, no.", "縁".repeat(100)));
    }

    #[test]
    fn a_url_that_may_hold_credentials_is_not_repeated() {
        for url in [
            "http://user:hunter2@host",
            "user:hunter2@",
            "http://host/?key=hunter2",
            "http://host/#hunter2",
        ] {
            let sentence = ConfigError::url_must_be("X", url, "a URL").to_string();
            assert_eq!(sentence, "X must be a URL.");
        }
    }
}
