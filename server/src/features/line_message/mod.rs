//! Messages in LINE about the news of members. The table of news is the outbox: each entry has a moment at which the
//! server decides about it, and a message is stored before the server sends it.
//!
//! LINE accepts each message once, because a further try has the same key. One process sends at a time.

mod budget;
mod choices;
mod compose;
mod quiet;
mod send;
mod sender;
mod texts;
mod webhook;

pub(crate) use budget::month_of;
pub(crate) use choices::Choices;
pub(crate) use quiet::{QUIET_FROM, QUIET_UNTIL};
pub(crate) use sender::Sender;
pub(crate) use webhook::{Answers, Webhook};

use std::sync::Arc;

use chrono_tz::Tz;
use tokio::sync::Mutex;

use crate::adapters::line::MessagingClient;
use crate::clock::{Clock, DAY_MS};
use crate::store::Database;

/// The time for which the server stores a message, as long as the news that it tells of.
pub(crate) const STORED_MS: i64 = super::news::STORED_MS;
/// The time for which the server stores the id of an event, so that it does nothing if LINE delivers the event again.
pub(crate) const EVENT_STORED_MS: i64 = 30 * DAY_MS;

/// Sends the messages.
#[derive(Debug, Clone)]
pub struct LineMessages {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    /// The time zone of the hours in which the server sends nothing.
    pub(crate) time_zone: Tz,
    pub(crate) client: Arc<MessagingClient>,
    /// The address at which LINE opens the app, without a slash at the end.
    pub(crate) liff_url: String,
    /// The most messages of a month.
    pub(crate) per_month: i64,
    /// The name of this process in the table of leases.
    pub(crate) process: String,
    pub(crate) sender: Arc<Mutex<Sender>>,
}
