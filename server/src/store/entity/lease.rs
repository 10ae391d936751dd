//! Work that one process may do at a time.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "lease")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) name: String,
    /// The process that does it, or none.
    pub(crate) holder: Option<String>,
    /// The number of times that the lease was taken. Only the process that took it last may write.
    pub(crate) fence: i64,
    /// The time until which no other process takes the lease.
    pub(crate) until_ms: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
