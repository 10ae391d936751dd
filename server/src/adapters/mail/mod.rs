//! Mail to people: by an SMTP server, or shown to whoever tries Enmusubi on this machine.

mod recent_times;
mod shown;
mod smtp;
mod smtp_server;
mod words;

pub(crate) use shown::ShownMail;
pub(crate) use words::{Language, confirmation_code};

use chrono::{DateTime, Utc};

use crate::error::{Error, Result};
use crate::ops::config::MailConfig;
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
    /// If true, the client asks the mail server for the mailbox but sends no text. It waits as long
    /// as recent texts took, so that the caller can tell neither from the answer nor from its
    /// timing that no mail was sent.
    pub(crate) is_rehearsal: bool,
}

/// What became of a mail.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It is somebody else's to deliver.
    Taken,
    /// It may be: the answer was lost, for this reason.
    Unknown(&'static str),
    /// There is no such mailbox.
    NoSuchMailbox,
    /// It does not go out: E503, or our own fault.
    Refused(Error),
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

    /// Returns once it is known what becomes of the mail, or was waited for long enough.
    pub(crate) async fn send(&self, mail: Mail<'_>) -> Outcome {
        match self {
            Self::Smtp(client) => client.send(mail).await,
            Self::Shown(mails) => {
                if !mail.is_rehearsal {
                    mails.show(mail);
                }
                Outcome::Taken
            }
            Self::Nowhere => refused("there is no SMTP_URL"),
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

fn refused(reason: &'static str) -> Outcome {
    let cause = "The mail could not be sent. Try again in a moment.";
    Outcome::Refused(Error::unavailable(cause, reason))
}
