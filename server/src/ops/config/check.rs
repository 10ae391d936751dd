//! The rules between settings, with which the values become a configuration.

use enmusubi_core::line::LiffId;

use super::settings::{ENDPOINT_WANTED, MAIL_FROM_WANTED, Values};
use super::{
    AccessKey, Config, ConfigError, LineConfig, MailConfig, MessagingConfig, Problems, Settings,
    StorageConfig, web_address,
};

impl Settings {
    /// Returns the configuration, or the first problem.
    pub fn check(self) -> Result<Config, ConfigError> {
        self.check_all().map_err(Problems::into_first)
    }

    /// Returns the configuration, or every problem of single settings and of settings together.
    pub(super) fn check_all(self) -> Result<Config, Problems> {
        Problems::collect(|problems| self.without_unused_bucket().build(problems))
    }

    /// Leaves out the settings of a bucket if the files are in a folder. Other programs read variables of
    /// the same names, which need not be right for this server.
    fn without_unused_bucket(mut self) -> Self {
        let url = self.storage_url.as_deref().unwrap_or_default();
        if !url.starts_with("s3://") {
            (self.aws_endpoint, self.aws_allow_http, self.aws_region) = (None, None, None);
            (self.aws_access_key_id, self.aws_secret_access_key) = (None, None);
        }
        self
    }

    /// Runs every check before it gives up on the first value that is absent.
    fn build(self, problems: &mut Problems) -> Option<Config> {
        let endpoint = self.aws_endpoint.clone();
        let mut values = self.read(problems);
        values.add_defaults();
        let line = values.line(problems);
        let storage = values.storage(endpoint.as_deref(), problems);
        let mail = values.mail(problems);
        problems.note(values.check_limits());
        problems.note(values.check_metrics());
        problems.note(values.check_route_rules());
        values.into_config(line?, storage?, mail?)
    }
}

/// A value that is wrong is missing here, or has its default, and its error is noted already. [`Problems`] lets no
/// configuration through then, whatever the rules say about the default.
impl Values {
    /// Adds the defaults that depend on other settings.
    fn add_defaults(&mut self) {
        let url = self.listen.map(|listen| format!("http://{listen}"));
        let url = url.and_then(|url| web_address::parse(&url).ok());
        self.public_base_url = self.public_base_url.take().or(url);
        self.max_uploads = self.max_uploads.or(self.max_requests.map(|it| it.min(64)));
        self.trusted_proxies.get_or_insert_default();
        self.route_rules.get_or_insert_default();
    }

    fn line(&self, problems: &mut Problems) -> Option<LineConfig> {
        let messaging = problems.note(self.messaging());
        let ids = [
            ("LIFF_ID", self.liff_id.clone()?),
            ("LINE_CHANNEL_ID", self.line_channel_id.clone()?),
            ("LINE_BOT_ID", self.line_bot_id.clone()?),
        ];
        if self.mock_enable? {
            return problems.note(self.mock(ids[1].1.is_some())?);
        }
        let missing = ids.iter().filter(|(_, id)| id.is_none());
        let missing: Vec<_> = missing.map(|(name, _)| *name).collect();
        let [(_, Some(liff_id)), (_, Some(channel_id)), (_, Some(bot_id))] = ids else {
            return problems.refuse(ConfigError::Missing(missing.join(", ")));
        };
        // LINE issues ID tokens for the channel of the LIFF app.
        if !liff_id
            .parse()
            .is_ok_and(|app: LiffId| app.channel_id() == channel_id)
        {
            let problem = format!(
                "which is no LIFF app of the channel {channel_id}. Take LIFF_ID and LINE_CHANNEL_ID \
                 from the same LINE Login channel"
            );
            return problems.refuse(ConfigError::refused("LIFF_ID", liff_id, &problem));
        }
        Some(LineConfig::Line {
            liff_id,
            channel_id,
            channel_secret: self.line_channel_secret.clone()?,
            bot_id,
            api_base: self.line_api_base.clone()?,
            messaging: messaging?,
        })
    }

    fn mock(&self, has_channel: bool) -> Option<Result<LineConfig, ConfigError>> {
        let url = self.public_base_url.as_ref()?;
        Some(if has_channel {
            Err(ConfigError::MockAndLine)
        } else if !self.listen?.ip().is_loopback() {
            Err(ConfigError::MockOnNetwork)
        } else if url.scheme() == "https" && !web_address::is_on_this_machine(url) {
            // A proxy with https would publish the mock.
            Err(ConfigError::MockOnTheWeb)
        } else {
            Ok(LineConfig::Mock)
        })
    }

    fn messaging(&self) -> Result<Option<Box<MessagingConfig>>, ConfigError> {
        let (token, secret) = ("LINE_CHANNEL_ACCESS_TOKEN", "LINE_MESSAGING_CHANNEL_SECRET");
        let needs_both = |missing, given| {
            let problem = format!("is not set, but {given} is. Messages in LINE need both");
            Err(ConfigError::of(missing, problem))
        };
        let access_token = self.line_channel_access_token.clone();
        match (access_token, self.line_messaging_channel_secret.clone()) {
            (Some(Some(_)), Some(None)) => needs_both(secret, token),
            (Some(None), Some(Some(_))) => needs_both(token, secret),
            (Some(Some(access_token)), Some(Some(channel_secret))) => {
                Ok(Some(Box::new(MessagingConfig {
                    access_token,
                    channel_secret,
                    per_month: self.line_messages_per_month.unwrap_or_default(),
                    contact: self.line_contact.clone().flatten(),
                })))
            }
            _ => Ok(None),
        }
    }

    /// Adds the settings of the bucket to the place of users' files.
    fn storage(&self, endpoint: Option<&str>, problems: &mut Problems) -> Option<StorageConfig> {
        let mut storage = self.storage_url.clone()?;
        if let StorageConfig::Bucket(bucket) = &mut storage {
            let access_key = problems.note(self.access_key());
            bucket.endpoint = self.aws_endpoint.clone()?;
            if bucket.is_http() && !self.aws_allow_http? {
                let endpoint = endpoint.unwrap_or_default();
                let error = ConfigError::must_be("AWS_ENDPOINT", endpoint, ENDPOINT_WANTED);
                return problems.refuse(error);
            }
            bucket.region = self.aws_region.clone()?;
            bucket.access_key = access_key?;
        }
        Some(storage)
    }

    fn access_key(&self) -> Result<Option<AccessKey>, ConfigError> {
        let half = |given, missing| {
            let problem = format!("is set without {missing}. Set both or neither");
            Err(ConfigError::of(given, problem))
        };
        let id = self.aws_access_key_id.clone();
        match (id, self.aws_secret_access_key.clone()) {
            (Some(Some(_)), Some(None)) => half("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"),
            (Some(None), Some(Some(_))) => half("AWS_SECRET_ACCESS_KEY", "AWS_ACCESS_KEY_ID"),
            (Some(Some(id)), Some(Some(secret))) => Ok(Some(AccessKey { id, secret })),
            _ => Ok(None),
        }
    }

    pub(super) fn mail(&self, problems: &mut Problems) -> Option<MailConfig> {
        match (self.smtp_url.clone()?, self.mail_from.clone()?) {
            (Some(url), Some(from)) => Some(MailConfig::Smtp { url, from }),
            (Some(_), None) => {
                let problem = format!("is not set, but SMTP_URL is. Set it to {MAIL_FROM_WANTED}");
                problems.refuse(ConfigError::of("MAIL_FROM", problem))
            }
            (None, _) if self.mock_enable? => Some(MailConfig::Mock),
            (None, _) => Some(MailConfig::Disabled),
        }
    }

    fn check_limits(&self) -> Result<(), ConfigError> {
        match (self.max_uploads, self.max_requests) {
            (Some(max_uploads), Some(max_requests)) if max_uploads > max_requests => {
                let wanted = format!("at most MAX_REQUESTS, which is {max_requests}");
                let max_uploads = max_uploads.to_string();
                Err(ConfigError::must_be("MAX_UPLOADS", &max_uploads, &wanted))
            }
            _ => Ok(()),
        }
    }

    fn check_metrics(&self) -> Result<(), ConfigError> {
        let (Some(listen), Some(Some(metrics))) = (self.listen, self.metrics_listen) else {
            return Ok(());
        };
        // An unspecified address stands for each address of the machine. For port 0 the system chooses
        // a free port.
        let is_same_host = metrics.ip() == listen.ip()
            || metrics.ip().is_unspecified()
            || listen.ip().is_unspecified();
        if is_same_host && metrics.port() == listen.port() && listen.port() != 0 {
            return Err(ConfigError::MetricsOnListen);
        }
        Ok(())
    }

    fn check_route_rules(&self) -> Result<(), ConfigError> {
        let liff_id = self.liff_id.as_ref().and_then(Option::as_deref);
        match (&self.route_rules, &self.public_base_url) {
            (Some(rules), Some(url)) => rules.check_targets(url, liff_id),
            _ => Ok(()),
        }
    }
}
