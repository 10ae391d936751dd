//! Mails that nobody delivers: printed, and kept for a look at them.

use std::collections::VecDeque;
use std::io::{Write as _, stdout};
use std::sync::{Mutex, PoisonError};

use chrono::SecondsFormat;
use serde::Serialize;
use utoipa::ToSchema;

use super::Mail;

/// How many are kept.
const MAX_KEPT: usize = 20;

/// A mail as its receiver would see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShownMail {
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

/// The newest mails, the newest first.
#[derive(Debug, Default)]
pub(crate) struct ShownMails(Mutex<VecDeque<ShownMail>>);

impl ShownMails {
    pub(super) fn show(&self, mail: Mail<'_>) {
        let (local, domain) = mail.to;
        let shown = ShownMail {
            to: format!("{local}@{domain}"),
            subject: mail.subject.to_owned(),
            text: mail.text.to_owned(),
            sent_at: mail.sent_at.to_rfc3339_opts(SecondsFormat::Millis, true),
        };
        print(&shown);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front(shown);
        kept.truncate(MAX_KEPT);
    }

    pub(super) fn list(&self) -> Vec<ShownMail> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().cloned().collect()
    }
}

/// The mock's mailbox is the terminal, because no log may hold an address.
fn print(mail: &ShownMail) {
    // The mail can still be looked at where stdout is gone.
    let _ = writeln!(
        stdout(),
        "--- mail to {} ---\n{}\n\n{}\n---",
        mail.to,
        mail.subject,
        mail.text
    );
}
