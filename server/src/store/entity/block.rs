//! A block: two people who are not introduced to each other again.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "block")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    /// The random name on the wire.
    #[sea_orm(unique)]
    pub(crate) public_id: String,
    /// The present account of the person who blocks.
    pub(crate) blocker_id: Option<i64>,
    /// The present account of the blocked person.
    pub(crate) blocked_id: Option<i64>,
    /// The keyed hash of the LINE user id of the person who blocks.
    pub(crate) blocker_hash: String,
    /// The keyed hash of the LINE user id of the blocked person.
    pub(crate) blocked_hash: String,
    /// The nickname of the blocked person at the time of the block. Empty after one of the two deleted the account.
    pub(crate) nickname: String,
    pub(crate) created_at_ms: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
