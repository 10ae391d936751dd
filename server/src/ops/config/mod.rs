//! The settings of the operator, from their declaration to a checked [`Config`].

mod apart;
mod api_path;
mod bounds;
mod check;
mod conditions;
mod database;
mod docs;
mod error;
mod line;
mod load;
mod mail;
mod places;
mod route_rules;
mod settings;
mod shown;
mod storage;
#[cfg(test)]
mod tests;
mod trusted_proxies;
mod types;
mod web_address;

pub use bounds::Bounds;
pub(crate) use database::without_password;
pub use docs::write as write_docs;
pub use error::{ConfigError, Problems};
pub use line::{LineConfig, MessagingConfig};
pub use load::{Given, Loaded};
pub use mail::MailConfig;
pub(crate) use places::{cannot_listen, problem_of_folder};
pub use route_rules::{RouteRule, RouteRuleSetting, RouteRules, RouteRulesSetting};
pub use settings::{Config, Settings};
pub use storage::{AccessKey, BucketConfig, StorageConfig};
pub use trusted_proxies::{NoAddresses, TrustedProxies};

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

    const fn lacks_channel_secret(&self) -> bool {
        matches!(
            self.line,
            LineConfig::Line {
                channel_secret: None,
                ..
            }
        )
    }

    /// Returns a sentence for the operator for each feature that works only in part, and for a mock that a
    /// network may reach.
    pub fn warnings(&self) -> Vec<&'static str> {
        let has_mail = self.mail.is_there();
        let mail = (!has_mail).then_some(
            "SMTP_URL is not set. No mail goes out, so people cannot confirm an employment by work e-mail.",
        );
        let secret = self.lacks_channel_secret().then_some(
            "LINE_CHANNEL_SECRET is not set. A person who deletes their account has to withdraw the \
             app's permission in LINE's settings themselves.",
        );
        let messages = (!self.line.is_mock() && !self.line.has_messages()).then_some(
            "LINE_CHANNEL_ACCESS_TOKEN is not set. Members find their news in the app only, and get no message \
             in LINE.",
        );
        let is_mock_elsewhere =
            self.line.is_mock() && !web_address::is_on_this_machine(&self.public_base_url);
        let mock = is_mock_elsewhere.then_some(
            "MOCK_ENABLE lets everyone in, and PUBLIC_BASE_URL is not an address of this machine. Anyone who \
             reaches that address can sign in as any person.",
        );
        mail.into_iter()
            .chain(secret)
            .chain(messages)
            .chain(mock)
            .collect()
    }
}
