//! The effective values without secrets, as `config check` prints them.

use std::fmt;

use super::{Config, MailConfig, StorageConfig};

/// The settings of the LINE Login channel. They come first, because an operator copies them from one
/// page of LINE.
const FIRST: [&str; 5] = [
    "liff_id",
    "line_channel_id",
    "line_channel_secret",
    "line_bot_id",
    "line_api_base",
];

impl Config {
    /// Returns the key and the value of each setting that has an effect.
    pub(super) fn values(&self) -> Vec<(&'static str, String)> {
        let mut values = self.shown();
        values.retain(|(key, _)| self.has_effect(key));
        let place = |key| FIRST.iter().position(|first| *first == key);
        values.sort_by_key(|(key, _)| place(*key).unwrap_or(FIRST.len()));
        values
    }

    fn has_effect(&self, key: &str) -> bool {
        let allows_http = || match &self.storage {
            StorageConfig::Bucket(bucket) => bucket
                .endpoint
                .as_ref()
                .is_some_and(|it| it.scheme() == "http"),
            StorageConfig::Folder(_) => false,
        };
        match key {
            "line_messages_per_month" | "line_contact" => self.line.has_messages(),
            "mail_from" => matches!(self.mail, MailConfig::Smtp { .. }),
            "aws_allow_http" => allows_http(),
            _ if key == "liff_id" || key.starts_with("line_") => !self.line.is_mock(),
            _ => true,
        }
    }
}

/// The effective values, a line each.
impl fmt::Display for Config {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = self.values().into_iter();
        let lines: Vec<String> = values.map(line_of).collect();
        formatter.write_str(&lines.join("\n"))
    }
}

/// Returns the line of a file of variables.
pub(super) fn line_of((key, value): (&str, String)) -> String {
    format!("{}={value}", key.to_uppercase())
}
