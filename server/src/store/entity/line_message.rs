//! A message in LINE to a member, about one or more entries of their news.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "line_message")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    pub(crate) account_id: i64,
    /// The UUID by which LINE recognises a message that is sent again.
    #[sea_orm(unique)]
    pub(crate) retry_key: String,
    /// The words of the topics, separated by commas, the most important first.
    pub(crate) topics: String,
    /// The path of the page that the message opens.
    pub(crate) path: String,
    pub(crate) created_at_ms: i64,
    /// `None` once the message is settled.
    pub(crate) next_try_at_ms: Option<i64>,
    pub(crate) n_tries: i32,
    /// The word of an `Outcome`, once the message is settled.
    pub(crate) outcome: Option<String>,
    pub(crate) settled_at_ms: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
