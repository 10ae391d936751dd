//! The check of a member's age.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "age_check")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) account_id: i64,
    /// The birthday that a reviewer has read on the document. The check holds for no other.
    pub(crate) birthday: Date,
    /// The word of an `AgeDocument`.
    pub(crate) document: String,
    pub(crate) checked_at_ms: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
