//! The settings of the operator, from their declaration to a checked [`Config`].

mod apart;
mod api_path;
mod bounds;
mod check;
mod database;
mod docs;
mod error;
mod line;
mod load;
mod mail;
mod otlp;
mod places;
mod route_rules;
mod settings;
mod storage;
#[cfg(test)]
mod tests;
mod trusted_proxies;
mod values;
mod web_address;

pub use bounds::Bounds;
pub(crate) use check::without_password;
pub use docs::write as write_docs;
pub use error::{ConfigError, Problems};
pub use load::{Given, Loaded};
pub use mail::MailConfig;
pub(crate) use places::{cannot_listen, problem_of_folder};
pub use route_rules::{RouteRule, RouteRuleSetting, RouteRules, RouteRulesSetting};
pub use settings::Settings;
pub use storage::{AccessKey, BucketConfig, StorageConfig};
pub use trusted_proxies::{NoAddresses, TrustedProxies};

use std::net::SocketAddr;
use std::path::PathBuf;

use chrono::NaiveTime;
use chrono_tz::Tz;
use secrecy::SecretString;
use url::Url;

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

/// The checked settings. A server can start with them.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address of the app.
    pub listen: SocketAddr,
    /// Address of the metrics for Prometheus. Without it the server counts nothing.
    pub metrics_listen: Option<SocketAddr>,
    /// The OpenTelemetry collector that gets a span of each request. Without it the server sends none.
    pub otlp_endpoint: Option<Url>,
    /// `sqlite://…` or `postgres://…`; may hold a password.
    pub database_url: SecretString,
    /// Place of users' files.
    pub storage: StorageConfig,
    /// The most memory that pictures in other sizes take. With 0, the server makes each picture again for each request.
    pub image_cache_bytes: u64,
    /// Address at which users reach the app. Its path is the base of every route, but the server
    /// does not start with one: the page works only at the root of a host
    /// ([`Config::check_places`]).
    pub public_base_url: Url,
    /// Base of the API below the app's base, such as `/api`.
    pub api_server_path: String,
    /// The issuer of ID tokens: LINE or the mock.
    pub line: LineConfig,
    /// The destination of mail.
    pub mail: MailConfig,
    /// Key of the hashes of work mailboxes. Without it, a leaked database alone reveals whose mailboxes
    /// it contains.
    pub work_email_key: Option<SecretString>,
    /// Time zone of the calendar that decides the date of today.
    pub time_zone: Tz,
    /// Time of day at which members get their introductions.
    pub introduction_time: NaiveTime,
    /// The most introductions of a member on a day.
    pub introductions_per_day: u16,
    /// The percentage of approvals that a second reviewer decides again.
    pub second_look_percent: u8,
    /// The proof of age that new members give.
    pub age_proof: AgeProofSetting,
    /// Currency of the brackets of income, as a code of ISO 4217.
    pub income_currency: String,
    /// True if the server limits how often a client may call. False in tests and benchmarks.
    pub rate_limit: bool,
    /// True if registrations share commits, with SQLite. False in benchmarks.
    pub group_commit: bool,
    /// The limits of what the server does at the same time.
    pub bounds: Bounds,
    /// The proxies that the server believes about the address of a client.
    pub trusted_proxies: TrustedProxies,
    /// Redirects of addresses of the app.
    pub route_rules: RouteRules,
    /// The folder of the built web app.
    pub web_root: PathBuf,
    /// True if the log is JSON, false if it is for people.
    pub log_json: bool,
}

/// The issuer of ID tokens: LINE, or a mock inside the server.
#[derive(Debug, Clone)]
pub enum LineConfig {
    /// LINE issues the ID tokens.
    Line {
        /// The LIFF app that the page runs in.
        liff_id: String,
        /// The channel for which LINE must have issued an ID token.
        channel_id: String,
        /// The secret that authenticates the server as the channel. Without it, the server cannot withdraw
        /// the app's permission at LINE when a person deletes their account.
        channel_secret: Option<SecretString>,
        /// The bot. The app sends people who have not added it to its add-friend page.
        bot_id: String,
        /// Address of LINE's API.
        api_base: Url,
        /// The official account's own channel. Without it, members get no messages in LINE.
        messaging: Option<Box<MessagingConfig>>,
    },
    /// The server signs ID tokens itself. Only possible on the loopback interface.
    Mock,
}

/// The Messaging API channel of the official account.
#[derive(Debug, Clone)]
pub struct MessagingConfig {
    /// The token with which the server sends messages.
    pub access_token: SecretString,
    /// The secret with which LINE signs the events that it sends.
    pub channel_secret: SecretString,
    /// The most messages of a month.
    pub per_month: u32,
    /// The address at which people can write to the operator: a mail address or an https URL.
    pub contact: Option<String>,
}

impl LineConfig {
    /// Returns true for the mock.
    pub const fn is_mock(&self) -> bool {
        matches!(self, Self::Mock)
    }

    /// Returns true if members get messages in LINE about their news.
    pub const fn has_messages(&self) -> bool {
        matches!(
            self,
            Self::Line {
                messaging: Some(_),
                ..
            }
        )
    }

    /// Returns the address at which people can write to the operator.
    pub fn contact(&self) -> Option<&str> {
        match self {
            Self::Line {
                messaging: Some(messaging),
                ..
            } => messaging.contact.as_deref(),
            Self::Line {
                messaging: None, ..
            }
            | Self::Mock => None,
        }
    }
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
