//! A note in the conversation of a match.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "note")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) introduction_id: i64,
    /// The position in the conversation, from 1 on.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) number: i64,
    pub(crate) author_id: i64,
    pub(crate) text: String,
    pub(crate) sent_at_ms: i64,
    /// The idempotency key of the request. A member uses it once.
    pub(crate) key: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
