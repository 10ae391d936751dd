//! The effective values, without secrets, as `config check` prints them.

use std::fmt;

use secrecy::SecretString;

use super::check::without_password;
use super::{
    AccessKey, AgeProofSetting, BucketConfig, Config, LineConfig, MailConfig, StorageConfig,
};

/// Stands for a secret.
const HIDDEN: &str = "***";

impl Config {
    /// Returns the name and the value of each setting that has an effect.
    pub(super) fn values(&self) -> Vec<(&'static str, String)> {
        let on = |is_on: bool| if is_on { "on" } else { "off" };
        let log_format = if self.log_json { "json" } else { "compact" };
        let bounds = &self.bounds;
        let mut values = Values::default();
        values.line(&self.line);
        values.put("LISTEN", self.listen);
        values.put("PUBLIC_BASE_URL", &self.public_base_url);
        values.put("API_SERVER_PATH", &self.api_server_path);
        values.put("TRUSTED_PROXIES", &self.trusted_proxies);
        values.put("WEB_ROOT", self.web_root.display());
        values.put("ROUTE_RULES", &self.route_rules);
        values.put("DATABASE_URL", without_password(&self.database_url));
        values.storage(&self.storage);
        values.put("IMAGE_CACHE_MB", self.image_cache_bytes / 1024 / 1024);
        values.put("TIME_ZONE", self.time_zone);
        values.put("INTRODUCTION_TIME", self.introduction_time.format("%H:%M"));
        values.put("INTRODUCTIONS_PER_DAY", self.introductions_per_day);
        values.put("SECOND_LOOK_PERCENT", self.second_look_percent);
        let age_proof = match self.age_proof {
            AgeProofSetting::Off => "off",
            AgeProofSetting::Required => "required",
        };
        values.put("AGE_PROOF", age_proof);
        values.put("INCOME_CURRENCY", &self.income_currency);
        values.put("GROUP_COMMIT", on(self.group_commit));
        if let MailConfig::Smtp { url, from } = &self.mail {
            values.put("SMTP_URL", without_password(url));
            values.put("MAIL_FROM", from);
        }
        values.put_hidden("WORK_EMAIL_KEY", self.work_email_key.as_ref());
        values.put("MAX_REQUESTS", bounds.max_requests);
        values.put("MAX_UPLOADS", bounds.max_uploads);
        values.put("MAX_CONNECTIONS", bounds.max_connections);
        values.put("REQUEST_TIMEOUT", bounds.request_timeout.as_secs());
        values.put("RATE_LIMIT", on(self.rate_limit));
        values.put_some("METRICS_LISTEN", self.metrics_listen);
        values.put_some("OTLP_ENDPOINT", self.otlp_endpoint.as_ref());
        values.put("LOG_FORMAT", log_format);
        values.0
    }
}

/// The effective values, a line each.
impl fmt::Display for Config {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = self.values().into_iter();
        let lines: Vec<String> = values
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        formatter.write_str(&lines.join("\n"))
    }
}

#[derive(Default)]
struct Values(Vec<(&'static str, String)>);

impl Values {
    fn put(&mut self, name: &'static str, value: impl fmt::Display) {
        self.0.push((name, value.to_string()));
    }

    fn put_some(&mut self, name: &'static str, value: Option<impl fmt::Display>) {
        if let Some(value) = value {
            self.put(name, value);
        }
    }

    fn put_hidden(&mut self, name: &'static str, secret: Option<&SecretString>) {
        self.put_some(name, secret.map(|_| HIDDEN));
    }

    fn line(&mut self, line: &LineConfig) {
        if let LineConfig::Line {
            liff_id,
            channel_id,
            channel_secret,
            bot_id,
            api_base,
            messaging,
        } = line
        {
            self.put("LIFF_ID", liff_id);
            self.put("LINE_CHANNEL_ID", channel_id);
            self.put_hidden("LINE_CHANNEL_SECRET", channel_secret.as_ref());
            self.put("LINE_BOT_ID", bot_id);
            self.put("LINE_API_BASE", api_base);
            if let Some(messaging) = messaging {
                self.put_hidden("LINE_CHANNEL_ACCESS_TOKEN", Some(&messaging.access_token));
                self.put_hidden(
                    "LINE_MESSAGING_CHANNEL_SECRET",
                    Some(&messaging.channel_secret),
                );
                self.put("LINE_MESSAGES_PER_MONTH", messaging.per_month);
                self.put_some("LINE_CONTACT", messaging.contact.as_ref());
            }
        }
        self.put("MOCK_ENABLE", line.is_mock());
    }

    fn storage(&mut self, storage: &StorageConfig) {
        self.put("STORAGE_URL", storage);
        let StorageConfig::Bucket(bucket) = storage else {
            return;
        };
        let BucketConfig {
            endpoint,
            region,
            access_key,
            ..
        } = bucket;
        self.put_some("AWS_ENDPOINT", endpoint.as_ref());
        let allows_http = endpoint
            .as_ref()
            .filter(|endpoint| endpoint.scheme() == "http");
        self.put_some("AWS_ALLOW_HTTP", allows_http.map(|_| true));
        self.put_some("AWS_REGION", region.as_ref());
        if let Some(AccessKey { id, .. }) = access_key {
            self.put("AWS_ACCESS_KEY_ID", id);
            self.put("AWS_SECRET_ACCESS_KEY", HIDDEN);
        }
    }
}
