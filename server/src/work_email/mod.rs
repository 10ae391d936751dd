//! Confirms that somebody holds a mailbox at an employer: a code is mailed there, and told back.
//!
//! The address is used to send the mail and then forgotten; the tables have keyed hashes of it.

mod code;
mod limits;
mod secrets;

use std::collections::BTreeSet;
use std::sync::Arc;

use enmusubi_core::work_email::{WorkEmail, WorkEmailError, WorkEmailField};
use enmusubi_core::{ErrorCode, FieldErrorCode, ReviewStatus};
use sea_orm::ConnectionTrait;
use tracing::Instrument as _;

use crate::app::App;
use crate::error::{Error, Result, cause_of};
use crate::mail::{self, Language, Mail};
use crate::store;
use crate::store::work_email::code::MailedCode;
use crate::store::work_email::mailbox::{self, Mailbox};
use limits::Sending;
pub(crate) use secrets::WorkEmailKey;

const MINUTE_MS: i64 = 60 * 1000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
/// How long a code is good; the mail says so too.
const CODE_LIFETIME_MS: i64 = 15 * MINUTE_MS;
/// So many wrong codes are enough.
const MAX_FAILURES: i32 = 5;
/// How long a confirmed mailbox waits for an account to use it.
const CONFIRMED_LIFETIME_MS: i64 = 30 * DAY_MS;

/// A mailbox that was confirmed.
#[derive(Debug)]
pub(crate) struct Confirmed {
    pub(crate) employer_id: String,
    pub(crate) expires_at_ms: i64,
}

/// E008 for an account that is rejected or suspended. Whoever has none yet may confirm a mailbox.
pub(crate) async fn require_allowed(app: &App, line_user_id: &str) -> Result<()> {
    let account = store::account::find(&app.database, line_user_id).await?;
    match account.map(|account| account.review.status) {
        Some(ReviewStatus::Rejected | ReviewStatus::Suspended) => {
            Err(Error::new(ErrorCode::E008, cause_of(ErrorCode::E008)))
        }
        _ => Ok(()),
    }
}

/// Mails a new code, in the place of an older one. E005 when there were too many, E503 when no mail
/// goes out; the older code then stays good.
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
    let sent = async move { mail_and_keep(&app, &line_user_id, &email, language).await };
    tokio::spawn(sent.in_current_span())
        .await
        .map_err(Error::internal)?
}

async fn mail_and_keep(
    app: &App,
    line_user_id: &str,
    email: &WorkEmail,
    language: Language,
) -> Result<()> {
    // A twin in flight waits, so that the code kept is that of the newest mail.
    let _first = app.account_locks.lock(line_user_id).await;
    let now = app.clock.now();
    let mailbox_hash = app.work_email_key.mailbox_hash(&email.mailbox());
    let sending = Sending::count(app, line_user_id, &mailbox_hash).await?;
    let code = code::generate()?;
    let (subject, text) = mail::confirmation_code(language, &code);
    let mail = Mail {
        to: email.address(),
        subject: &subject,
        text: &text,
        sent_at: now,
    };
    if let Err(error) = app.mailer.send(mail).await {
        sending.give_back(app).await?;
        return Err(error);
    }
    let mut mailed = MailedCode {
        line_user_id: line_user_id.to_owned(),
        mailbox_hash,
        employer_id: email.employer_id().to_owned(),
        code_hash: String::new(),
        n_failures: 0,
        expires_at_ms: now.timestamp_millis() + CODE_LIFETIME_MS,
    };
    mailed.code_hash = app.work_email_key.code_hash(&mailed, &code);
    store::work_email::code::put(&app.database, mailed).await
}

/// Takes a code once. A wrong, used or expired one is E002, the right one for a mailbox that is
/// someone else's E004.
pub(crate) async fn confirm(app: &App, line_user_id: &str, code: &str) -> Result<Confirmed> {
    let now_ms = app.clock.now_ms();
    let transaction = store::begin(&app.database).await?;
    let mailed = store::work_email::code::find_locked(&transaction, line_user_id)
        .await?
        .filter(|mailed| mailed.expires_at_ms > now_ms && mailed.n_failures < MAX_FAILURES)
        .ok_or_else(wrong_code)?;
    if !app.work_email_key.is_code_of(&mailed, code) {
        store::work_email::code::count_failure(&transaction, line_user_id).await?;
        transaction.commit().await?;
        return Err(wrong_code());
    }
    store::work_email::code::delete(&transaction, line_user_id).await?;
    let expires_at_ms = now_ms + CONFIRMED_LIFETIME_MS;
    let mailbox = Mailbox {
        hash: &mailed.mailbox_hash,
        line_user_id,
        employer_id: &mailed.employer_id,
        expires_at_ms,
    };
    let is_theirs = mailbox::claim(&transaction, mailbox, now_ms).await?;
    transaction.commit().await?;
    if is_theirs {
        Ok(Confirmed {
            employer_id: mailed.employer_id,
            expires_at_ms,
        })
    } else {
        Err(someone_elses())
    }
}

/// The employers of which this user holds a mailbox, for the rules of a profile.
pub(crate) async fn list_confirmed(app: &App, line_user_id: &str) -> Result<BTreeSet<String>> {
    mailbox::list_employers(&app.database, line_user_id, app.clock.now_ms()).await
}

/// Binds the mailbox that proves an employment to the account it proves it for. E004 when it is no
/// longer confirmed.
pub(crate) async fn take(
    transaction: &impl ConnectionTrait,
    account_id: i64,
    line_user_id: &str,
    employer_id: &str,
    now_ms: i64,
) -> Result<()> {
    if mailbox::take(transaction, account_id, line_user_id, employer_id, now_ms).await? {
        Ok(())
    } else {
        Err(Error::new(
            ErrorCode::E004,
            "The mailbox is no longer confirmed.",
        ))
    }
}

/// Forgets codes that are over, mailboxes nobody used, and when mails were sent.
pub(crate) async fn sweep(app: &App) -> Result<()> {
    let now_ms = app.clock.now_ms();
    store::work_email::code::delete_expired(&app.database, now_ms).await?;
    mailbox::delete_forgotten(&app.database, now_ms).await?;
    let since_ms = now_ms - limits::WINDOW_MS;
    store::work_email::limit::delete_untouched(&app.database, since_ms).await
}

fn wrong_code() -> Error {
    Error::fields([WorkEmailError {
        field: WorkEmailField::Code,
        code: FieldErrorCode::ConfirmationCode,
    }])
}

fn someone_elses() -> Error {
    let mut error = Error::new(
        ErrorCode::E004,
        "This mailbox is confirmed for another account.",
    );
    error.fields = vec![
        WorkEmailError {
            field: WorkEmailField::Email,
            code: FieldErrorCode::Duplicate,
        }
        .into(),
    ];
    error
}
