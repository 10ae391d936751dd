//! A mail that a caller wants to send, and its outcome.

use chrono::{DateTime, Utc};

use super::error::MailError;

/// A mail and its receiver.
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
    pub(crate) is_rehearsal: bool,
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
