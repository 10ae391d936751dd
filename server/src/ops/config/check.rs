//! The rules between settings, with which the values become a configuration.

use std::time::Duration;

use enmusubi_core::line::LiffId;

use super::settings::{ENDPOINT_WANTED, MAIL_FROM_WANTED, Values};
use super::{
    AccessKey, Bounds, Config, ConfigError, LineConfig, MailConfig, MessagingConfig, Problems,
    Settings, StorageConfig, web_address,
};

impl Settings {
    /// Returns the configuration, or the first problem.
    pub fn check(self) -> Result<Config, ConfigError> {
        self.check_all().map_err(Problems::into_first)
    }

    /// Returns the configuration, or every problem of single settings and of settings together.
    pub(super) fn check_all(self) -> Result<Config, Problems> {
        let settings = self.without_unused_bucket().or_defaults();
        Problems::collect(|problems| settings.build(problems))
    }

    /// Leaves out the settings of a bucket if the files are in a folder. Other programs read variables of
    /// the same names, which need not be right for this server.
    fn without_unused_bucket(self) -> Self {
        let url = self.storage_url.as_deref().unwrap_or_default();
        if url.starts_with("s3://") {
            return self;
        }
        Self {
            aws_endpoint: None,
            aws_allow_http: None,
            aws_region: None,
            aws_access_key_id: None,
            aws_secret_access_key: None,
            ..self
        }
    }

    /// Runs every check before it gives up on the first value that is absent.
    fn build(self, problems: &mut Problems) -> Option<Config> {
        let endpoint = self.aws_endpoint.clone();
        let mut values = self.read(problems);
        values.add_defaults();
        let line = values.line(problems);
        let storage = values.storage(endpoint.as_deref(), problems);
        let mail = values.mail(problems);
        let bounds = values.bounds(problems);
        values.check_metrics(problems);
        values.check_route_rules(problems);
        values.into_config(line?, storage?, mail?, bounds?)
    }
}

impl Values {
    /// Adds the defaults that depend on other settings.
    fn add_defaults(&mut self) {
        let url = self.listen.map(|listen| format!("http://{listen}"));
        let url = url.and_then(|url| web_address::parse(&url));
        self.public_base_url = self.public_base_url.take().or(url);
        self.max_uploads = self.max_uploads.or(self.max_requests.map(|it| it.min(64)));
        self.trusted_proxies.get_or_insert_default();
        self.route_rules.get_or_insert_default();
    }

    fn line(&self, problems: &mut Problems) -> Option<LineConfig> {
        let messaging = self.messaging(problems);
        let liff_id = self.liff_id.clone()?;
        let channel_id = self.line_channel_id.clone()?;
        let bot_id = self.line_bot_id.clone()?;
        if self.mock_enable? {
            return self.mock(channel_id.is_some(), problems);
        }
        let (Some(liff_id), Some(channel_id), Some(bot_id)) = (&liff_id, &channel_id, &bot_id)
        else {
            let given = [
                ("LIFF_ID", liff_id),
                ("LINE_CHANNEL_ID", channel_id),
                ("LINE_BOT_ID", bot_id),
            ];
            let missing = given.iter().filter(|(_, value)| value.is_none());
            let missing: Vec<_> = missing.map(|(name, _)| *name).collect();
            return problems.refuse(ConfigError::Missing(missing.join(", ")));
        };
        // LINE issues ID tokens for the channel of the LIFF app.
        let app: Option<LiffId> = liff_id.parse().ok();
        if app.is_some_and(|app| app.channel_id() != channel_id) {
            let problem = format!(
                "which is no LIFF app of the channel {channel_id}. Take LIFF_ID and LINE_CHANNEL_ID \
                 from the same LINE Login channel"
            );
            return problems.refuse(ConfigError::refused("LIFF_ID", liff_id, &problem));
        }
        Some(LineConfig::Line {
            liff_id: liff_id.clone(),
            channel_id: channel_id.clone(),
            channel_secret: self.line_channel_secret.clone()?,
            bot_id: bot_id.clone(),
            api_base: self.line_api_base.clone()?,
            messaging: messaging?.map(Box::new),
        })
    }

    fn mock(&self, has_channel: bool, problems: &mut Problems) -> Option<LineConfig> {
        let url = self.public_base_url.as_ref()?;
        let is_in_reach = !self.listen?.ip().is_loopback();
        // A proxy with https would publish the mock.
        let is_on_the_web = url.scheme() == "https" && !web_address::is_on_this_machine(url);
        let problem = match (has_channel, is_in_reach, is_on_the_web) {
            (true, _, _) => ConfigError::MockAndLine,
            (_, true, _) => ConfigError::MockOnNetwork,
            (_, _, true) => ConfigError::MockOnTheWeb,
            _ => return Some(LineConfig::Mock),
        };
        problems.refuse(problem)
    }

    fn messaging(&self, problems: &mut Problems) -> Option<Option<MessagingConfig>> {
        let (token, secret) = ("LINE_CHANNEL_ACCESS_TOKEN", "LINE_MESSAGING_CHANNEL_SECRET");
        let needs_both = |missing, given| {
            let problem = format!("is not set, but {given} is. Messages in LINE need both");
            ConfigError::of(missing, problem)
        };
        let access_token = self.line_channel_access_token.clone()?;
        let channel_secret = self.line_messaging_channel_secret.clone()?;
        match (access_token, channel_secret) {
            (None, None) => Some(None),
            (Some(_), None) => problems.refuse(needs_both(secret, token)),
            (None, Some(_)) => problems.refuse(needs_both(token, secret)),
            (Some(access_token), Some(channel_secret)) => Some(Some(MessagingConfig {
                access_token,
                channel_secret,
                per_month: self.line_messages_per_month?,
                contact: self.line_contact.clone()?,
            })),
        }
    }

    /// Adds the settings of the bucket to the place of users' files.
    fn storage(&self, endpoint: Option<&str>, problems: &mut Problems) -> Option<StorageConfig> {
        let mut storage = self.storage_url.clone()?;
        if let StorageConfig::Bucket(bucket) = &mut storage {
            let access_key = self.access_key(problems);
            bucket.endpoint = self.aws_endpoint.clone()?;
            let is_http = |url: &url::Url| url.scheme() == "http";
            if bucket.endpoint.as_ref().is_some_and(is_http) && !self.aws_allow_http? {
                let endpoint = endpoint.unwrap_or_default();
                let error = ConfigError::must_be("AWS_ENDPOINT", endpoint, ENDPOINT_WANTED);
                return problems.refuse(error);
            }
            bucket.region = self.aws_region.clone()?;
            bucket.access_key = access_key?;
        }
        Some(storage)
    }

    fn access_key(&self, problems: &mut Problems) -> Option<Option<AccessKey>> {
        let half = |there, missing| {
            let problem = format!("is set without {missing}. Set both or neither");
            ConfigError::of(there, problem)
        };
        match (
            self.aws_access_key_id.clone()?,
            self.aws_secret_access_key.clone()?,
        ) {
            (Some(id), Some(secret)) => Some(Some(AccessKey { id, secret })),
            (None, None) => Some(None),
            (Some(_), None) => problems.refuse(half("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")),
            (None, Some(_)) => problems.refuse(half("AWS_SECRET_ACCESS_KEY", "AWS_ACCESS_KEY_ID")),
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

    fn bounds(&self, problems: &mut Problems) -> Option<Bounds> {
        let (max_requests, max_uploads) = (self.max_requests?, self.max_uploads?);
        if max_uploads > max_requests {
            let problem = format!("but it must be at most MAX_REQUESTS, which is {max_requests}");
            return problems.refuse(ConfigError::refused("MAX_UPLOADS", max_uploads, &problem));
        }
        Some(Bounds {
            max_requests,
            max_uploads,
            max_connections: self.max_connections?,
            request_timeout: Duration::from_secs(self.request_timeout?),
        })
    }

    fn check_metrics(&self, problems: &mut Problems) {
        let (Some(listen), Some(Some(metrics))) = (self.listen, self.metrics_listen) else {
            return;
        };
        // An unspecified address stands for each address of the machine. For port 0 the system chooses
        // a free port.
        let is_same_host = metrics.ip() == listen.ip()
            || metrics.ip().is_unspecified()
            || listen.ip().is_unspecified();
        if is_same_host && metrics.port() == listen.port() && listen.port() != 0 {
            problems.refuse::<()>(ConfigError::MetricsOnListen);
        }
    }

    fn check_route_rules(&self, problems: &mut Problems) {
        if let (Some(rules), Some(url)) = (&self.route_rules, &self.public_base_url) {
            let liff_id = self.liff_id.as_ref().and_then(Option::as_deref);
            problems.note(rules.check_targets(url, liff_id));
        }
    }
}
