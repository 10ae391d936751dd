//! The minutes by which the clock of the mock is ahead.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mock_clock")]
pub(crate) struct Model {
    /// Always 1: there is one row at most.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) id: i32,
    pub(crate) ahead_minutes: i32,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
