//! A challenge that has opened a session of a reviewer, and opens no other.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "reviewer_used_challenge")]
pub(crate) struct Model {
    /// The challenge, in hexadecimal digits.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) challenge: String,
    pub(crate) expires_at_ms: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
