//! The settings of the operator, from their declaration to a checked [`Config`].

mod apart;
mod api_path;
mod check;
mod database;
mod docs;
mod error;
mod line;
mod load;
mod mail;
mod places;
mod route_rules;
mod settings;
mod storage;
#[cfg(test)]
mod tests;
mod trusted_proxies;
mod types;
mod web_address;

pub(crate) use database::without_password;
pub use docs::write as write_docs;
pub use error::{ConfigError, Problems};
pub use line::{LineConfig, MessagingConfig};
pub use load::{Given, Loaded};
pub use mail::MailConfig;
pub(crate) use places::{cannot_listen, problem_of_folder};
pub use route_rules::{RouteRule, RouteRules, RouteRulesSetting};
pub use settings::{Config, Settings};
pub use storage::{AccessKey, BucketConfig, StorageConfig};
pub use trusted_proxies::{NoAddresses, TrustedProxies};

use std::time::Duration;

/// The proof of age that new members give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgeProofSetting {
    /// None.
    Off,
    /// A photo of a document.
    Required,
}

impl AgeProofSetting {
    /// Returns true if each new member proves the age.
    pub fn is_required(self) -> bool {
        self == Self::Required
    }
}

/// The format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// A line for people.
    Compact,
    /// An object for programs.
    Json,
}

impl Config {
    /// Returns the path below which the server serves everything: empty, or `/app`.
    pub fn base_path(&self) -> &str {
        self.public_base_url.path().trim_end_matches('/')
    }

    /// Returns the path of the API as a browser sees it: `/api`, or `/app/api`.
    pub fn api_path(&self) -> String {
        format!("{}{}", self.base_path(), self.api_server_path)
    }

    /// Returns the time of one request, from its head to its answer. A long body gets more.
    pub fn request_timeout(&self) -> Duration {
        Duration::from_secs(self.request_timeout)
    }

    /// Returns the number of callers that may wait for LINE's keys at once. It is half of the uploads:
    /// the other half of the permits stays free for people whose key is known. With a single upload at
    /// a time, one caller may still wait.
    pub(crate) fn max_waiting_for_keys(&self) -> usize {
        (self.max_uploads / 2).max(1)
    }

    /// Returns a sentence for the operator for each feature that works only in part, and for a mock that a
    /// network may reach.
    pub fn warnings(&self) -> Vec<&'static str> {
        let is_mock = self.line.is_mock();
        let is_local = web_address::is_on_this_machine(&self.public_base_url);
        let has_secret = !matches!(
            &self.line,
            LineConfig::Line {
                channel_secret: None,
                ..
            }
        );
        let warnings = [
            (!self.mail.is_there()).then_some(
                "SMTP_URL is not set. No mail goes out, so people cannot confirm an employment by work e-mail.",
            ),
            (!has_secret).then_some(
                "LINE_CHANNEL_SECRET is not set. A person who deletes their account has to withdraw the \
                 app's permission in LINE's settings themselves.",
            ),
            (!is_mock && !self.line.has_messages()).then_some(
                "LINE_CHANNEL_ACCESS_TOKEN is not set. Members find their news in the app only, and get no \
                 message in LINE.",
            ),
            (is_mock && !is_local).then_some(
                "MOCK_ENABLE lets everyone in, and PUBLIC_BASE_URL is not an address of this machine. Anyone \
                 who reaches that address can sign in as any person.",
            ),
        ];
        warnings.into_iter().flatten().collect()
    }
}
