//! Two members who were introduced to each other.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "introduction")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    /// The random name on the wire.
    #[sea_orm(unique)]
    pub(crate) public_id: String,
    /// The account with the lower id.
    pub(crate) low_id: i64,
    pub(crate) high_id: i64,
    pub(crate) created_at_ms: i64,
    pub(crate) distance_band: String,
    /// The time at which both had said yes.
    pub(crate) matched_at_ms: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
