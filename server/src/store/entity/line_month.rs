//! The messages of a month.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "line_month")]
pub(crate) struct Model {
    /// The month of LINE's count, such as `2026-11`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) month: String,
    pub(crate) n_messages: i64,
    /// The word of the most important topic about which the log has warned that it gets no more messages, or empty.
    pub(crate) announced: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
