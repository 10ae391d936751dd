//! Sends a code to a mailbox.

use std::sync::Arc;

use enmusubi_core::FieldErrorCode;
use enmusubi_core::work_email::{WorkEmail, WorkEmailError, WorkEmailField};
use tracing::Instrument as _;

use super::limits::Sending;
use super::{CODE_LIFETIME_MS, code};
use crate::adapters::mail::{self, Language, Mail, Outcome};
use crate::app::App;
use crate::error::{Error, Result};
use crate::store;
use crate::store::work_email::code::{self as codes, MailedCode};

/// Mails a new code, in the place of an older one. E005 when there were too many; E002 when there is no such
/// mailbox, and E503 when no mail goes out: the older code then stays good.
///
/// It comes to an end even if nobody waits for it any more: a code that is mailed has to be good, though
/// the network of whoever asked for it has gone meanwhile.
pub(crate) async fn send_code(
    app: &Arc<App>,
    line_user_id: &str,
    email: WorkEmail,
    language: Language,
) -> Result<()> {
    let (app, line_user_id) = (app.clone(), line_user_id.to_owned());
    let sent = async move { keep_and_mail(&app, &line_user_id, &email, language).await };
    tokio::spawn(sent.in_current_span())
        .await
        .map_err(Error::internal)?
}

/// The code is kept before it is mailed: whatever breaks off, none is in a mailbox that is good for nothing.
async fn keep_and_mail(
    app: &App,
    line_user_id: &str,
    email: &WorkEmail,
    language: Language,
) -> Result<()> {
    // A twin in flight waits, so that the code kept is that of the newest mail.
    let _first = app.account_locks.lock(line_user_id).await;
    let now = app.clock.now();
    let now_ms = now.timestamp_millis();
    let code = code::generate()?;
    let mut mailed = MailedCode {
        line_user_id: line_user_id.to_owned(),
        mailbox_hash: app.work_email_key.mailbox_hash(&email.mailbox()),
        employer_id: email.employer_id().to_owned(),
        code_hash: String::new(),
        n_failures: 0,
        expires_at_ms: now_ms + CODE_LIFETIME_MS,
        confirmed_until_ms: None,
        confirm_key: None,
    };
    mailed.code_hash = app.work_email_key.code_hash(&mailed, &code);

    let transaction = store::begin(&app.database).await?;
    let sending = Sending::count(&transaction, line_user_id, &mailed.mailbox_hash, now_ms).await?;
    let older = codes::find_locked(&transaction, line_user_id).await?;
    codes::put(&transaction, mailed.clone()).await?;
    transaction.commit().await?;

    let (subject, text) = mail::confirmation_code(language, &code);
    let outcome = app.mailer.send(Mail {
        to: email.address(),
        subject: &subject,
        text: &text,
        sent_at: now,
        // Even then the older code is over: that it were still good would tell.
        is_rehearsal: !sending.is_mailed,
    });
    match outcome.await {
        Outcome::Accepted => Ok(()),
        Outcome::Unknown(reason) => {
            tracing::warn!(reason, "a mail may not have gone out");
            Ok(())
        }
        Outcome::NoSuchMailbox => {
            // It counts all the same, or asking would be a way to list an employer's mailboxes.
            take_back(app, &mailed, older, None).await?;
            Err(no_such_mailbox())
        }
        Outcome::Refused(error) => {
            take_back(app, &mailed, older, Some(sending)).await?;
            Err(error.into())
        }
    }
}

/// Puts the older code where a newer one is that nobody got, and gives back what was counted.
async fn take_back(
    app: &App,
    newer: &MailedCode,
    older: Option<MailedCode>,
    counted: Option<Sending>,
) -> Result<()> {
    let transaction = store::begin(&app.database).await?;
    if let Some(sending) = counted {
        sending.give_back(&transaction).await?;
    }
    let line_user_id = &newer.line_user_id;
    let kept = codes::find_locked(&transaction, line_user_id).await?;
    // Another copy of the server may have mailed one since.
    if kept.is_some_and(|kept| kept.code_hash == newer.code_hash) {
        match older {
            Some(older) => codes::put(&transaction, older).await?,
            None => codes::delete(&transaction, line_user_id).await?,
        }
    }
    transaction.commit().await
}

fn no_such_mailbox() -> Error {
    Error::fields([WorkEmailError {
        field: WorkEmailField::Email,
        code: FieldErrorCode::Email,
    }])
}
