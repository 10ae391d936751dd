//! The state of the sender between two rounds, and the reasons why a round ends early.

use crate::adapters::line::{MessagingError, Quota};
use crate::clock::Millis;
use crate::error::Error;
use crate::jobs::{FailingRows, Round};
use crate::store::connection::lease::Lease;
use crate::store::{AccountId, MessageId};

/// The facts that this process keeps between two rounds.
#[derive(Debug, Default)]
pub(crate) struct Sender {
    /// The lease that this process took last. It is valid until another process takes it.
    pub(super) lease: Option<Lease>,
    pub(super) quota: Option<KnownQuota>,
    /// The moment until which nothing is sent, because LINE did not answer.
    pub(super) paused_until_ms: Millis,
    /// The number of consecutive rounds in which LINE did not answer.
    pub(super) n_failures: u32,
    /// The members and the messages whose last try failed in this server and not at LINE.
    pub(super) failing_members: FailingRows<AccountId>,
    pub(super) failing_messages: FailingRows<MessageId>,
}

/// LINE's answer about the quota, if it gave one.
#[derive(Debug, Clone)]
pub(super) struct KnownQuota {
    pub(super) quota: Option<Quota>,
    pub(super) month: String,
    pub(super) at_ms: Millis,
    /// The messages of the month that the server had sent when LINE answered.
    pub(super) n_sent: i64,
}

/// The reason why a round ends early.
#[derive(Debug, thiserror::Error)]
pub(super) enum Interruption {
    #[error(transparent)]
    ByLine(#[from] MessagingError),
    #[error(transparent)]
    Failed(#[from] Error),
}

impl Sender {
    pub(super) fn rows(&self) -> Round {
        let members = self.failing_members.round();
        Round {
            n_failing_rows: members.n_failing_rows + self.failing_messages.round().n_failing_rows,
            ..members
        }
    }
}
