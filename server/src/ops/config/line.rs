//! Checks the settings of LINE and of its mock.

use std::net::SocketAddr;

use enmusubi_core::line::LiffId;
use lettre::Address;
use secrecy::SecretString;
use url::Url;

use super::{ConfigError, LineConfig, MessagingConfig, Problems, Settings, web_address};

/// The upper bound is far above LINE's plans. It catches typing mistakes.
const MAX_PER_MONTH: u32 = 1_000_000_000;

impl Settings {
    pub(super) fn line(
        &self,
        listen: Option<SocketAddr>,
        public_base_url: Option<&Url>,
        problems: &mut Problems,
    ) -> Option<LineConfig> {
        let liff_id = problems.note(self.liff_id());
        let channel_id = problems.note(self.line_channel_id());
        let bot_id = problems.note(self.line_bot_id());
        let channel_secret = problems.note(self.line_channel_secret());
        let api_base = problems.note(self.line_api_base());
        let messaging = problems.note(self.messaging());
        let (liff_id, channel_id, bot_id) = (liff_id?, channel_id?, bot_id?);
        if self.mock_enable == Some(true) {
            let is_set = channel_id.is_some();
            return problems.note(check_mock(is_set, listen?, public_base_url?));
        }
        let (Some(liff_id), Some(channel_id), Some(bot_id)) = (liff_id, channel_id, bot_id) else {
            return problems.refuse(self.missing());
        };
        // LINE issues ID tokens for the channel of the LIFF app.
        if liff_id.channel_id() != channel_id {
            return problems.refuse(ConfigError::refused(
                "LIFF_ID",
                liff_id.as_str(),
                &format!(
                    "which is no LIFF app of the channel {channel_id}. Take LIFF_ID and \
                     LINE_CHANNEL_ID from the same LINE Login channel"
                ),
            ));
        }
        Some(LineConfig::Line {
            liff_id: liff_id.as_str().to_owned(),
            channel_id,
            channel_secret: channel_secret?,
            bot_id,
            api_base: api_base?,
            messaging: messaging?.map(Box::new),
        })
    }

    fn messaging(&self) -> Result<Option<MessagingConfig>, ConfigError> {
        let per_month = self.line_messages_per_month()?;
        let contact = self.line_contact()?;
        let token = "LINE_CHANNEL_ACCESS_TOKEN";
        let secret = "LINE_MESSAGING_CHANNEL_SECRET";
        let (access_token, channel_secret) = match (
            &self.line_channel_access_token,
            &self.line_messaging_channel_secret,
        ) {
            (None, None) => return Ok(None),
            (Some(_), None) => return Err(needs_both(secret, token)),
            (None, Some(_)) => return Err(needs_both(token, secret)),
            (Some(access_token), Some(channel_secret)) => (access_token, channel_secret),
        };
        if !access_token.bytes().all(|byte| byte.is_ascii_graphic()) {
            let wanted = "the letters, digits and signs that LINE shows for the channel";
            return Err(ConfigError::secret_must_be(token, wanted));
        }
        if !channel_secret
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric())
        {
            let wanted = "the letters and digits that LINE shows for the channel";
            return Err(ConfigError::secret_must_be(secret, wanted));
        }
        Ok(Some(MessagingConfig {
            access_token: access_token.clone().into(),
            channel_secret: channel_secret.clone().into(),
            per_month,
            contact,
        }))
    }

    fn line_messages_per_month(&self) -> Result<u32, ConfigError> {
        let text = self.line_messages_per_month.as_deref().unwrap_or_default();
        let number = text.trim().parse().ok();
        number.filter(|it| *it <= MAX_PER_MONTH).ok_or_else(|| {
            let wanted = "a whole number from 0 to 1000000000";
            ConfigError::must_be("LINE_MESSAGES_PER_MONTH", text, wanted)
        })
    }

    fn line_contact(&self) -> Result<Option<String>, ConfigError> {
        let Some(text) = &self.line_contact else {
            return Ok(None);
        };
        let is_url = || Url::parse(text).is_ok_and(|url| url.scheme() == "https");
        if text.parse::<Address>().is_ok() || is_url() {
            return Ok(Some(text.clone()));
        }
        let wanted = "a mail address or an https URL, such as help@example.com";
        Err(ConfigError::must_be("LINE_CONTACT", text, wanted))
    }

    fn missing(&self) -> ConfigError {
        let given = [
            ("LIFF_ID", &self.liff_id),
            ("LINE_CHANNEL_ID", &self.line_channel_id),
            ("LINE_BOT_ID", &self.line_bot_id),
        ];
        let missing = given.iter().filter(|(_, value)| value.is_none());
        let missing: Vec<_> = missing.map(|(name, _)| *name).collect();
        ConfigError::Missing(missing.join(", "))
    }

    fn liff_id(&self) -> Result<Option<LiffId>, ConfigError> {
        let wanted = "the id of a LIFF app, such as 1234567890-AbcdEfgh";
        let id = self.liff_id.as_deref().map(|text| {
            text.parse()
                .map_err(|_| ConfigError::must_be("LIFF_ID", text, wanted))
        });
        id.transpose()
    }

    fn line_channel_id(&self) -> Result<Option<String>, ConfigError> {
        let id = self.line_channel_id.clone();
        match id.as_deref() {
            Some(text) if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) => {
                let wanted = "the number of a LINE Login channel, such as 1234567890";
                Err(ConfigError::must_be("LINE_CHANNEL_ID", text, wanted))
            }
            _ => Ok(id),
        }
    }

    fn line_bot_id(&self) -> Result<Option<String>, ConfigError> {
        let is_of_bot = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        let is_id = |text: &str| {
            let name = text.strip_prefix('@');
            name.is_some_and(|name| !name.is_empty() && name.bytes().all(is_of_bot))
        };
        match &self.line_bot_id {
            Some(text) if !is_id(text) => {
                let wanted = "the basic id of a LINE official account, such as @123abcde";
                Err(ConfigError::must_be("LINE_BOT_ID", text, wanted))
            }
            id => Ok(id.clone()),
        }
    }

    fn line_channel_secret(&self) -> Result<Option<SecretString>, ConfigError> {
        match &self.line_channel_secret {
            Some(secret) if !secret.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                let wanted = "the letters and digits that LINE shows for the channel";
                Err(ConfigError::secret_must_be("LINE_CHANNEL_SECRET", wanted))
            }
            secret => Ok(secret.clone().map(SecretString::from)),
        }
    }

    fn line_api_base(&self) -> Result<Url, ConfigError> {
        let name = "LINE_API_BASE";
        let wanted = "an https URL without credentials, query and fragment, or such an http URL of \
                      this machine; leave it out to use LINE's own API";
        let text = self.line_api_base.as_deref().unwrap_or_default();
        let url = web_address::check(name, text, wanted)?;
        // An attacker who changes the keys on their way could sign in as any user.
        if url.scheme() != "https" && !web_address::is_on_this_machine(&url) {
            return Err(ConfigError::must_be(name, text, wanted));
        }
        Ok(url)
    }
}

fn needs_both(missing: &'static str, given: &str) -> ConfigError {
    let problem = format!("is not set, but {given} is. Messages in LINE need both");
    ConfigError::of(missing, problem)
}

fn check_mock(
    has_channel: bool,
    listen: SocketAddr,
    public_base_url: &Url,
) -> Result<LineConfig, ConfigError> {
    if has_channel {
        return Err(ConfigError::MockAndLine);
    }
    if !listen.ip().is_loopback() {
        return Err(ConfigError::MockOnNetwork);
    }
    // A proxy with https would publish the mock.
    if public_base_url.scheme() == "https" && !web_address::is_on_this_machine(public_base_url) {
        return Err(ConfigError::MockOnTheWeb);
    }
    Ok(LineConfig::Mock)
}
