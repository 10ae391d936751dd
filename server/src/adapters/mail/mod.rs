//! Sends mail through an SMTP server, or shows it to a developer who tries Enmusubi on one machine.

mod error;
mod mock_mailbox;
mod recent_times;
mod smtp;
mod smtp_server;
mod texts;

pub(crate) use error::MailError;
pub(crate) use mock_mailbox::MockMail;
pub(crate) use texts::confirmation_code;

use chrono::{DateTime, Utc};

use crate::ops::config::MailConfig;
use mock_mailbox::MockMailbox;
use smtp::SmtpClient;

/// A mail that a caller wants to send, and its receiver.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mail<'a> {
    /// The part of the address before the at sign, and the domain.
    pub(crate) to: (&'a str, &'a str),
    pub(crate) subject: &'a str,
    pub(crate) text: &'a str,
    pub(crate) sent_at: DateTime<Utc>,
    /// If true, the client asks the mail server for the mailbox but sends no text. It waits as long
    /// as recent texts took, so that the caller can tell neither from the answer nor from its
    /// timing that no mail was sent.
    pub(crate) is_dry_run: bool,
}

/// The outcome of a mail.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The mail server has accepted the mail and delivers it.
    Accepted,
    /// The mail server may have accepted the mail. Its answer was lost, for this reason.
    Unknown(&'static str),
    /// The mail server has no such mailbox.
    NoSuchMailbox,
    /// The mail was not sent.
    Refused(MailError),
}

/// The way in which this instance of the server sends mail.
#[derive(Debug)]
pub(crate) enum Mailer {
    Smtp(Box<SmtpClient>),
    Mock(MockMailbox),
    Disabled,
}

impl Mailer {
    pub(crate) fn new(config: &MailConfig) -> Result<Self, MailError> {
        Ok(match config {
            MailConfig::Smtp { url, from } => {
                Self::Smtp(Box::new(SmtpClient::new(url, from.clone())?))
            }
            MailConfig::Mock => Self::Mock(MockMailbox::default()),
            MailConfig::Disabled => Self::Disabled,
        })
    }

    /// Returns once the outcome of the mail is known, or after the timeout.
    pub(crate) async fn send(&self, mail: Mail<'_>) -> Outcome {
        match self {
            Self::Smtp(client) => client.send(mail).await,
            Self::Mock(mailbox) => {
                if !mail.is_dry_run {
                    mailbox.receive(mail);
                }
                Outcome::Accepted
            }
            Self::Disabled => Outcome::Refused(MailError::Unavailable("there is no SMTP_URL")),
        }
    }

    /// Returns the newest mails of the mock's mailbox, or an empty list without a mock.
    pub(crate) fn list_mock_mails(&self) -> Vec<MockMail> {
        match self {
            Self::Mock(mailbox) => mailbox.list(),
            Self::Smtp(_) | Self::Disabled => Vec::new(),
        }
    }
}
