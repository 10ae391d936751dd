//! Checks the settings of LINE and of its mock.

use std::net::SocketAddr;

use enmusubi_core::line::LiffId;
use secrecy::SecretString;
use url::Url;

use super::{ConfigError, LineConfig, Problems, Settings, web_address};

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
        })
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
