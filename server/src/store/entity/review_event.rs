//! A step of a review.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "review_event")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    pub(crate) account_id: i64,
    pub(crate) action: String,
    pub(crate) actor: String,
    pub(crate) from_status: String,
    pub(crate) to_status: String,
    /// A list of `{"path", "code", "note"}`.
    pub(crate) reasons: Json,
    pub(crate) created_at_ms: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
