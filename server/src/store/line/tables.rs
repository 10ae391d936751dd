//! The tables of this room, with their columns.

use crate::clock::Millis;
use crate::store::connection::ids::{AccountId, MessageId};
use crate::store::connection::tables::tables;

tables! {
    /// A member's contact in LINE, and the topics about which the member wants messages there.
    line_contact = "line_contact" {
        #[sea_orm(primary_key, auto_increment = false)]
        account_id: AccountId,
        /// True if the member is a friend of the official account and has not blocked it. `None` if unknown.
        is_reachable: Option<bool>,
        /// The moment from which `is_reachable` is known. An older event changes nothing.
        known_at_ms: Millis,
        wants_reviews: bool,
        wants_matches: bool,
        wants_notes: bool,
        wants_introductions: bool,
    }

    /// An event of LINE that the server has handled. LINE may deliver an event several times.
    line_event = "line_event" {
        #[sea_orm(primary_key, auto_increment = false)]
        id: String,
        received_at_ms: Millis,
    }

    /// A message in LINE to a member, about one or more entries of the member's news.
    line_message = "line_message" {
        #[sea_orm(primary_key)]
        id: MessageId,
        account_id: AccountId,
        /// The UUID by which LINE recognises a message that is sent again.
        #[sea_orm(unique)]
        retry_key: String,
        /// The words of the topics, separated by commas, the most important first.
        topics: String,
        /// The path of the page that the message opens.
        path: String,
        created_at_ms: Millis,
        /// The moment of the next try. `None` once the message is settled.
        next_try_at_ms: Option<Millis>,
        n_tries: i32,
        /// The word of an `Outcome`, once the message is settled.
        outcome: Option<String>,
        settled_at_ms: Option<Millis>,
    }

    /// The messages of a month.
    line_month = "line_month" {
        /// The month of LINE's count, such as `2026-11`.
        #[sea_orm(primary_key, auto_increment = false)]
        month: String,
        n_messages: i64,
        /// The word of the most important topic about which the log has warned that it gets no more messages, or empty.
        announced: String,
    }
}
