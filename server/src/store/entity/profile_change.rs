//! A change of an approved profile that its member proposed.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "profile_change")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    #[sea_orm(unique)]
    pub(crate) public_id: String,
    pub(crate) account_id: i64,
    /// The proposed values by the names of their fields. Empty for a proposal that its member replaced or
    /// withdrew.
    pub(crate) proposed: Json,
    pub(crate) created_at_ms: i64,
    /// A word of core's `ChangeOutcome`, or `None` for the open proposal.
    pub(crate) outcome: Option<String>,
    pub(crate) closed_at_ms: Option<i64>,
    /// The reviewer who decided.
    pub(crate) actor: Option<String>,
    /// A list of `{"path", "code", "note"}`.
    pub(crate) reasons: Json,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
