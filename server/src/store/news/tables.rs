//! The tables of this room, with their columns.

use enmusubi_core::service::NewsKind;

use crate::clock::Millis;
use crate::store::connection::ids::{AccountId, MessageId};
use crate::store::connection::tables::tables;

tables! {
    /// An entry in a member's list of news.
    news = "news" {
        #[sea_orm(primary_key)]
        id: i64,
        /// The random name on the wire.
        #[sea_orm(unique)]
        public_id: String,
        account_id: AccountId,
        kind: NewsKind,
        /// The thing that the entry is about, or empty.
        subject: String,
        created_at_ms: Millis,
        read_at_ms: Option<Millis>,
        /// The moment at which the server decides whether to send a message in LINE. `None` once the server has
        /// decided, and for entries that are older than this column.
        due_ms: Option<Millis>,
        /// The message in LINE about this entry.
        line_message_id: Option<MessageId>,
    }
}
