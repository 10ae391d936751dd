//! Sends mail through an SMTP server, or shows it to a developer who tries Enmusubi on one machine.

mod error;
mod message;
mod messages;
mod mock_mailbox;
mod recent_times;
mod smtp;
mod smtp_server;

pub(crate) use error::MailError;
pub(crate) use message::{Mail, Outcome};
pub(crate) use messages::{Language, confirmation_code};
pub(crate) use mock_mailbox::MockMail;

use crate::ops::config::MailConfig;
use mock_mailbox::MockMailbox;
use smtp::SmtpClient;

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
            MailConfig::Shown => Self::Mock(MockMailbox::default()),
            MailConfig::Nowhere => Self::Disabled,
        })
    }

    /// Returns once the outcome of the mail is known, or after the timeout.
    pub(crate) async fn send(&self, mail: Mail<'_>) -> Outcome {
        match self {
            Self::Smtp(client) => client.send(mail).await,
            Self::Mock(mailbox) => {
                if !mail.is_rehearsal {
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
