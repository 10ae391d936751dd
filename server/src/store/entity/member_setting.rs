//! A member's choices about being introduced and being seen.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "member_setting")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) account_id: i64,
    pub(crate) paused_until_ms: Option<i64>,
    pub(crate) hide_from_colleagues: bool,
    pub(crate) show_employer: bool,
    pub(crate) read_receipts: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
