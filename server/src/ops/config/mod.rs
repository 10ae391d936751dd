//! What the operator decides: flags over environment over `enmusubi.toml` over defaults.

mod apart;
mod api_path;
mod bounds;
mod check;
mod database;
mod error;
mod image_cache;
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
mod web_address;

pub use bounds::Bounds;
pub(crate) use check::without_password;
pub use error::ConfigError;
pub use image_cache::ImageCacheConfig;
pub use mail::MailConfig;
pub(crate) use places::{cannot_listen, problem_of_folder};
pub use route_rules::{RouteRule, RouteRuleSetting, RouteRules, RouteRulesSetting};
pub use settings::Settings;
pub(crate) use settings::read_text;
pub use storage::{AccessKey, BucketConfig, StorageConfig};
pub use trusted_proxies::{NoAddresses, TrustedProxies};

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;

use chrono_tz::Tz;
use secrecy::SecretString;
use url::Url;

/// Every decision, checked; a server that has one can start.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address of the app.
    pub listen: SocketAddr,
    /// Where Prometheus reads the metrics; none are kept where there is none.
    pub metrics_listen: Option<SocketAddr>,
    /// The OpenTelemetry collector that is told of requests; nobody is where there is none.
    pub otlp_endpoint: Option<Url>,
    /// `sqlite://…` or `postgres://…`; may hold a password.
    pub database_url: SecretString,
    /// Where users' files are.
    pub storage: StorageConfig,
    /// Where made pictures are kept, and how many.
    pub image_cache: ImageCacheConfig,
    /// Where users reach the app; its path is the app's base.
    pub public_base_url: Url,
    /// Base of the API below the app's base, such as `/api`.
    pub api_server_path: String,
    /// Who vouches for LINE users.
    pub line: LineConfig,
    /// How mail goes out.
    pub mail: MailConfig,
    /// Without it a copy of the database would be enough to find out whose mailboxes are in it.
    pub work_email_key: Option<SecretString>,
    /// Whose calendar `today` is.
    pub time_zone: Tz,
    /// Off for tests and benchmarks.
    pub rate_limit: bool,
    /// Whether registrations share commits, with SQLite; off for benchmarks.
    pub group_commit: bool,
    /// How much is taken on at once.
    pub bounds: Bounds,
    /// Whose word about a client's address counts.
    pub trusted_proxies: TrustedProxies,
    /// Which of the app's addresses lead elsewhere.
    pub route_rules: RouteRules,
    /// The folder of the built web app.
    pub web_root: PathBuf,
    /// Log lines as JSON rather than for eyes.
    pub log_json: bool,
}

/// LINE itself, or a stand-in inside the server.
#[derive(Debug, Clone)]
pub enum LineConfig {
    /// LINE's servers vouch.
    Line {
        /// The LIFF app that the page runs in.
        liff_id: String,
        /// The channel that ID tokens must be made out to.
        channel_id: String,
        /// Proves to LINE that we are the channel; without it LINE is not told of deleted accounts.
        channel_secret: Option<SecretString>,
        /// The bot whose add-friend page strangers are sent to.
        bot_id: String,
        /// Where LINE's API is.
        api_base: Url,
    },
    /// The server signs ID tokens itself; only ever on the loopback interface.
    Mock,
}

impl LineConfig {
    /// Whether the stand-in is used.
    pub const fn is_mock(&self) -> bool {
        matches!(self, Self::Mock)
    }
}

impl Config {
    /// The path under which everything is served: empty, or `/app`.
    pub fn base_path(&self) -> &str {
        self.public_base_url.path().trim_end_matches('/')
    }

    /// The path of the API as a browser sees it: `/api`, or `/app/api`.
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

    /// What works only in part, for the operator.
    pub fn warnings(&self) -> Vec<&'static str> {
        let has_base = !self.base_path().is_empty();
        let base = has_base.then_some(
            "PUBLIC_BASE_URL has a path. The API answers below it, but the page expects to be at the \
             root of its host and stays blank.",
        );
        let has_mail = self.mail.is_there();
        let mail = (!has_mail).then_some(
            "SMTP_URL is not set. No mail goes out, so nobody can prove an employment by work e-mail.",
        );
        let secret = self.lacks_channel_secret().then_some(
            "LINE_CHANNEL_SECRET is not set. Whoever deletes their account has to withdraw the app's \
             permission in LINE's settings themselves.",
        );
        base.into_iter().chain(mail).chain(secret).collect()
    }
}

/// The effective values, without secrets: what `config check` prints.
impl fmt::Display for Config {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "LISTEN={}", self.listen)?;
        if let Some(address) = self.metrics_listen {
            writeln!(formatter, "METRICS_LISTEN={address}")?;
        }
        if let Some(endpoint) = &self.otlp_endpoint {
            writeln!(formatter, "OTLP_ENDPOINT={endpoint}")?;
        }
        writeln!(
            formatter,
            "DATABASE_URL={}",
            check::without_password(&self.database_url)
        )?;
        writeln!(formatter, "STORAGE_URL={}", self.storage)?;
        if let StorageConfig::Bucket(bucket) = &self.storage {
            storage::write_bucket(formatter, bucket)?;
        }
        let ImageCacheConfig { folder, max_bytes } = &self.image_cache;
        writeln!(formatter, "IMAGE_CACHE_DIR={}", folder.display())?;
        writeln!(formatter, "IMAGE_CACHE_MB={}", max_bytes / 1024 / 1024)?;
        writeln!(formatter, "PUBLIC_BASE_URL={}", self.public_base_url)?;
        writeln!(formatter, "API_SERVER_PATH={}", self.api_server_path)?;
        writeln!(formatter, "MOCK_ENABLE={}", self.line.is_mock())?;
        if let LineConfig::Line {
            liff_id,
            channel_id,
            channel_secret,
            bot_id,
            api_base,
        } = &self.line
        {
            writeln!(formatter, "LIFF_ID={liff_id}")?;
            writeln!(formatter, "LINE_CHANNEL_ID={channel_id}")?;
            if channel_secret.is_some() {
                writeln!(formatter, "LINE_CHANNEL_SECRET=***")?;
            }
            writeln!(formatter, "LINE_BOT_ID={bot_id}")?;
            writeln!(formatter, "LINE_API_BASE={api_base}")?;
        }
        if let MailConfig::Smtp { url, from } = &self.mail {
            writeln!(formatter, "SMTP_URL={}", check::without_password(url))?;
            writeln!(formatter, "MAIL_FROM={from}")?;
        }
        if self.work_email_key.is_some() {
            writeln!(formatter, "WORK_EMAIL_KEY=***")?;
        }
        writeln!(formatter, "TIME_ZONE={}", self.time_zone)?;
        writeln!(
            formatter,
            "RATE_LIMIT={}",
            if self.rate_limit { "on" } else { "off" }
        )?;
        writeln!(
            formatter,
            "GROUP_COMMIT={}",
            if self.group_commit { "on" } else { "off" }
        )?;
        writeln!(formatter, "{}", self.bounds)?;
        writeln!(formatter, "TRUSTED_PROXIES={}", self.trusted_proxies)?;
        writeln!(formatter, "ROUTE_RULES={}", self.route_rules)?;
        writeln!(formatter, "WEB_ROOT={}", self.web_root.display())?;
        write!(
            formatter,
            "LOG_FORMAT={}",
            if self.log_json { "json" } else { "compact" }
        )
    }
}
