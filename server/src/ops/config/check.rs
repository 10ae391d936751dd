//! Turns the settings as written into a configuration with which a server can start.

use std::net::SocketAddr;

use chrono::NaiveTime;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use super::{
    AgeProofSetting, Config, ConfigError, Problems, Settings, TrustedProxies, api_path, web_address,
};

impl Settings {
    /// Returns the configuration, or the first problem.
    pub fn check(self) -> Result<Config, ConfigError> {
        self.check_all().map_err(Problems::into_first)
    }

    /// Returns the configuration, or every problem of single settings and of settings together.
    pub(super) fn check_all(self) -> Result<Config, Problems> {
        let settings = self.or_defaults();
        Problems::collect(|problems| settings.build(problems))
    }

    /// Runs every check before it gives up on the first value that is absent.
    fn build(&self, problems: &mut Problems) -> Option<Config> {
        let listen: Option<SocketAddr> = problems.note(parse(
            "LISTEN",
            "an IP address with a port, such as 127.0.0.1:8080",
            self.listen.as_deref(),
        ));
        let default_url = listen.map(|listen| format!("http://{listen}"));
        let public_base_url = self.public_base_url.as_ref().or(default_url.as_ref());
        let public_base_url =
            public_base_url.and_then(|text| problems.note(public_base_url_of(text)));
        let route_rules = public_base_url.as_ref().and_then(|public_base_url| {
            let rules = self.route_rules.clone().unwrap_or_default();
            problems.note(rules.check(public_base_url, self.liff_id.as_deref()))
        });
        let trusted_proxies = problems.note(self.trusted_proxies());
        let storage = self.storage(problems);
        let metrics_listen = listen.and_then(|listen| problems.note(self.metrics_listen(listen)));
        let otlp_endpoint = problems.note(self.otlp_endpoint());
        let database_url = problems.note(self.database_url());
        let image_cache_bytes = problems.note(self.image_cache_bytes());
        let line = self.line(listen, public_base_url.as_ref(), problems);
        let api_server_path = self.api_server_path.as_deref().unwrap_or_default();
        let api_server_path = problems.note(api_path::check(api_server_path));
        let mail = self.mail(problems);
        let work_email_key = problems.note(self.work_email_key());
        let time_zone = problems.note(parse(
            "TIME_ZONE",
            "a name of the time zone database, such as Asia/Taipei",
            self.time_zone.as_deref(),
        ));
        let introduction_time = problems.note(self.introduction_time());
        let introductions_per_day = problems.note(self.introductions_per_day());
        let second_look_percent = problems.note(self.second_look_percent());
        let age_proof = self.age_proof.as_deref();
        let has_no_age_proof = problems.note(is_first("AGE_PROOF", ["off", "required"], age_proof));
        let income_currency = problems.note(self.income_currency());
        let rate_limit = self.rate_limit.as_deref();
        let rate_limit = problems.note(is_first("RATE_LIMIT", ["on", "off"], rate_limit));
        let group_commit = self.group_commit.as_deref();
        let group_commit = problems.note(is_first("GROUP_COMMIT", ["on", "off"], group_commit));
        let bounds = self.bounds(problems);
        let log_format = self.log_format.as_deref();
        let is_compact = problems.note(is_first("LOG_FORMAT", ["compact", "json"], log_format));
        Some(Config {
            listen: listen?,
            metrics_listen: metrics_listen?,
            otlp_endpoint: otlp_endpoint?,
            database_url: database_url?,
            storage: storage?,
            image_cache_bytes: image_cache_bytes?,
            public_base_url: public_base_url?,
            api_server_path: api_server_path?,
            line: line?,
            mail: mail?,
            work_email_key: work_email_key?,
            time_zone: time_zone?,
            introduction_time: introduction_time?,
            introductions_per_day: introductions_per_day?,
            second_look_percent: second_look_percent?,
            age_proof: if has_no_age_proof? {
                AgeProofSetting::Off
            } else {
                AgeProofSetting::Required
            },
            income_currency: income_currency?,
            rate_limit: rate_limit?,
            group_commit: group_commit?,
            bounds: bounds?,
            trusted_proxies: trusted_proxies?,
            route_rules: route_rules?,
            web_root: self.web_root.clone().unwrap_or_default(),
            log_json: !is_compact?,
        })
    }

    fn introduction_time(&self) -> Result<NaiveTime, ConfigError> {
        let text = self.introduction_time.as_deref().unwrap_or_default();
        let time = NaiveTime::parse_from_str(text, "%H:%M").ok();
        // chrono also accepts one digit, as in 9:5.
        time.filter(|time| time.format("%H:%M").to_string() == text)
            .ok_or_else(|| {
                let wanted = "a time of day such as 12:00";
                ConfigError::must_be("INTRODUCTION_TIME", text, wanted)
            })
    }

    fn image_cache_bytes(&self) -> Result<u64, ConfigError> {
        let text = self.image_cache_mb.as_deref().unwrap_or_default();
        let megabytes = text
            .trim()
            .parse::<u64>()
            .ok()
            .filter(|it| *it <= 1_000_000);
        let bytes = megabytes.map(|megabytes| megabytes * 1024 * 1024);
        bytes.ok_or_else(|| {
            let wanted = "a whole number from 0, which keeps no picture, to 1000000";
            ConfigError::must_be("IMAGE_CACHE_MB", text, wanted)
        })
    }

    fn second_look_percent(&self) -> Result<u8, ConfigError> {
        let text = self.second_look_percent.as_deref().unwrap_or_default();
        let percent = text.trim().parse::<u8>().ok().filter(|it| *it <= 100);
        percent.ok_or_else(|| {
            let wanted = "a whole number from 0 to 100";
            ConfigError::must_be("SECOND_LOOK_PERCENT", text, wanted)
        })
    }

    fn introductions_per_day(&self) -> Result<u16, ConfigError> {
        let text = self.introductions_per_day.as_deref().unwrap_or_default();
        let number = text.trim().parse().ok();
        number.filter(|number| *number <= 50).ok_or_else(|| {
            let wanted = "a whole number from 0 to 50";
            ConfigError::must_be("INTRODUCTIONS_PER_DAY", text, wanted)
        })
    }

    fn income_currency(&self) -> Result<String, ConfigError> {
        let code = self.income_currency.as_deref().unwrap_or_default();
        // Browsers format every code of this shape. They write an unknown one unchanged.
        if code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return Ok(code.to_owned());
        }
        let wanted = "a currency code of three capital letters, such as TWD or JPY";
        Err(ConfigError::must_be("INCOME_CURRENCY", code, wanted))
    }

    fn trusted_proxies(&self) -> Result<TrustedProxies, ConfigError> {
        let Some(list) = self.trusted_proxies.as_deref() else {
            return Ok(TrustedProxies::default());
        };
        parse(
            "TRUSTED_PROXIES",
            "IPv4 or IPv6 addresses or blocks of them (not all), separated by commas, such as 10.0.0.0/8,::1",
            Some(list),
        )
    }

    fn metrics_listen(&self, listen: SocketAddr) -> Result<Option<SocketAddr>, ConfigError> {
        let Some(text) = self.metrics_listen.as_deref() else {
            return Ok(None);
        };
        let wanted = "an IP address with a port, such as 127.0.0.1:9464";
        let address: SocketAddr = parse("METRICS_LISTEN", wanted, Some(text))?;
        // An unspecified address stands for each address of the machine. For port 0 the system chooses
        // a free port.
        let is_same_host = address.ip() == listen.ip()
            || address.ip().is_unspecified()
            || listen.ip().is_unspecified();
        if is_same_host && address.port() == listen.port() && listen.port() != 0 {
            return Err(ConfigError::MetricsOnListen);
        }
        Ok(Some(address))
    }
}

fn public_base_url_of(text: &str) -> Result<Url, ConfigError> {
    let wanted = "an http or https URL without credentials, query and fragment, such as \
                  https://enmusubi.example.com";
    web_address::check("PUBLIC_BASE_URL", text, wanted)
}

/// Returns the URL with `***` in place of its password.
pub(crate) fn without_password(url: &SecretString) -> String {
    let text = url.expose_secret();
    if text.starts_with("sqlite:") {
        return text.to_owned();
    }
    let Ok(mut url) = Url::parse(text) else {
        // The password may be anywhere in it.
        return "***".to_owned();
    };
    if url.password().is_some() {
        // This cannot fail: a URL with a password has a host.
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
    text: Option<&str>,
) -> Result<T, ConfigError> {
    let text = text.unwrap_or_default();
    text.parse()
        .map_err(|_| ConfigError::must_be(name, text, wanted))
}

/// Returns true for the first of the two words, and false for the second.
fn is_first(name: &'static str, words: [&str; 2], text: Option<&str>) -> Result<bool, ConfigError> {
    let text = text.unwrap_or_default();
    let wanted = || words.join(" or ");
    let found = words.iter().position(|word| *word == text);
    found
        .map(|place| place == 0)
        .ok_or_else(|| ConfigError::must_be(name, text, &wanted()))
}
