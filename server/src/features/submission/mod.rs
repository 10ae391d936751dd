//! What registering and resubmitting share: a form that was sent in, and what it is checked against.

mod locks;

pub use locks::AccountLocks;

use chrono::NaiveDate;
use enmusubi_core::{CheckContext, ErrorCode, JsonDocument, Mailboxes, Uploads};
use uuid::Uuid;

use crate::app::App;
use crate::error::Result;
use crate::features::idempotency::{Attempt, Call};
use crate::store::owned_uploads::OwnedUploads;

/// A form, or the fields of it that were asked for, that was sent in.
#[derive(Debug, Clone, Copy)]
pub struct Submission<'a> {
    /// Who sent it, proven.
    pub line_user_id: &'a str,
    /// What was sent.
    pub document: &'a JsonDocument<'a>,
    /// The document's bytes, by which a repeated request is told from another one.
    pub bytes: &'a [u8],
    /// Names the attempt, so that it can be repeated when its answer was lost.
    pub idempotency_key: Option<Uuid>,
}

impl<'a> Submission<'a> {
    /// What a repeated request is told by.
    pub(crate) const fn attempt(&self, call: Call) -> Attempt<'a> {
        Attempt {
            call,
            line_user_id: self.line_user_id,
            bytes: self.bytes,
            key: self.idempotency_key,
        }
    }
}

/// What a user may name in a form: uploads they hold, mailboxes they confirmed.
#[derive(Debug)]
pub(crate) struct Holdings {
    today: NaiveDate,
    held: OwnedUploads,
}

impl Holdings {
    pub(crate) async fn find(app: &App, line_user_id: &str) -> Result<Self> {
        Ok(Self {
            today: app.clock.today(app.config.time_zone),
            held: app.lookups.owned_uploads(line_user_id).await?,
        })
    }

    /// Whether the user has an account already.
    pub(crate) const fn is_registered(&self) -> bool {
        self.held.is_registered
    }

    /// What the core's rules are asked with.
    pub(crate) const fn context(&self) -> CheckContext<'_> {
        CheckContext {
            today: self.today,
            uploads: Uploads::Held(&self.held.uploads),
            mailboxes: Mailboxes::Confirmed(&self.held.employers),
        }
    }
}

/// The outcome of saving a form that `check` found good before. Where an upload went away meanwhile,
/// checking once more tells its place.
pub(crate) async fn saved_or_told<T, U>(
    saved: Result<T>,
    check: impl Future<Output = Result<U>>,
) -> Result<T> {
    if saved
        .as_ref()
        .is_err_and(|error| error.code == ErrorCode::Conflict)
    {
        check.await?;
    }
    saved
}
