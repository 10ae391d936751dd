//! From settings as written to a configuration a server can start with.

use std::net::SocketAddr;
use std::path::PathBuf;

use secrecy::{ExposeSecret, SecretString};
use thiserror::Error;
use url::Url;

use super::{Config, LineConfig, RouteRules, Settings, TrustedProxies};

/// LINE's own API, where nothing else is configured.
const LINE_API: &str = "https://api.line.me";

/// Why the server does not start; one sentence for the operator.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("enmusubi.toml cannot be used: {0}.")]
    File(String),
    /// A value is not what it should be.
    #[error("{name} should be {wanted}.")]
    Value {
        /// The setting.
        name: &'static str,
        /// What it should be.
        wanted: &'static str,
    },
    /// Values without which LINE users cannot be told apart.
    #[error("Missing: {0}. Set them, or MOCK_ENABLE=true to try Enmusubi on this machine only.")]
    Missing(String),
    /// The stand-in would vouch for anyone on the network.
    #[error(
        "MOCK_ENABLE lets everyone in, so LISTEN must be a loopback address such as 127.0.0.1."
    )]
    MockOnNetwork,
    /// A browser could not follow it, or would follow it for ever.
    #[error("ROUTE_RULES: the rule for {path:?} {problem}.")]
    RouteRule {
        /// The pattern as it was written.
        path: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// One of the two could not be opened.
    #[error("METRICS_LISTEN and LISTEN are the same address: choose another port.")]
    MetricsOnListen,
    /// It would be believed that spans are sent.
    #[error("OTLP_ENDPOINT wants a server that was built with --features otel.")]
    WithoutOtel,
    /// Which of the two vouches would be a guess.
    #[error("MOCK_ENABLE and LINE_CHANNEL_ID are both set: choose one.")]
    MockAndLine,
}

impl Settings {
    /// Fills in the defaults and refuses what cannot work.
    pub fn check(self) -> Result<Config, ConfigError> {
        let listen: SocketAddr = parse(
            "LISTEN",
            "an address with a port, such as 127.0.0.1:8080",
            self.listen.as_deref().unwrap_or("127.0.0.1:8080"),
        )?;
        let public_base_url: Url = parse(
            "PUBLIC_BASE_URL",
            "an http or https URL",
            &self
                .public_base_url
                .clone()
                .unwrap_or_else(|| format!("http://{listen}")),
        )?;
        let database_url = self
            .database_url
            .clone()
            .unwrap_or_else(|| "sqlite://data/enmusubi.db".to_owned());
        if !["sqlite:", "postgres://", "postgresql://"]
            .iter()
            .any(|it| database_url.starts_with(it))
        {
            return Err(ConfigError::Value {
                name: "DATABASE_URL",
                wanted: "a sqlite:// or postgres:// URL",
            });
        }
        let route_rules = match self.route_rules.clone() {
            Some(rules) => rules.check(&public_base_url, self.liff_id.as_deref())?,
            None => RouteRules::default(),
        };
        let trusted_proxies = match &self.trusted_proxies {
            Some(list) => parse(
                "TRUSTED_PROXIES",
                "IPv4 or IPv6 addresses or blocks of them (not all), separated by commas, such as 10.0.0.0/8,::1",
                list,
            )?,
            None => TrustedProxies::default(),
        };
        let storage = self.storage()?;
        Ok(Config {
            listen,
            metrics_listen: self.metrics_listen(listen)?,
            otlp_endpoint: self.otlp_endpoint()?,
            database_url: SecretString::from(database_url),
            image_cache: self.image_cache(&storage),
            storage,
            public_base_url,
            api_server_path: api_path(self.api_server_path.as_deref().unwrap_or("/api"))?,
            line: self.line(listen)?,
            mail: self.mail()?,
            work_email_key: self.work_email_key()?,
            time_zone: parse(
                "TIME_ZONE",
                "a name of the time zone database, such as Asia/Taipei",
                self.time_zone.as_deref().unwrap_or("Asia/Taipei"),
            )?,
            rate_limit: one_of(
                "RATE_LIMIT",
                "on or off",
                self.rate_limit.as_deref(),
                "on",
                "off",
            )?,
            group_commit: one_of(
                "GROUP_COMMIT",
                "on or off",
                self.group_commit.as_deref(),
                "on",
                "off",
            )?,
            bounds: self.bounds()?,
            trusted_proxies,
            route_rules,
            web_root: self.web_root.unwrap_or_else(|| PathBuf::from("web/dist")),
            log_json: !one_of(
                "LOG_FORMAT",
                "compact or json",
                self.log_format.as_deref(),
                "compact",
                "json",
            )?,
        })
    }

    fn metrics_listen(&self, listen: SocketAddr) -> Result<Option<SocketAddr>, ConfigError> {
        let Some(text) = self.metrics_listen.as_deref() else {
            return Ok(None);
        };
        let wanted = "an address with a port, such as 127.0.0.1:9464";
        let address: SocketAddr = parse("METRICS_LISTEN", wanted, text)?;
        // Any address of the machine is also each single one; port 0 is whichever is free.
        let is_same_host = address.ip() == listen.ip()
            || address.ip().is_unspecified()
            || listen.ip().is_unspecified();
        if is_same_host && address.port() == listen.port() && listen.port() != 0 {
            return Err(ConfigError::MetricsOnListen);
        }
        Ok(Some(address))
    }

    fn line(&self, listen: SocketAddr) -> Result<LineConfig, ConfigError> {
        if self.mock_enable == Some(true) {
            if self.line_channel_id.is_some() {
                return Err(ConfigError::MockAndLine);
            }
            if !listen.ip().is_loopback() {
                return Err(ConfigError::MockOnNetwork);
            }
            return Ok(LineConfig::Mock);
        }
        match (
            self.liff_id.clone(),
            self.line_channel_id.clone(),
            self.line_bot_id.clone(),
        ) {
            (Some(liff_id), Some(channel_id), Some(bot_id)) => Ok(LineConfig::Line {
                liff_id,
                channel_id,
                channel_secret: self.line_channel_secret.clone().map(SecretString::from),
                bot_id,
                api_base: parse(
                    "LINE_API_BASE",
                    "an http or https URL",
                    self.line_api_base.as_deref().unwrap_or(LINE_API),
                )?,
            }),
            (liff_id, channel_id, bot_id) => {
                let given = [
                    ("LIFF_ID", liff_id.is_some()),
                    ("LINE_CHANNEL_ID", channel_id.is_some()),
                    ("LINE_BOT_ID", bot_id.is_some()),
                ];
                let missing: Vec<_> = given
                    .iter()
                    .filter(|(_, there)| !there)
                    .map(|(name, _)| *name)
                    .collect();
                Err(ConfigError::Missing(missing.join(", ")))
            }
        }
    }
}

/// A URL with its password blotted out.
pub(super) fn without_password(url: &SecretString) -> String {
    let text = url.expose_secret();
    match Url::parse(text) {
        Ok(mut url) if url.password().is_some() => {
            // Cannot fail: a URL with a password has a host.
            let _ = url.set_password(Some("***"));
            url.to_string()
        }
        _ => text.to_owned(),
    }
}

fn parse<T: std::str::FromStr>(
    name: &'static str,
    wanted: &'static str,
    text: &str,
) -> Result<T, ConfigError> {
    text.parse()
        .map_err(|_| ConfigError::Value { name, wanted })
}

/// Whether `text` is `yes`, which is also the default.
fn one_of(
    name: &'static str,
    wanted: &'static str,
    text: Option<&str>,
    yes: &str,
    no: &str,
) -> Result<bool, ConfigError> {
    match text {
        None => Ok(true),
        Some(text) if text == yes => Ok(true),
        Some(text) if text == no => Ok(false),
        Some(_) => Err(ConfigError::Value { name, wanted }),
    }
}

fn api_path(text: &str) -> Result<String, ConfigError> {
    let path = text.trim_end_matches('/');
    let plain = path
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte));
    if path.len() < 2 || !path.starts_with('/') || !plain {
        return Err(ConfigError::Value {
            name: "API_SERVER_PATH",
            wanted: "a path such as /api",
        });
    }
    Ok(path.to_owned())
}
