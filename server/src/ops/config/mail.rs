//! Where mail goes: to an SMTP server, to the terminal of whoever tries Enmusubi, or nowhere.

use std::collections::HashSet;

use lettre::message::Mailbox;
use secrecy::SecretString;
use url::Url;

use super::web_address::is_on_this_machine;
use super::{ConfigError, Settings};

/// The way of mail out of the server.
#[derive(Debug, Clone)]
pub enum MailConfig {
    /// An SMTP server delivers it.
    Smtp {
        /// May hold a password.
        url: SecretString,
        /// Whom it comes from.
        from: Mailbox,
    },
    /// It is printed and kept for a look; only with the mock.
    Shown,
    /// No mail goes out, and what needs mail is not offered.
    Nowhere,
}

impl MailConfig {
    /// Whether mail reaches anybody.
    pub const fn is_there(&self) -> bool {
        !matches!(self, Self::Nowhere)
    }
}

impl Settings {
    pub(super) fn mail(&self) -> Result<MailConfig, ConfigError> {
        let wanted = "an e-mail address, such as no-reply@example.com";
        let from = self.mail_from.as_deref().map(|text| {
            text.parse()
                .map_err(|_| ConfigError::must_be("MAIL_FROM", text, wanted))
        });
        let from = from.transpose()?;
        let Some(url) = &self.smtp_url else {
            let is_mock = self.mock_enable == Some(true);
            return Ok(if is_mock {
                MailConfig::Shown
            } else {
                MailConfig::Nowhere
            });
        };
        if !Url::parse(url).is_ok_and(|url| is_safe(&url)) {
            return Err(ConfigError::secret_must_be(
                "SMTP_URL",
                "smtps://user:password@host, smtp://user:password@host?tls=required, \
                 or without encryption smtp://127.0.0.1:port on this machine only",
            ));
        }
        let from = from.ok_or_else(|| {
            let problem = format!("is not set, but SMTP_URL is. Set it to {wanted}");
            ConfigError::of("MAIL_FROM", problem)
        })?;
        Ok(MailConfig::Smtp {
            url: SecretString::from(url.clone()),
            from,
        })
    }
}

/// 128 bits as hexadecimal digits are as many.
const MIN_KEY_CHARS: usize = 32;
/// Fewer different characters come out of no random generator: of 32 random decimal digits, which have
/// the fewest, one text in ten million has less than six.
const MIN_DIFFERENT_CHARS: usize = 6;

impl Settings {
    pub(super) fn work_email_key(&self) -> Result<Option<SecretString>, ConfigError> {
        match &self.work_email_key {
            Some(key) if is_guessable(key) => Err(ConfigError::secret_must_be(
                "WORK_EMAIL_KEY",
                "32 random characters or more, such as `openssl rand -hex 32` makes",
            )),
            key => Ok(key.clone().map(SecretString::from)),
        }
    }
}

fn is_guessable(key: &str) -> bool {
    let key = key.trim();
    let different: HashSet<char> = key.chars().collect();
    key.chars().count() < MIN_KEY_CHARS || different.len() < MIN_DIFFERENT_CHARS
}

/// A code and a password never cross a network unencrypted.
fn is_safe(url: &Url) -> bool {
    let tls = url.query_pairs().find(|(name, _)| name == "tls");
    let tls = tls.map(|(_, value)| value.into_owned());
    match (url.scheme(), tls.as_deref()) {
        ("smtps", None) | ("smtp", Some("required")) => url.has_host(),
        ("smtp", None) => is_on_this_machine(url),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(smtp_url: Option<&str>, mail_from: Option<&str>, is_mock: bool) -> Settings {
        Settings {
            smtp_url: smtp_url.map(str::to_owned),
            mail_from: mail_from.map(str::to_owned),
            mock_enable: Some(is_mock),
            ..Settings::default()
        }
    }

    const FROM: Option<&str> = Some("Codes <no-reply@example.com>");

    #[test]
    fn an_smtp_server_is_reached_over_tls_or_on_this_machine() {
        for (url, is_taken) in [
            ("smtps://user:secret@mail.example.com:465", true),
            ("smtps://mail.example.com", true),
            ("smtp://user:secret@mail.example.com:587?tls=required", true),
            ("smtp://127.0.0.1:2525", true),
            ("smtp://127.8.0.1", true),
            ("smtp://localhost:25", true),
            ("smtp://[::1]:25", true),
            ("smtp://mail.example.com:25", false),
            ("smtp://127.0.0.1.example.com:25", false),
            ("smtp://localhost.example.com", false),
            ("smtp://192.0.2.1:25", false),
            ("smtp://[2001:db8::1]:25", false),
            ("smtp://mail.example.com?tls=opportunistic", false),
            ("smtp://mail.example.com?tls=none", false),
            ("https://mail.example.com", false),
            ("mail.example.com:25", false),
            ("smtps:mail.example.com", false),
            ("", false),
        ] {
            let mail = settings(Some(url), FROM, false).mail();
            let is_smtp = matches!(mail, Ok(MailConfig::Smtp { .. }));
            assert_eq!(is_smtp, is_taken, "{url}");
        }
    }

    #[test]
    fn mail_comes_from_somebody() {
        let url = Some("smtps://mail.example.com");
        for from in [None, Some(""), Some("nobody"), Some("a@b\r\nBcc: c@d")] {
            let refused = settings(url, from, false).mail().unwrap_err().to_string();
            assert!(refused.starts_with("MAIL_FROM is"), "{refused}");
        }
    }

    #[test]
    fn a_key_that_can_be_guessed_is_none() {
        let key = |key: Option<&str>| Settings {
            work_email_key: key.map(str::to_owned),
            ..Settings::default()
        };
        let refused = key(Some("0123456789abcdef0123456789abcde")).work_email_key();
        let refused = refused.unwrap_err().to_string();
        assert!(refused.starts_with("WORK_EMAIL_KEY must be"), "{refused}");
        assert!(!refused.contains("0123"), "{refused}");
        let long = key(Some("0123456789abcdef0123456789abcdef")).work_email_key();
        assert!(long.unwrap().is_some());
        assert!(key(None).work_email_key().unwrap().is_none());
    }

    #[test]
    fn without_a_server_mail_is_shown_by_the_mock_and_goes_nowhere_else() {
        let without = |is_mock| settings(None, FROM, is_mock).mail().unwrap();
        assert!(matches!(without(true), MailConfig::Shown));
        assert!(matches!(without(false), MailConfig::Nowhere));
        let with = settings(Some("smtp://127.0.0.1:2525"), FROM, true);
        assert!(matches!(with.mail(), Ok(MailConfig::Smtp { .. })));
    }
}
