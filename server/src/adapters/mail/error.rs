//! The failures of the mail adapter.

use thiserror::Error as ThisError;

use crate::error::Error;

const NOT_SENT: &str = "The mail could not be sent. Try again in a moment.";

/// The reason why the server cannot send a mail. The texts never repeat the words of the mail server,
/// because these contain the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ThisError)]
pub(crate) enum MailError {
    /// No mail server accepts the mail at the moment.
    #[error("{0}")]
    Unavailable(&'static str),
    /// The server itself is at fault.
    #[error("{0}")]
    Internal(&'static str),
}

impl From<MailError> for Error {
    fn from(error: MailError) -> Self {
        match error {
            MailError::Unavailable(reason) => Self::unavailable(NOT_SENT, reason),
            MailError::Internal(reason) => Self::internal(reason),
        }
    }
}
