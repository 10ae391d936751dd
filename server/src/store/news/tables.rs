//! The tables of this room, with their columns.

use enmusubi_core::NewsKind;

use crate::store::connection::tables::tables;

tables! {
    /// An entry of the list of things that a member should hear of.
    news = "news" {
        #[sea_orm(primary_key)]
        id: i64,
        /// The random name on the wire.
        #[sea_orm(unique)]
        public_id: String,
        account_id: i64,
        kind: NewsKind,
        /// The thing that the entry is about, or empty.
        subject: String,
        created_at_ms: i64,
        read_at_ms: Option<i64>,
        /// The moment at which the server decides whether to send a message in LINE. `None` once that is decided, and for entries that are older than this column.
        due_ms: Option<i64>,
        /// The message in LINE that tells of this entry.
        line_message_id: Option<i64>,
    }
}
