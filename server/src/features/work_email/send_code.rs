//! Sends a code to a mailbox.

use enmusubi_core::FieldErrorCode;
use enmusubi_core::language::Language;
use enmusubi_core::work_email::{WorkEmail, WorkEmailError, WorkEmailField};
use tracing::Instrument as _;

use super::limits::CountedMail;
use super::{CODE_LIFETIME_MS, WorkEmails, code};
use crate::adapters::mail::{self, Mail, Outcome};
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store;
use crate::store::account::work_email::code::{self as codes, MailedCode};

impl WorkEmails {
    /// Mails a new code, which replaces an older one. Returns E005 if there were too many codes, E002
    /// if there is no such mailbox, and E503 if the mail cannot be sent; then the older code stays
    /// valid.
    ///
    /// The work runs to its end even if the client goes away: a code in a mailbox must be valid.
    pub(crate) async fn send_code(
        &self,
        line_user_id: &str,
        email: WorkEmail,
        language: Language,
    ) -> Result<()> {
        let (this, line_user_id) = (self.clone(), line_user_id.to_owned());
        let sent = async move { this.store_and_mail(&line_user_id, &email, language).await };
        tokio::spawn(sent.in_current_span())
            .await
            .map_err(Error::internal)?
    }

    /// Stores the code before it mails it, so that no interruption leaves an invalid code in a mailbox.
    async fn store_and_mail(
        &self,
        line_user_id: &str,
        email: &WorkEmail,
        language: Language,
    ) -> Result<()> {
        // A concurrent request waits, so that the stored code is the one of the newest mail.
        let _guard = self.account_locks.lock(line_user_id).await;
        let now = self.clock.now();
        let now_ms = Millis::from(now);
        let code = code::generate()?;
        let mut mailed = MailedCode {
            line_user_id: line_user_id.to_owned(),
            mailbox_hash: self.key.mailbox_hash(&email.mailbox()),
            employer_id: email.employer_id().to_owned(),
            code_hash: String::new(),
            n_failures: 0,
            expires_at_ms: now_ms + CODE_LIFETIME_MS,
            confirmed_until_ms: None,
            confirm_key: None,
        };
        mailed.code_hash = self.key.code_hash(&mailed, &code);

        let transaction = store::begin(&self.database).await?;
        let mailbox_hash = &mailed.mailbox_hash;
        let sending = CountedMail::count(&transaction, line_user_id, mailbox_hash, now_ms).await?;
        let older = codes::find_locked(&transaction, line_user_id).await?;
        codes::put(&transaction, mailed.clone()).await?;
        transaction.commit().await?;

        let (subject, text) = mail::confirmation_code(language, &code);
        let outcome = self.mailer.send(Mail {
            to: email.address(),
            subject: &subject,
            text: &text,
            sent_at: now,
            // A dry run replaces the old code too. If the old code kept working, the caller could tell
            // that no mail was sent.
            is_dry_run: !sending.is_mailed,
        });
        match outcome.await {
            Outcome::Accepted => Ok(()),
            Outcome::Unknown(reason) => {
                tracing::warn!(reason, "a mail may not have gone out");
                Ok(())
            }
            Outcome::NoSuchMailbox => {
                // Count the attempt all the same. Otherwise a caller could find out an employer's mailboxes.
                self.take_back(&mailed, older, None).await?;
                Err(no_such_mailbox())
            }
            Outcome::Refused(error) => {
                self.take_back(&mailed, older, Some(sending)).await?;
                Err(error.into())
            }
        }
    }

    /// Restores the older code after a mail with a newer one was not sent, and gives back the counted
    /// sending.
    async fn take_back(
        &self,
        newer: &MailedCode,
        older: Option<MailedCode>,
        counted: Option<CountedMail>,
    ) -> Result<()> {
        let transaction = store::begin(&self.database).await?;
        if let Some(sending) = counted {
            sending.give_back(&transaction).await?;
        }
        let line_user_id = &newer.line_user_id;
        let stored = codes::find_locked(&transaction, line_user_id).await?;
        // Another instance of the server may have mailed a code since.
        if stored.is_some_and(|stored| stored.code_hash == newer.code_hash) {
            match older {
                Some(older) => codes::put(&transaction, older).await?,
                None => codes::delete(&transaction, line_user_id).await?,
            }
        }
        transaction.commit().await
    }
}

fn no_such_mailbox() -> Error {
    Error::fields([WorkEmailError {
        field: WorkEmailField::Email,
        code: FieldErrorCode::Email,
    }])
}
