//! The mock's mailbox: prints each mail and keeps the newest for the page that shows them.

use std::collections::VecDeque;
use std::io::{Write as _, stdout};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use utoipa::ToSchema;

use super::Mail;
use crate::clock::rfc_3339;

/// The number of mails in the mailbox.
const MAX_MAILS: usize = 20;

/// A mail as its receiver would see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShownMail)]
pub(crate) struct MockMail {
    /// The address.
    pub(crate) to: String,
    /// The subject.
    pub(crate) subject: String,
    /// The text.
    pub(crate) text: String,
    /// RFC 3339, in UTC.
    #[schema(format = DateTime)]
    pub(crate) sent_at: String,
}

/// The newest mails, in order from the newest.
#[derive(Debug, Default)]
pub(crate) struct MockMailbox(Mutex<VecDeque<MockMail>>);

impl MockMailbox {
    pub(super) fn receive(&self, mail: Mail<'_>) {
        let (local, domain) = mail.to;
        let received = MockMail {
            to: format!("{local}@{domain}"),
            subject: mail.subject.to_owned(),
            text: mail.text.to_owned(),
            sent_at: rfc_3339(mail.sent_at),
        };
        print(&received);
        let mut mails = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        mails.push_front(received);
        mails.truncate(MAX_MAILS);
    }

    pub(super) fn list(&self) -> Vec<MockMail> {
        let mails = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        mails.iter().cloned().collect()
    }
}

/// Prints the mail to the terminal and not to the log, because the log must not hold addresses.
fn print(mail: &MockMail) {
    // Without stdout the mail is still in the mailbox.
    let _ = writeln!(
        stdout(),
        "--- mail to {} ---\n{}\n\n{}\n---",
        mail.to,
        mail.subject,
        mail.text
    );
}
