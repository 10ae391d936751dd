//! Mail to people: by an SMTP server, or shown to whoever tries Enmusubi on this machine.

mod shown;
mod smtp;
mod words;

pub(crate) use shown::ShownMail;
pub(crate) use words::{Language, confirmation_code};

use chrono::{DateTime, Utc};

use crate::config::MailConfig;
use crate::error::{Error, Result};
use shown::ShownMails;
use smtp::SmtpClient;

/// What is sent, and to whom.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mail<'a> {
    /// What stands before the at sign, and the domain.
    pub(crate) to: (&'a str, &'a str),
    pub(crate) subject: &'a str,
    pub(crate) text: &'a str,
    pub(crate) sent_at: DateTime<Utc>,
}

/// The way mail goes out of this copy of the server.
#[derive(Debug)]
pub(crate) enum Mailer {
    Smtp(Box<SmtpClient>),
    Shown(ShownMails),
    Nowhere,
}

impl Mailer {
    pub(crate) fn new(config: &MailConfig) -> Result<Self> {
        Ok(match config {
            MailConfig::Smtp { url, from } => {
                Self::Smtp(Box::new(SmtpClient::new(url, from.clone())?))
            }
            MailConfig::Shown => Self::Shown(ShownMails::default()),
            MailConfig::Nowhere => Self::Nowhere,
        })
    }

    /// Returns once the mail is somebody else's to deliver; E503 when nobody takes it.
    pub(crate) async fn send(&self, mail: Mail<'_>) -> Result<()> {
        match self {
            Self::Smtp(client) => client.send(mail).await,
            Self::Shown(mails) => {
                mails.show(mail);
                Ok(())
            }
            Self::Nowhere => Err(not_sent("there is no SMTP_URL")),
        }
    }

    /// The newest mails, where they are shown rather than sent.
    pub(crate) fn list_shown(&self) -> Vec<ShownMail> {
        match self {
            Self::Shown(mails) => mails.list(),
            Self::Smtp(_) | Self::Nowhere => Vec::new(),
        }
    }
}

fn not_sent(reason: &'static str) -> Error {
    Error::unavailable("The mail could not be sent. Try again in a moment.", reason)
}
