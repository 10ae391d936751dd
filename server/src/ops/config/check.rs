//! From settings as written to a configuration a server can start with.

use std::net::SocketAddr;
use std::path::PathBuf;

use secrecy::{ExposeSecret, SecretString};
use url::Url;

use super::{Config, ConfigError, RouteRules, Settings, TrustedProxies, api_path, web_address};

impl Settings {
    /// Fills in the defaults and refuses what cannot work.
    pub fn check(self) -> Result<Config, ConfigError> {
        let listen: SocketAddr = parse(
            "LISTEN",
            "an IP address with a port, such as 127.0.0.1:8080",
            self.listen.as_deref().unwrap_or("127.0.0.1:8080"),
        )?;
        let public_base_url = match &self.public_base_url {
            Some(text) => web_address::check(
                "PUBLIC_BASE_URL",
                text,
                "an http or https URL without credentials, query and fragment, such as \
                 https://enmusubi.example.com",
            )?,
            None => parse(
                "PUBLIC_BASE_URL",
                "an http URL",
                &format!("http://{listen}"),
            )?,
        };
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
            database_url: self.database_url()?,
            image_cache: self.image_cache(&storage)?,
            storage,
            line: self.line(listen, &public_base_url)?,
            public_base_url,
            api_server_path: api_path::check(self.api_server_path.as_deref().unwrap_or("/api"))?,
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
        let wanted = "an IP address with a port, such as 127.0.0.1:9464";
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
}

/// A URL with its password blotted out.
pub(crate) fn without_password(url: &SecretString) -> String {
    let text = url.expose_secret();
    if text.starts_with("sqlite:") {
        return text.to_owned();
    }
    let Ok(mut url) = Url::parse(text) else {
        // It cannot be told which part of it is the password.
        return "***".to_owned();
    };
    if url.password().is_some() {
        // Cannot fail: a URL with a password has a host.
        let _ = url.set_password(Some("***"));
    }
    if url.query_pairs().any(|(name, _)| name == "password") {
        // PostgreSQL's URLs may hold it here too.
        url.set_query(Some("***"));
    }
    url.to_string()
}

fn parse<T: std::str::FromStr>(
    name: &'static str,
    wanted: &'static str,
    text: &str,
) -> Result<T, ConfigError> {
    text.parse()
        .map_err(|_| ConfigError::must_be(name, text, wanted))
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
        Some(text) => Err(ConfigError::must_be(name, text, wanted)),
    }
}
