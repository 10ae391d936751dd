//! The destination of mail: an SMTP server, the terminal of a person who tries Enmusubi, or none.

use std::collections::HashSet;

use lettre::message::Mailbox;
use secrecy::SecretString;
use url::Url;

use super::types::Refusal;
use super::web_address::is_on_this_machine;

/// The destination of mail.
#[derive(Debug, Clone)]
pub enum MailConfig {
    /// An SMTP server delivers it.
    Smtp {
        /// The address of the server. It may hold a password.
        url: SecretString,
        /// The sender.
        from: Mailbox,
    },
    /// The server prints mail and shows it at `/dev`. Only the mock does this.
    Mock,
    /// The server sends no mail and offers nothing that needs mail.
    Disabled,
}

impl MailConfig {
    /// Returns true if mail reaches a person.
    pub const fn is_there(&self) -> bool {
        !matches!(self, Self::Disabled)
    }
}

/// Reads the URL of a mail server, which may hold a password.
pub(super) fn parse(text: &str) -> Result<SecretString, Refusal> {
    let is_usable = Url::parse(text).is_ok_and(|url| is_safe(&url));
    is_usable.then(|| text.into()).ok_or(None)
}

/// The length of 128 bits in hexadecimal digits.
const MIN_KEY_CHARS: usize = 32;
/// No random generator makes a key of fewer different characters. Decimal digits have the fewest: of 32
/// random ones, one text in ten million has less than six.
const MIN_DIFFERENT_CHARS: usize = 6;

pub(super) fn is_hard_to_guess(key: &str) -> bool {
    let key = key.trim();
    let different: HashSet<char> = key.chars().collect();
    key.chars().count() >= MIN_KEY_CHARS && different.len() >= MIN_DIFFERENT_CHARS
}

/// Returns true if no code and no password would cross a network unencrypted.
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
    use crate::ops::config::{Problems, Settings};

    fn settings(smtp_url: Option<&str>, mail_from: Option<&str>, is_mock: bool) -> Settings {
        Settings {
            smtp_url: smtp_url.map(str::to_owned),
            mail_from: mail_from.map(str::to_owned),
            mock_enable: Some(is_mock),
            ..Settings::default()
        }
    }

    fn checked(settings: &Settings) -> Result<MailConfig, Problems> {
        Problems::collect(|problems| {
            let values = settings.clone().read(problems);
            values.mail(problems)
        })
    }

    const FROM: Option<&str> = Some("Codes <no-reply@example.com>");

    #[test]
    fn an_smtp_server_is_reached_over_tls_or_on_this_machine() {
        for (url, is_accepted) in [
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
            let mail = checked(&settings(Some(url), FROM, false));
            let is_smtp = matches!(mail, Ok(MailConfig::Smtp { .. }));
            assert_eq!(is_smtp, is_accepted, "{url}");
        }
    }

    #[test]
    fn mail_needs_a_sender() {
        let url = Some("smtps://mail.example.com");
        for from in [None, Some(""), Some("nobody"), Some("a@b\r\nBcc: c@d")] {
            let refused = checked(&settings(url, from, false))
                .unwrap_err()
                .to_string();
            assert!(refused.starts_with("MAIL_FROM is"), "{refused}");
        }
    }

    #[test]
    fn a_key_that_can_be_guessed_is_refused() {
        let key = |key: Option<&str>| {
            let settings = Settings {
                work_email_key: key.map(str::to_owned),
                ..settings(None, None, true)
            };
            settings.check().map(|config| config.work_email_key)
        };
        let refused = key(Some("0123456789abcdef0123456789abcde"));
        let refused = refused.unwrap_err().to_string();
        assert!(refused.starts_with("WORK_EMAIL_KEY must be"), "{refused}");
        assert!(!refused.contains("0123"), "{refused}");
        let long = key(Some("0123456789abcdef0123456789abcdef"));
        assert!(long.unwrap().is_some());
        assert!(key(None).unwrap().is_none());
    }

    #[test]
    fn without_a_mail_server_only_the_mock_shows_mail() {
        let without = |is_mock| checked(&settings(None, FROM, is_mock)).unwrap();
        assert!(matches!(without(true), MailConfig::Mock));
        assert!(matches!(without(false), MailConfig::Disabled));
        let with = settings(Some("smtp://127.0.0.1:2525"), FROM, true);
        assert!(matches!(checked(&with), Ok(MailConfig::Smtp { .. })));
    }
}
