//! An entry of the list of things that a member should hear of.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "news")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    /// The random name on the wire.
    #[sea_orm(unique)]
    pub(crate) public_id: String,
    pub(crate) account_id: i64,
    /// The word of a `NewsKind`.
    pub(crate) kind: String,
    /// The thing that the entry is about, or empty.
    pub(crate) subject: String,
    pub(crate) created_at_ms: i64,
    pub(crate) read_at_ms: Option<i64>,
    /// The moment at which the server decides whether to send a message in LINE. `None` once that is decided, and for entries that are older than this column.
    pub(crate) due_ms: Option<i64>,
    /// The message in LINE that tells of this entry.
    pub(crate) line_message_id: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
